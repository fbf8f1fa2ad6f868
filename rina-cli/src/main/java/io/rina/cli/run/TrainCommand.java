package io.rina.cli.run;

import io.rina.cli.cluster.ChosenPlans;
import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterOptions;
import io.rina.cli.report.PageFile;
import io.rina.plan.Group;
import io.rina.plan.Plan;
import io.rina.train.TrainingConfig;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rina train}: the main job. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description = {
            "Train a small CNN on Fashion-MNIST, data-parallel, with all processes on this"
                    + " machine.",
            "Starts a coordinator, software INA switches and workers as separate processes on"
                    + " loopback, trains, checks that all replicas hold the same parameters, and"
                    + " writes a report."
        })
public final class TrainCommand implements Callable<Integer> {
    /** Enough for the embedded images and the gradients; what PyTorch takes is outside the heap. */
    private static final List<String> WORKER_JVM = List.of("-Xmx256m");

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final TrainOptions options = new TrainOptions();

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            defaultValue = "report.html",
            description = "Where the report goes; its data go beside it, as .json. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Path report = Path.of("report.html");

    @Option(names = "--no-report", description = "Write no report.")
    private boolean noReport;

    @Override
    public Integer call() {
        ClusterFile cluster = clusterOptions.cluster();
        ChosenPlans plans = cluster.chosen();
        TrainingConfig config = options.config();
        if (!noReport) {
            // Before the work is done, rather than after.
            new PageFile(report).checkWritable();
        }
        PrintStream out = System.out;
        printPlans(plans, out);
        TrainMonitor monitor = new TrainMonitor(config, cluster.workers(), out);
        Verdict verdict = new Verdict(monitor);
        try (monitor) {
            LocalRun.run(cluster, placement.everywhere(), options.words(), WORKER_JVM, verdict);
        }
        TrainOutcome outcome = monitor.outcome();
        outcome.print(out);
        if (!noReport) {
            new ReportWriter(cluster, plans, options, outcome).report().write(report);
            out.println("report: " + report.toAbsolutePath());
        }
        verdict.check();
        return 0;
    }

    private static void printPlans(ChosenPlans plans, PrintStream out) {
        out.println("strategy " + plans.choice().describe() + " over "
                + plans.plans().getFirst().topology());
        for (Plan plan : plans.plans()) {
            if (plans.plans().size() > 1) {
                out.println(" " + plan.strategy() + ":");
            }
            printRing(plan, out);
        }
        out.flush();
    }

    private static void printRing(Plan plan, PrintStream out) {
        List<Group> ring = plan.groups();
        if (ring.isEmpty()) {
            out.println("  no ring: " + plan.exchanges().size() + " exchanges of " + plan.chunks()
                    + " chunks; ./rina plan show --exchanges lists them");
        }
        for (int i = 0; i < ring.size(); i++) {
            Group group = ring.get(i);
            String member = group.isAbstracted()
                    ? "abstracted worker "
                            + plan.topology().rackNames(group.racks()) + " ranks "
                            + group.ranks() + (group.hasAgent() ? ", agent " + group.agent() : "")
                    : "autonomous worker rank " + group.agent();
            out.printf("  ring member %d of %d: %s%n", i, ring.size(), member);
        }
    }
}
