package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterOptions;
import io.rina.cli.plan.LinkView;
import io.rina.cli.plan.Operations;
import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code rina bench}: all-reduces of several sizes on a cluster of processes on this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure all-reduces of several sizes, with all processes on this machine.",
            "The table and the letters of the options are those of nccl-tests. Times are medians"
                    + " of the slowest rank; algbw is bytes over time, busbw is algbw times"
                    + " 2(N-1)/N."
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

    @Override
    public Integer call() {
        ClusterFile cluster = clusterOptions.cluster();
        List<String> workload = options.words();
        PrintStream out = json ? new PrintStream(PrintStream.nullOutputStream()) : System.out;
        out.printf(
                "# strategy %s, %d workers: %s%n",
                cluster.plan().strategy(), cluster.workers(), cluster.toTopology());
        BenchTable table = new BenchTable(cluster.workers(), options.numbers(), out);
        table.printHead();
        Verdict verdict = new Verdict(event -> {
            if (event instanceof Event.Measured measured) {
                table.add(measured);
            }
        });
        LocalRun.run(cluster, placement.everywhere(), workload, List.of(), verdict);
        if (json) {
            System.out.println(JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValueAsString(asTree(cluster, table)));
        }
        verdict.check();
        return 0;
    }

    private Map<String, Object> asTree(ClusterFile cluster, BenchTable table) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("strategy", cluster.plan().strategy());
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
        List<Plan> plans = List.of(
                cluster.plan(), Strategies.named("ring").plan(cluster.plan().topology()));
        BenchWorkload workload = options.workload();
        long times = workload.operationsOfEachSize();
        return workload.elements().stream()
                .map(elements -> workload.numbers().terms(elements, cluster.workers()))
                .flatMap(terms ->
                        Operations.of(plans, terms, cluster.fragmentElements(), times).stream())
                .toList();
    }
}
