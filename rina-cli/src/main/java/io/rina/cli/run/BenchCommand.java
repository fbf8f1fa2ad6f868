package io.rina.cli.run;

import io.rina.cli.cluster.ChosenPlans;
import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterOptions;
import io.rina.cli.input.InputException;
import io.rina.cli.plan.LinkView;
import io.rina.cli.plan.Operations;
import io.rina.cli.text.Json;
import io.rina.plan.time.Selection;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rina bench}: all-reduces of several sizes on a cluster of processes on this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure all-reduces of several sizes, with all processes on this machine.",
            "The table and the letters of the options are those of nccl-tests. Times are medians"
                    + " of the slowest rank; algbw is bytes over time, busbw is algbw times"
                    + " 2(N-1)/N.",
            "With --strategy all every strategy that the racks allow is measured, in turns, and one"
                    + " table compares them, for each size the fastest first: planned are the bytes of"
                    + " an all-reduce on the busiest link of a host, counted those that the busiest"
                    + " rank has sent, control frames and repetitions included."
        })
public final class BenchCommand implements Callable<Integer> {
    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @Option(names = "--json", description = "Print one JSON object instead of the table.")
    private boolean json;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "With --strategy all: also write a page with plots, its data beside it.")
    private @Nullable Path report;

    @Override
    public Integer call() {
        ClusterFile cluster = clusterOptions.clusterToCompareOn();
        if (cluster.selection() instanceof Selection.All) {
            return new ComparisonRun(cluster, options, placement.everywhere()).run(json, report);
        }
        if (report != null) {
            throw new InputException("--report goes with --strategy all; --json has the numbers of"
                    + " one strategy");
        }
        return measure(cluster);
    }

    private int measure(ClusterFile cluster) {
        List<String> workload = options.words();
        PrintStream out = json ? new PrintStream(PrintStream.nullOutputStream()) : System.out;
        out.printf(
                "# strategy %s, %d workers: %s%n",
                cluster.chosen().choice().describe(), cluster.workers(), cluster.toTopology());
        BenchTable table = new BenchTable(cluster.workers(), options.numbers(), out);
        table.printHead();
        Verdict verdict = new Verdict(event -> {
            if (event instanceof Event.Measured measured) {
                table.add(measured);
            }
        });
        LocalRun.run(cluster, placement.everywhere(), workload, List.of(), verdict);
        if (json) {
            System.out.println(Json.write(asTree(cluster, table)));
        }
        verdict.check();
        return 0;
    }

    private Map<String, Object> asTree(ClusterFile cluster, BenchTable table) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("strategy", cluster.strategy());
        tree.put("workers", cluster.workers());
        tree.put("topology", cluster.toTopology().toString());
        BenchNumbers numbers = options.numbers();
        tree.put("type", numbers.type().label());
        tree.put("op", numbers.kind().name().toLowerCase(Locale.ROOT));
        tree.put("wireBits", numbers.options().wire().bits());
        tree.put("rows", table.rows());
        tree.put("operations", options.workload().operationsOfEachSize());
        tree.put("links", LinkView.of(cluster.toTopology(), operations(cluster)));
        return tree;
    }

    /**
     * All that has been run of each size, verification included. What {@link WarmUp} sends is not,
     * since it is as much as it takes: with {@code -w 0} there is none.
     */
    private List<Operations> operations(ClusterFile cluster) {
        ChosenPlans plans = cluster.chosen();
        BenchWorkload workload = options.workload();
        long times = workload.operationsOfEachSize();
        return workload.elements().stream()
                .flatMap(elements -> Operations.of(
                        plans.withOrder(elements),
                        workload.numbers().terms(elements, cluster.workers()),
                        cluster.fragmentElements(),
                        times)
                        .stream())
                .toList();
    }
}
