package io.rina.cli.report;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.plan.Operations;
import io.rina.cli.report.TrainReport.Environment;
import io.rina.cli.report.TrainReport.Outcome;
import io.rina.cli.report.TrainReport.RankReport;
import io.rina.cli.report.TrainReport.Step;
import io.rina.cli.report.TrainReport.SwitchReport;
import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Topology;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Reports with numbers that nobody measured, but that could be. To look at one:
 * {@code java ... io.rina.cli.report.InventedReport FOLDER SIZES INA STRATEGY}.
 */
final class InventedReport {
    private static final int STEPS = 470;
    private static final int ELEMENTS = 108_620;

    private InventedReport() {}

    /** For instance {@code target/demo 2,3,1 rack0 rina}. */
    public static void main(String[] args) {
        List<Integer> sizes =
                List.of(args[1].split(",")).stream().map(Integer::valueOf).toList();
        boolean lossy = args.length > 4;
        System.out.println(of(ClusterFile.local(sizes, args[2], args[3]), lossy)
                .write(Path.of(args[0], "report.html"))
                .toAbsolutePath());
    }

    static TrainReport of(ClusterFile cluster, boolean lossy) {
        Plan plan = cluster.plan();
        PlanCost cost = new PlanCost(plan, ELEMENTS, cluster.fragmentElements());
        List<Operations> operations = List.of(new Operations(cost, STEPS));
        Topology topology = plan.topology();
        List<RankReport> ranks = new ArrayList<>();
        List<SwitchReport> switches = new ArrayList<>();
        List<NodeTraffic> traffic = new ArrayList<>();
        for (int node = 0; node < topology.coreNode(); node++) {
            Map<Counter, Long> counters = counters(cost, topology, node, lossy && node % 2 == 1);
            if (node < topology.workers()) {
                ranks.add(rank(node, counters));
            } else if (topology.racks().get(node - topology.workers()).aggregates()) {
                String name = topology.racks().get(node - topology.workers()).name();
                switches.add(new SwitchReport(name, counters));
            } else {
                continue;
            }
            traffic.add(NodeTraffic.of(topology, node, operations, counters));
        }
        return new TrainReport(
                "Fashion-MNIST, " + topology.workers() + " workers",
                "./rina train --racks 2 --workers 2 --ina all --strategy " + plan.strategy()
                        + " --epochs 10 --batch 128 --rate 0.05 --seed 1",
                settings(plan),
                PlanShape.of(plan),
                new Outcome(0.871, 1000, 5421.3, 0.183, 11.07, 3.4),
                steps(),
                ranks,
                switches,
                traffic,
                new Environment(
                        "0.1.0-SNAPSHOT",
                        "OpenJDK 64-Bit Server VM 25.0.3",
                        "Linux 6.1.0 amd64",
                        2,
                        Instant.parse("2026-11-30T09:41:00Z")));
    }

    private static Map<String, String> settings(Plan plan) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("data", "embedded Fashion-MNIST, 6,000 images");
        settings.put("strategy", plan.strategy());
        settings.put("epochs", "10");
        settings.put("global batch", "128");
        settings.put("learning rate", "0.05");
        settings.put("momentum", "0.9");
        settings.put("seed", "1");
        settings.put("MTU", "1500");
        settings.put("pool", "128");
        return settings;
    }

    private static Map<Counter, Long> counters(
            PlanCost cost, Topology topology, int node, boolean lossy) {
        long frames = STEPS * cost.sentFrames(node);
        long bytes = 0;
        for (int to = 0; to < topology.nodes(); to++) {
            bytes += STEPS * cost.between(node, to).payloadBytes();
        }
        Map<Counter, Long> counters = new EnumMap<>(Counter.class);
        boolean host = node < topology.workers();
        counters.put(host ? Counter.DATA_SENT : Counter.RESULT_SENT, frames);
        counters.put(Counter.PAYLOAD_BYTES_SENT, bytes);
        counters.put(host ? Counter.CREDIT_SENT : Counter.RECEIPT_SENT, frames / 20);
        counters.put(Counter.FRAMES_RECEIVED, frames);
        if (lossy) {
            counters.put(Counter.DATA_RESENT, 212L);
            counters.put(Counter.DUPLICATE, 187L);
            counters.put(Counter.OLD_POSITION, 3L);
        }
        return counters;
    }

    private static RankReport rank(int rank, Map<Counter, Long> counters) {
        double slow = 1 + 0.04 * (rank % 3);
        return new RankReport(
                rank,
                "worker" + rank,
                "3f2a9c01d77be4516a0b8c9d2e4f60718293a4b5c6d7e8f90112233445566778",
                new Step(0.35, 17.9 * slow, 4.2 / slow, 0.6),
                counters,
                new NumberReport(0, 0, 12 + rank, 41_235 + 97L * rank));
    }

    private static List<Step> steps() {
        SplittableRandom random = new SplittableRandom(1);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            double loss = 0.32 + 1.98 * Math.exp(-i / 45.0) + 0.09 * (random.nextDouble() - 0.5);
            double warmUp = 30 * Math.exp(-i / 8.0);
            steps.add(new Step(
                    loss,
                    17.5 + warmUp + 2 * random.nextDouble(),
                    3.6 + warmUp / 4 + 1.5 * random.nextDouble(),
                    0.6));
        }
        return steps;
    }
}
