package io.rina.cli.run;

import io.rina.cli.cluster.ChosenPlans;
import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterFile.ClusterRack;
import io.rina.cli.plan.Operations;
import io.rina.cli.report.NodeTraffic;
import io.rina.cli.report.PlanShape;
import io.rina.cli.report.TrainReport;
import io.rina.cli.report.TrainReport.RankReport;
import io.rina.cli.report.TrainReport.Step;
import io.rina.cli.report.TrainReport.SwitchReport;
import io.rina.cli.text.Version;
import io.rina.engine.Counter;
import io.rina.plan.Topology;
import io.rina.plan.time.OperationTime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Makes the report of a training job from its outcome. */
record ReportWriter(
        ClusterFile cluster, ChosenPlans plans, TrainOptions options, TrainOutcome outcome) {
    TrainReport report() {
        Event.Trained first = outcome.first();
        return new TrainReport(
                "Fashion-MNIST by " + cluster.strategy() + " on " + cluster.workers()
                        + " workers in " + cluster.racks().size() + " racks",
                command(),
                settings(),
                PlanShape.of(plans.plan(largestOperation(first))),
                new TrainReport.Outcome(
                        first.testAccuracy(),
                        first.testImages(),
                        first.samplesPerSecond(),
                        first.communicationShare(),
                        first.trainingSeconds(),
                        predictedMs(first)),
                steps(first.losses()),
                ranks(),
                switches(),
                traffic(first),
                TrainReport.Environment.here(Version.number()));
    }

    private static int largestOperation(Event.Trained first) {
        return first.operations().stream()
                .mapToInt(Event.Operations::elements)
                .max()
                .orElse(0);
    }

    /** Of the all-reduces of a step. */
    private double predictedMs(Event.Trained first) {
        double ns = 0;
        for (Event.Operations some : first.operations()) {
            ns += some.times()
                    * OperationTime.ofFloats(
                                    plans.plan(some.elements()),
                                    some.elements(),
                                    cluster.fragmentElements(),
                                    cluster.costs())
                            .totalNs();
        }
        return ns / 1e6 / first.losses().size();
    }

    private String command() {
        List<String> words = options.words();
        return "./rina train " + ClusterWords.of(cluster) + " --strategy " + cluster.strategy()
                + " " + String.join(" ", words.subList(1, words.size()));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("strategy", strategy());
        settings.put("racks", cluster.toTopology().toString());
        List<String> words = options.words();
        for (int i = 1; i < words.size(); i += 2) {
            settings.put(words.get(i).replaceFirst("^--", ""), words.get(i + 1));
        }
        return settings;
    }

    private String strategy() {
        String taken = plans.choice().describe();
        return taken.equals(cluster.strategy()) ? taken : cluster.strategy() + ": " + taken;
    }

    /** By step, the mean over the ranks. */
    private List<Step> steps(List<Float> losses) {
        List<List<Event.Step>> byStep = new ArrayList<>();
        for (int i = 0; i < losses.size(); i++) {
            byStep.add(new ArrayList<>());
        }
        outcome.steps().forEach(step -> byStep.get(step.step()).add(step));
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < losses.size(); i++) {
            steps.add(mean(byStep.get(i), losses.get(i)));
        }
        return steps;
    }

    private static Step mean(List<Event.Step> some, double loss) {
        return new Step(
                loss,
                meanMs(some, Event.Step::computeNs),
                meanMs(some, Event.Step::communicateNs),
                meanMs(some, Event.Step::updateNs));
    }

    private static double meanMs(List<Event.Step> some, ToLongFunction<Event.Step> part) {
        return some.stream().mapToLong(part).average().orElse(0) / 1e6;
    }

    private List<RankReport> ranks() {
        return outcome.trained().values().stream().map(this::rank).toList();
    }

    private RankReport rank(Event.Trained trained) {
        List<Event.Step> own = outcome.steps().stream()
                .filter(step -> step.rank() == trained.rank())
                .toList();
        return new RankReport(
                trained.rank(),
                cluster.host(trained.rank()).name(),
                trained.parameterDigest(),
                mean(own, trained.losses().getLast()),
                counters("rank " + trained.rank()),
                trained.numbers());
    }

    private Map<Counter, Long> counters(String member) {
        return outcome.counters().getOrDefault(member, Map.of());
    }

    private List<SwitchReport> switches() {
        return switchNames().stream()
                .filter(name -> outcome.counters().containsKey("switch " + name))
                .map(name -> new SwitchReport(name, counters("switch " + name)))
                .toList();
    }

    /** Of the racks in order, then of the core: by number of node. */
    private List<String> switchNames() {
        return Stream.concat(cluster.racks().stream().map(ClusterRack::name), Stream.of("core"))
                .toList();
    }

    private List<NodeTraffic> traffic(Event.Trained first) {
        List<Operations> operations = new ArrayList<>();
        for (Event.Operations some : first.operations()) {
            operations.addAll(Operations.ofFloats(
                    plans.plan(some.elements()),
                    some.elements(),
                    cluster.fragmentElements(),
                    some.times()));
        }
        Topology topology = cluster.toTopology();
        List<NodeTraffic> traffic = new ArrayList<>();
        for (int rank = 0; rank < cluster.workers(); rank++) {
            traffic.add(NodeTraffic.of(topology, rank, operations, counters("rank " + rank)));
        }
        for (int number = 0; number < switchNames().size(); number++) {
            String member = "switch " + switchNames().get(number);
            if (outcome.counters().containsKey(member)) {
                traffic.add(NodeTraffic.of(
                        topology, topology.torNode(number), operations, counters(member)));
            }
        }
        return traffic;
    }
}
