package io.rina.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rina.cli.CliRun;
import io.rina.plan.Framing;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Strategies;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.NetworkObserver;
import io.rina.sim.net.Placement;
import io.rina.sim.run.Outcome;
import io.rina.sim.run.Result;
import io.rina.sim.run.Simulation;
import io.rina.sim.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of other simulators were hurt by, and must not meet in this one. */
class SimulatorCasesTest {
    /** An all-reduce; every key has a value that is not the standard one. */
    private static final String SUM = """
            topology: {kind: leaf-spine, leaves: 4, hostsPerLeaf: 4, spines: 2}
            links: {hostRate: 10G, hostDelay: 1us, coreRate: 20G, coreDelay: 1us}
            buffers: {bytes: 4MB, markAbove: 60KB}
            ina: {switches: all, core: false, slots: 8192, frameTime: 10ns, latency: 100ns}
            strategy: rina
            workload: {allReduce: 500KB, iterations: 1}
            jobs: {count: 1, workers: 16, placement: packed}
            background: {flows: 0}
            transport: {window: 64, timeout: 5ms, frameTime: 10ns, dcqcn: false}
            """;
    /** Training, of which a part of the sums is hidden. */
    private static final String TRAINING = """
            topology: {kind: leaf-spine, leaves: 2, hostsPerLeaf: 2, spines: 1}
            links: {hostRate: 100G, hostDelay: 1us, coreRate: 100G, coreDelay: 1us}
            strategy: ring
            ina: {switches: none}
            workload: {model: resnet50, computeTime: 20ms, buckets: 25MiB, firstBucket: 1MiB}
            stragglers: none
            mode: flows
            """;
    /** Fifteen flows into one host. */
    private static final String INCAST = """
            topology: {kind: leaf-spine, leaves: 4, hostsPerLeaf: 4, spines: 4}
            links: {hostRate: 10G, hostDelay: 1us, coreRate: 10G, coreDelay: 1us}
            buffers: {bytes: 1MB, markAbove: 150KB}
            transport: {timeout: 2ms}
            workload: {incast: 64KB, to: 0}
            """;

    @TempDir
    private Path folder;

    private Scenario scenario(String yaml, String... settings) throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, yaml);
        Map<String, String> overrides = new LinkedHashMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            overrides.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return ScenarioFile.read(file, overrides).points().getFirst().scenario();
    }

    private Result run(String yaml, String... settings) throws IOException {
        return done(Simulation.run(scenario(yaml, settings)));
    }

    private static Result done(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done) outcome).result();
    }

    private static double seconds(Result result) {
        return result.iterationPs() / 1e12;
    }

    /** A value of a key that makes the time of an iteration so many times as long, at least. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "links.hostRate=5G|1.9",
                "links.hostDelay=100us|1.5",
                "links.coreRate=2G|1.9",
                "links.coreDelay=100us|1.5",
                "ina.slots=32|1.15",
                "ina.frameTime=3us|1.5",
                "ina.latency=100us|1.3",
                "strategy=h-ar|1.5",
                "workload.allReduce=1MB|1.8",
                "background.flows=8|1.1",
                "transport.window=4|1.3",
                "transport.frameTime=3us|1.5"
            })
    void shouldBeSlowerByWhatIsMadeWorse(String settings, double least) throws IOException {
        double usual = seconds(run(SUM));
        double changed = seconds(run(SUM, settings.split(" ", -1)));
        assertThat(changed / usual).isNotEqualTo(1).isGreaterThan(least);
    }

    @ParameterizedTest
    @CsvSource({
        // Twice the racks bring twice the bytes, and a little more for a longer ring. In a rack
        // twice as large the ToR's bytes over the core stay the same.
        "topology.leaves=8 jobs.workers=32, 1.95, 2.3",
        "topology.hostsPerLeaf=8 jobs.workers=32, 1.4, 1.9",
        "jobs.workers=4, 0.05, 0.25",
        "workload.iterations=2, 1.98, 2.02"
    })
    void shouldMoveMoreBytesForMoreWorkers(String settings, double least, double most)
            throws IOException {
        long usual = run(SUM).traffic().wireBytes();
        long changed = run(SUM, settings.split(" ", -1)).traffic().wireBytes();
        assertThat((double) changed / usual).isBetween(least, most);
    }

    @Test
    void shouldBeFasterWhereMoreSwitchesAggregate() throws IOException {
        double all = seconds(run(SUM, "strategy=rina-hops"));
        assertThat(seconds(run(SUM, "strategy=rina-hops", "ina.switches=none")))
                .isGreaterThan(1.3 * all);
        assertThat(seconds(run(SUM, "strategy=rina-hops", "ina.switches=2")))
                .isGreaterThan(1.3 * all);
    }

    @Test
    void shouldBeFasterWhereTheCoreAggregatesToo() throws IOException {
        assertThat(seconds(run(SUM, "strategy=switchml", "ina.core=true")))
                .isLessThan(seconds(run(SUM, "strategy=switchml")) / 1.1);
    }

    @Test
    void shouldUseMoreSpinesWhereTheyAreTheBottleneck() throws IOException {
        String shift = INCAST.replace("incast: 64KB, to: 0", "shift: 1MB, by: 4");
        assertThat(seconds(run(shift, "topology.spines=1")))
                .isGreaterThan(1.2 * seconds(run(shift)));
    }

    @ParameterizedTest
    @CsvSource({
        "buffers.bytes=20KB",
        "buffers.markAbove=500KB",
        "buffers.shared=60KB",
        "buffers.shared=200KB buffers.alpha=0.125"
    })
    void shouldLoseMorePacketsWhereBuffersAreSmallOrMarkLate(String settings) throws IOException {
        String usual = "buffers.bytes=200KB buffers.markAbove=20KB";
        assertThat(lost(usual)).isLessThan(lost(usual + " " + settings));
    }

    private long lost(String settings) throws IOException {
        return run(INCAST, settings.split(" ", -1)).traffic().lost();
    }

    @Test
    void shouldRefuseAThresholdOfNoSharedBuffer() {
        assertThatThrownBy(() -> run(INCAST, "buffers.alpha=2"))
                .hasMessageContaining("buffers.alpha: is of a shared buffer: say shared:");
        assertThatThrownBy(() -> run(INCAST, "buffers.shared=1MB", "buffers.alpha=much"))
                .hasMessageContaining("buffers.alpha: 'much' is no number such as 0.5");
    }

    @Test
    void shouldLoseNothingWherePortsPauseInTime() throws IOException {
        String small = "buffers.bytes=200KB buffers.markAbove=500KB";
        assertThat(lost(small)).isPositive();
        assertThat(lost(small + " buffers.pauseAbove=20KB")).isEqualTo(0);
        assertThat(run(INCAST, "buffers.pauseAbove=20KB", "buffers.resumeBelow=1KB"))
                .isNotEqualTo(run(INCAST, "buffers.pauseAbove=20KB"));
        assertThatThrownBy(() -> run(INCAST, "buffers.resumeBelow=1KB"))
                .hasMessageContaining(
                        "buffers.resumeBelow: is of ports that pause: say pauseAbove:");
        assertThatThrownBy(() -> run(INCAST, "buffers.pauseAbove=1KB", "buffers.resumeBelow=2KB"))
                .hasMessageContaining("pauses above 1000 bytes cannot go on at 2000");
    }

    /** Five switches in a circle, and what each host sends goes two further on. */
    @Test
    void shouldEndWithTheNameOfADeadlockWherePausesGoRound() throws IOException {
        StringBuilder ring = new StringBuilder("10 5 10\n5 6 7 8 9\n");
        for (int i = 0; i < 5; i++) {
            ring.append(i).append(' ').append(5 + i).append(" 10Gbps 1us 0\n");
            ring.append(5 + i).append(' ').append(5 + (i + 1) % 5).append(" 10Gbps 1us 0\n");
        }
        Files.writeString(folder.resolve("ring.txt"), ring);
        String shift = """
                topology: {kind: ns3, file: ring.txt}
                buffers: {markAbove: 100MB}
                workload: {shift: 4MB, by: 2}
                """;
        assertThat(run(shift).traffic().lost()).isEqualTo(0);
        Outcome outcome = Simulation.run(scenario(shift, "buffers.pauseAbove=30KB"));
        assertThat(outcome).isInstanceOf(Outcome.Unfinished.class);
        assertThat(((Outcome.Unfinished) outcome).why())
                .startsWith("a deadlock of pauses: in a circle wait switch ")
                .contains("; waiting: the flow from host");
    }

    @Test
    void shouldWaitLongerForLostPacketsWhenTheTimeoutIsLonger() throws IOException {
        String[] lossy = {"buffers.bytes=15KB", "buffers.markAbove=15KB"};
        Result usual = run(INCAST, lossy);
        assertThat(usual.traffic().lost()).isPositive();
        assertThat(seconds(run(INCAST, lossy[0], lossy[1], "transport.timeout=50ms")))
                .isGreaterThan(2 * seconds(usual));
    }

    @Test
    void shouldMarkLessWhereCardsKeepToTheRatesOfDcqcn() throws IOException {
        String[] incast = {"strategy=ps", "ina.switches=none", "buffers.markAbove=20KB"};
        Result usual = run(SUM, incast);
        Result kept = run(SUM, incast[0], incast[1], incast[2], "transport.dcqcn=true");
        assertThat(kept.traffic().peakQueuePs()).isLessThan(usual.traffic().peakQueuePs());
        assertThat(kept.iterationPs()).isNotEqualTo(usual.iterationPs());
    }

    @Test
    void shouldMarkAndLoseLessWhereWindowsShrink() throws IOException {
        String[] incast = {
            "strategy=ps:1",
            "ina.switches=none",
            "buffers.markAbove=60KB",
            "buffers.bytes=200KB",
            "workload.allReduce=100KB",
            "transport.windowPolicy=fixed"
        };
        Result fixed = run(SUM, incast);
        incast[incast.length - 1] = "transport.windowPolicy=aimd";
        Result shrinking = run(SUM, incast);
        assertThat(fixed.traffic().lost()).isPositive();
        assertThat(shrinking.traffic().lost()).isEqualTo(0);
        assertThat(shrinking.iterationPs()).isLessThan(fixed.iterationPs() / 2);
        incast[incast.length - 1] = "transport.windowPolicy=aimd:20";
        assertThat(run(SUM, incast)).isNotEqualTo(shrinking);
        assertThatThrownBy(() -> run(SUM, "transport.windowPolicy=cubic"))
                .hasMessageContaining("transport.windowPolicy: there is no window policy 'cubic'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "buffers.bytes=1MB",
                "buffers.markAbove=1MB",
                "buffers.shared=1MB",
                "buffers.pauseAbove=30KB",
                "transport.window=4",
                "transport.windowPolicy=aimd",
                "transport.timeout=5ms",
                "transport.frameTime=1us",
                "transport.dcqcn=true",
                "ina.slots=100",
                "ina.frameTime=1us",
                "ina.latency=1us"
            })
    void shouldRefuseWithoutPacketsWhatOnlyPacketsMeet(String setting) throws IOException {
        String key = setting.substring(0, setting.indexOf('='));
        for (String mode : List.of("flows", "links")) {
            assertThatThrownBy(() -> run(TRAINING, "mode=" + mode, setting))
                    .hasMessageContaining(key + ": changes nothing without packets");
        }
        String compared = TRAINING.replace("mode: flows", "sweep: {mode: [flows, packets]}");
        assertThat(scenario(compared, setting).mode()).isEqualTo(Scenario.Mode.FLOWS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload.computeTime=40ms|1.5",
                "workload.model=vgg16|2",
                "workload.buckets=200MiB|1.05",
                "workload.overlap=false|1.05",
                "workload.numberBytes=8|1.1",
                "stragglers=uniform:1|1.2",
                "links.hostRate=10G|2"
            })
    void shouldTrainMoreSlowlyByWhatIsMadeWorse(String setting, double least) throws IOException {
        assertThat(seconds(run(TRAINING, setting)) / seconds(run(TRAINING))).isGreaterThan(least);
    }

    @Test
    void shouldSumTheFirstBucketEarlierWhenItIsSmaller() throws IOException {
        assertThat(seconds(run(TRAINING, "workload.firstBucket=25MiB")))
                .isNotEqualTo(seconds(run(TRAINING)));
    }

    @Test
    void shouldRunEachIterationAndEachJob() throws IOException {
        Result result = run(SUM, "workload.iterations=3", "jobs.count=2", "jobs.workers=8");
        assertThat(result.jobs()).hasSize(2).allMatch(job -> job.iterationsPs().size() == 3);
        Result spread = run(
                SUM,
                "workload.iterations=3",
                "jobs.count=2",
                "jobs.workers=8",
                "jobs.placement=spread");
        assertThat(spread.traffic().wireBytes()).isGreaterThan(result.traffic().wireBytes());
    }

    @Test
    void shouldSendFlowsWhereTheScenarioSays() throws IOException {
        assertThat(run(INCAST, "workload.to=5").flows()).allMatch(flow -> flow.to() == 5);
        double usual = seconds(run(INCAST));
        assertThat(seconds(run(INCAST, "workload.incast=640KB")) / usual).isBetween(8.0, 11.0);
        assertThat(seconds(run(INCAST, "topology.leaves=2")) / usual).isBetween(0.4, 0.55);
        String shift = INCAST.replace("incast: 64KB, to: 0", "shift: 64KB, by: 1");
        assertThat(run(shift, "workload.by=3").flows())
                .allMatch(flow -> flow.to() == (flow.from() + 3) % 16);
    }

    @Test
    void shouldDependOnTheSeedWhereAnythingIsDrawn() throws IOException {
        assertThat(run(SUM, "background.flows=3", "seed=2"))
                .isNotEqualTo(run(SUM, "background.flows=3", "seed=3"));
        assertThat(run(TRAINING, "stragglers=uniform:1", "seed=2"))
                .isNotEqualTo(run(TRAINING, "stragglers=uniform:1", "seed=3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topology.leafs",
                "links.rate",
                "buffers.size",
                "ina.slot",
                "workload.size",
                "jobs.hosts",
                "background.bytes",
                "transport.mtu",
                "modes"
            })
    void shouldRefuseAKeyThatMeansNothing(String key) throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, SUM);
        CliRun run = CliRun.of(
                "simulate",
                file.toString(),
                "--set",
                key + "=1",
                "--out",
                folder.resolve("out").toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--set " + key + ": there is no such key here");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ring", "rina", "rina-striped", "rina-hops", "ps", "atp", "double-tree"})
    void shouldEndWithRightSumsThoughPacketsAreLost(String strategy) throws IOException {
        // A wrong sum is an exception; a run that hangs is not done.
        Result lossy = run(
                SUM,
                "strategy=" + strategy,
                "buffers.bytes=20KB",
                "workload.allReduce=300KB",
                "workload.iterations=1");
        assertThat(lossy.iterationPs()).isPositive();
        assertThat(lossy.traffic().lost() > 0 || !strategy.equals("ps")).isTrue();
    }

    @Test
    void shouldNameWhatIsBlockedAndExitWithAnError() throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, INCAST);
        CliRun run = CliRun.of(
                "simulate",
                file.toString(),
                "--set",
                "limit=100us",
                "--out",
                folder.resolve("out").toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        "not done after 0.0001 s",
                        "the flow from host 1 to host 0 with",
                        "11 more");
    }

    @Test
    void shouldPutOtherBytesOnLinksForEachStrategy() throws IOException {
        List<List<Long>> seen = new ArrayList<>();
        for (String strategy : List.of(
                "ring",
                "rina",
                "rina-striped",
                "rina-hops",
                "ps",
                "atp",
                "h-ar",
                "halving-doubling",
                "double-tree",
                "switchml")) {
            seen.add(Arrays.stream(linkBytes(scenario(SUM, "strategy=" + strategy)))
                    .boxed()
                    .toList());
        }
        assertThat(seen).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"leaf-spine, 16", "fat-tree, 16", "dragonfly, 12"})
    void shouldCountNoSwitchAsAWorker(String kind, int hosts) throws IOException {
        String topology = switch (kind) {
            case "fat-tree" -> "{kind: fat-tree, k: 4}";
            case "dragonfly" -> "{kind: dragonfly, p: 2, a: 2, h: 1}";
            default -> "{kind: leaf-spine, leaves: 4, hostsPerLeaf: 4, spines: 2}";
        };
        Scenario scenario = scenario("topology: " + topology + "\nworkload: {allReduce: 1MB}\n"
                + "strategy: ring\nina: {switches: none}\n");
        assertThat(scenario.jobs().workers()).isEqualTo(hosts);
        assertThat(scenario.fabric().hosts()).isEqualTo(hosts);
        // 2 (N-1)/N of the bytes leave each host, so that more members would be seen.
        long fragments = 1_000_000 / 1_408 + 1;
        double once = 2.0 * (hosts - 1) / hosts * fragments * 1_514;
        long[] bytes = linkBytes(scenario);
        for (int host = 0; host < hosts; host++) {
            assertThat((double) bytes[scenario.fabric().uplink(host)])
                    .isBetween(once * 0.98, once * 1.06);
        }
    }

    /** Wire bytes of all packets, control frames included, by link. */
    private static long[] linkBytes(Scenario scenario) {
        long[] bytes = new long[scenario.fabric().links().size()];
        done(Simulation.run(scenario, new NetworkObserver() {
            @Override
            public void onPacket(
                    long nowPs, int link, int wireBytes, boolean marked, long startPs, long endPs) {
                bytes[link] += wireBytes;
            }
        }));
        return bytes;
    }

    /** Frames with payload are those of 1,514 bytes; a plan's are of that length all. */
    @ParameterizedTest
    @ValueSource(strings = {"ring", "rina", "rina-striped", "rina-hops", "switchml", "ps", "h-ar"})
    void shouldPutOnLinksThePlansBytesAndEndWithTheirLastPacket(String strategy)
            throws IOException {
        int fragments = 1_600;
        Scenario scenario = scenario(
                SUM,
                "strategy=" + strategy,
                "workload.allReduce=" + fragments * 1_408,
                "workload.iterations=1",
                "buffers.bytes=400MB",
                "transport.timeout=1s");
        long[] bytes = new long[scenario.fabric().links().size()];
        long[] lastPs = new long[1];
        Result result = done(Simulation.run(scenario, new NetworkObserver() {
            @Override
            public void onPacket(
                    long nowPs, int link, int wireBytes, boolean marked, long startPs, long endPs) {
                if (wireBytes > 1_000) {
                    bytes[link] += wireBytes;
                    lastPs[0] = Math.max(
                            lastPs[0],
                            endPs + scenario.fabric().links().get(link).speed().delayPs());
                }
            }
        }));
        Fabric fabric = scenario.fabric();
        Placement placement = Placement.inOrder(fabric, 16, rack -> true);
        Plan plan = Strategies.named(strategy).plan(placement.topology());
        PlanCost cost = new PlanCost(plan, fragments * 352L, 352);
        for (int rank = 0; rank < 16; rank++) {
            assertThat(bytes[fabric.uplink(rank)]).isEqualTo(cost.hostUp(rank).bytes(Framing.WIRE));
            assertThat(bytes[fabric.downlink(rank)])
                    .isEqualTo(cost.hostDown(rank).bytes(Framing.WIRE));
        }
        // What comes last may be a receipt, and a host takes 10 ns for a frame.
        assertThat((double) result.totalPs()).isCloseTo((double) lastPs[0], within(20e6));
    }

    @Test
    void shouldTakeAsLongAsTheSlowestFlow() throws IOException {
        Result result = run(INCAST);
        assertThat(result.totalPs())
                .isEqualTo(result.flows().stream()
                        .mapToLong(Result.FlowTime::endPs)
                        .max()
                        .orElseThrow());
    }

    @Test
    void shouldSayWhereComputingHidesEveryStrategy() throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(
                file,
                TRAINING.replace("strategy: ring\n", "").replace("ina: {switches: none}\n", "")
                        + "sweep: {strategy: [ring, rina], workload.computeTime: [1ms, 10s]}\n");
        CliRun run = CliRun.of(
                "simulate", file.toString(), "--out", folder.resolve("out").toString());
        assertThat(run.out()).contains("compute-bound, so that no strategy", "point 2, 4\n");
        ToDoubleFunction<String> field = line -> Double.parseDouble(line.split(",", -1)[4]);
        List<String> lines = Files.readAllLines(folder.resolve("out").resolve("results.csv"));
        assertThat(field.applyAsDouble(lines.get(2)) / field.applyAsDouble(lines.get(4)))
                .isCloseTo(1, within(0.01));
    }
}
