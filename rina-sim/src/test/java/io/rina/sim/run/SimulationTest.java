package io.rina.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.rina.engine.WindowPolicy;
import io.rina.sim.net.BufferOptions;
import io.rina.sim.net.NetworkObserver;
import io.rina.sim.net.Processing;
import io.rina.sim.scenario.Background;
import io.rina.sim.scenario.Hosts;
import io.rina.sim.scenario.Jobs;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Scenario.Mode;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.Bucket;
import io.rina.sim.workload.Iteration;
import io.rina.sim.workload.Jitter;
import io.rina.sim.workload.Stragglers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {
    private static final int FRAGMENTS = 1_000;
    private static final Jobs ALL = new Jobs(1, 16, Jobs.Spread.PACKED);

    private static Result done(Scenario scenario) {
        return done(Simulation.run(scenario));
    }

    private static Result done(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done) outcome).result();
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void shouldTakeInEveryModeWhatEveryByteOnceEachWayTakes(Mode mode) {
        Result result = done(Scenarios.of(mode, "rina-hops", Scenarios.ina(4), FRAGMENTS));
        double expectedPs = FRAGMENTS * Scenarios.FRAGMENT_PS;
        assertThat((double) result.iterationPs()).isCloseTo(expectedPs, within(expectedPs * 0.03));
    }

    /** 100 us of compute, a bucket that is ready at 50 us and one at the end. */
    private static Workload training(int iterations) {
        long us = 1_000_000;
        List<Bucket> buckets = List.of(
                new Bucket("a", 50 * us, 20 * 1_408), new Bucket("b", 100 * us, 100 * 1_408));
        return new Workload.Training(
                new Iteration("two buckets", 30 * us, 100 * us, buckets), iterations, 1);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void shouldHideSumsBehindComputingInEveryMode(Mode mode) {
        Result result = done(Scenarios.of(
                mode, "switchml", Scenarios.ina(4), ALL, training(3), Stragglers.none(), 0));
        // 20 fragments take 24 us and are done before the others are ready.
        double expectedPs = 100e6 + 100 * Scenarios.FRAGMENT_PS;
        assertThat(result.jobs().getFirst().iterationsPs()).hasSize(3);
        // The way of a fragment comes on top, which leads over the core and back.
        assertThat((double) result.iterationPs()).isBetween(expectedPs * 0.999, expectedPs + 30e6);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void shouldWaitForStragglersAlikeInEveryMode(Mode mode) {
        Stragglers late = new Stragglers(new Jitter.Uniform(2), 5);
        double slowest = 0;
        for (int rank = 0; rank < 16; rank++) {
            slowest = Math.max(slowest, late.slowdown(rank, 0));
        }
        Result result =
                done(Scenarios.of(mode, "switchml", Scenarios.ina(4), ALL, training(1), late, 0));
        double expectedPs = 100e6 * slowest + 100 * Scenarios.FRAGMENT_PS;
        assertThat((double) result.iterationPs()).isBetween(expectedPs * 0.999, expectedPs + 30e6);
    }

    @Test
    void shouldNotMeetAnotherSimulationInTheSameProcess() {
        Scenario one = Scenarios.of(Mode.PACKETS, "rina", Scenarios.ina(2), 300);
        Scenario other = Scenarios.of(
                Mode.PACKETS,
                "ring",
                Scenarios.ina(0),
                ALL,
                training(2),
                new Stragglers(new Jitter.Uniform(0.5), 9),
                3);
        Outcome aloneOne = Simulation.run(one);
        Outcome aloneOther = Simulation.run(other);

        CompletableFuture<Outcome> first = CompletableFuture.supplyAsync(() -> Simulation.run(one));
        CompletableFuture<Outcome> second =
                CompletableFuture.supplyAsync(() -> Simulation.run(other));
        assertThat(first.join()).isEqualTo(aloneOne);
        assertThat(second.join()).isEqualTo(aloneOther);
    }

    @Test
    void shouldLeaveJobsOfOtherRacksAlone() {
        Workload sum = Workload.allReduce(300 * 1_408, 1);
        Result alone = done(Scenarios.of(
                Mode.PACKETS,
                "switchml",
                Scenarios.ina(4),
                new Jobs(1, 4, Jobs.Spread.PACKED),
                sum,
                Stragglers.none(),
                0));
        Result four = done(Scenarios.of(
                Mode.PACKETS,
                "switchml",
                Scenarios.ina(4),
                new Jobs(4, 4, Jobs.Spread.PACKED),
                sum,
                Stragglers.none(),
                0));
        assertThat(four.jobs()).hasSize(4).containsOnly(alone.jobs().getFirst());
    }

    @Test
    void shouldSpreadJobsOverRacksOrPackThem() {
        assertThat(new Jobs(2, 8, Jobs.Spread.SPREAD).hostsOf(1))
                .containsExactly(1, 3, 5, 7, 9, 11, 13, 15);
        assertThat(new Jobs(2, 8, Jobs.Spread.PACKED).hostsOf(1))
                .containsExactly(8, 9, 10, 11, 12, 13, 14, 15);
    }

    @Test
    void shouldBeSlowerBesideOtherTraffic() {
        Workload sum = Workload.allReduce(300 * 1_408, 1);
        Result alone = done(Scenarios.of(
                Mode.PACKETS, "ring", Scenarios.ina(0), ALL, sum, Stragglers.none(), 0));
        Result beside = done(Scenarios.of(
                Mode.PACKETS, "ring", Scenarios.ina(0), ALL, sum, Stragglers.none(), 4));
        assertThat(beside.iterationPs()).isGreaterThan(alone.iterationPs() * 11 / 10);
        assertThat(beside.traffic().backgroundBytes()).isPositive();
    }

    @Test
    void shouldCrossEachUplinkOnceWhereTheCoreAggregatesToo() {
        // docs/strategies.md: M at the first rack without, M with.
        Result without = done(Scenarios.of(Mode.PACKETS, "switchml", Scenarios.ina(4), FRAGMENTS));
        Result with = done(Scenarios.of(
                Mode.PACKETS, "switchml", Scenarios.ina(4, true, Integer.MAX_VALUE), FRAGMENTS));
        assertThat(without.traffic().busiestLinkBytes()).isEqualTo(3L * FRAGMENTS * 1_514);
        assertThat(with.traffic().busiestLinkBytes()).isEqualTo((long) FRAGMENTS * 1_514);
    }

    @Test
    void shouldNarrowTheWindowToTheSlotsOfASwitch() {
        // One channel at the ToR, of which each position takes two slots.
        Result result =
                done(Scenarios.of(Mode.PACKETS, "switchml", Scenarios.ina(4, false, 20), 100));
        assertThat(result.window()).isEqualTo(10);
        assertThat(Simulation.run(
                        Scenarios.of(Mode.PACKETS, "switchml", Scenarios.ina(4, false, 1), 100)))
                .isEqualTo(new Outcome.Refused("a switch needs 2 slots, and has 1"));
    }

    @Test
    void shouldSayWhyAStrategyHasNoPlan() {
        Outcome outcome =
                Simulation.run(Scenarios.of(Mode.PACKETS, "switchml", Scenarios.ina(3), 100));
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        assertThat(((Outcome.Refused) outcome).why()).contains("switch3");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void shouldStopAtTheLimit(Mode mode) {
        Scenario all = Scenarios.of(mode, "ring", Scenarios.ina(0), FRAGMENTS);
        Outcome outcome = Simulation.run(Scenarios.withLimit(all, 1_000_000));
        assertThat(outcome).isInstanceOf(Outcome.Unfinished.class);
        assertThat(((Outcome.Unfinished) outcome).why())
                .startsWith("not done after 0.000001 s of virtual time");
    }

    @Test
    void shouldNameTheRanksThatWaitAtTheLimit() {
        Scenario all = Scenarios.of(Mode.PACKETS, "switchml", Scenarios.ina(4), FRAGMENTS);
        assertThat(Simulation.run(Scenarios.withLimit(all, 1_000_000)))
                .isEqualTo(new Outcome.Unfinished("not done after 0.000001 s of virtual time;"
                        + " waiting: rank 0 at ToR switch0, rank 1 at ToR switch0, rank 2 at ToR switch0,"
                        + " rank 3 at ToR switch0 and 12 more"));
    }

    @Test
    void shouldTellAnObserverWhatRanksAndLinksDo() {
        List<String> activities = new ArrayList<>();
        long[] bytes = new long[1];
        NetworkObserver observer = new NetworkObserver() {
            @Override
            public void onPacket(
                    long nowPs, int link, int wireBytes, boolean marked, long startPs, long endPs) {
                bytes[0] += wireBytes;
                assertThat(startPs).isBetween(nowPs, endPs);
            }

            @Override
            public void onActivity(
                    long nowPs, int host, String name, boolean computes, long startPs) {
                if (host == 3) {
                    activities.add(name + (startPs < nowPs ? "" : ", in no time"));
                }
            }
        };
        Scenario scenario = Scenarios.of(
                Mode.PACKETS, "switchml", Scenarios.ina(4), ALL, training(1), Stragglers.none(), 0);
        Result watched = done(Simulation.run(scenario, observer));
        assertThat(watched).isEqualTo(done(scenario));
        assertThat(bytes[0]).isEqualTo(watched.traffic().wireBytes());
        assertThat(activities)
                .containsExactly(
                        "iteration 0, bucket 0", "iteration 0, compute", "iteration 0, bucket 1");
    }

    @ParameterizedTest
    @CsvSource({"switchml, 8, 1000", "switchml, 64, 1000", "switchml, 64, 5", "rina-hops, 64, 1000"
    })
    void shouldTellAnObserverHowManySlotsHoldAPosition(String strategy, int slots, int fragments) {
        Map<Integer, Integer> most = new HashMap<>();
        Map<Integer, Integer> last = new HashMap<>();
        NetworkObserver observer = new NetworkObserver() {
            @Override
            public void onSlots(long nowPs, int node, int inUse) {
                assertThat(inUse).isBetween(0, slots);
                most.merge(node, inUse, Math::max);
                last.put(node, inUse);
            }
        };
        Result result = done(Simulation.run(
                Scenarios.of(Mode.PACKETS, strategy, Scenarios.ina(4, false, slots), fragments),
                observer));
        // The four ToRs: at most a window for each channel, which is half of the slots, and in the
        // end none. A branch holds what is on its way to the root and back, 4 us at least.
        assertThat(most.keySet()).containsExactlyInAnyOrder(16, 17, 18, 19);
        int least = Math.min(3, Math.min(fragments, result.window()));
        assertThat(most.values()).allMatch(inUse -> inUse >= least && inUse <= slots / 2);
        assertThat(last.values()).containsOnly(0);
    }

    @Test
    void shouldRefuseOtherTrafficThatNothingSlowsDown() {
        Scenario plain = Scenarios.of(Mode.PACKETS, "ring", Scenarios.ina(0), 10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scenario(
                        plain.fabric(),
                        BufferOptions.endless(),
                        plain.deployment(),
                        "ring",
                        plain.jobs(),
                        plain.workload(),
                        plain.stragglers(),
                        new Background(1, 1),
                        new Hosts(1, new WindowPolicy.Fixed(), 1, Processing.NONE, false),
                        Mode.PACKETS,
                        1))
                .withMessageContaining("say above how many bytes they mark");
    }
}
