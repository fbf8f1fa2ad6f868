package io.rina.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.RankSet;
import io.rina.sim.net.BufferOptions;
import io.rina.sim.net.NetworkObserver;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.ActivityGraph;
import io.rina.sim.workload.CollectiveKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Four racks of four hosts at 10 Gbit/s under a core of 100 Gbit/s. */
class ActivitiesRunTest {
    private static final int RANKS = 16;
    private static final int FRAGMENT = 1_408;
    private static final long US = 1_000_000;

    /** What a rank does, by its number. */
    private interface Script {
        void write(int rank, ActivityGraph.Builder graph);
    }

    private static Scenario scenario(String strategy, Script script) {
        List<ActivityGraph> graphs = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ActivityGraph.Builder graph = new ActivityGraph.Builder("rank " + rank);
            script.write(rank, graph);
            graphs.add(graph.build());
        }
        return Scenarios.ofWorkload(
                new Workload.Activities(graphs),
                strategy,
                BufferOptions.endless(),
                10_000_000_000_000L);
    }

    private static Result run(String strategy, Script script) {
        Outcome outcome = Simulation.run(scenario(strategy, script));
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done) outcome).result();
    }

    /** The ranks of the rack of {@code rank}. */
    private static RankSet rack(int rank) {
        int first = rank / 4 * 4;
        return RankSet.of(first, first + 1, first + 2, first + 3);
    }

    /** Fragments over a host's link, by 4 ranks of a rack with 400 fragments each. */
    @ParameterizedTest
    @CsvSource({
        // Twice 3/4 of all; 3/4 of all; 3 times what each brings; 3/4 of all, where flows meet by
        // chance; all, once.
        "ALL_REDUCE, 600, 1.05",
        "REDUCE_SCATTER, 300, 1.05",
        "ALL_GATHER, 1200, 1.05",
        "ALL_TO_ALL, 300, 1.2",
        "BROADCAST, 400, 1.05",
        "REDUCE, 400, 1.05"
    })
    void shouldTakeWhatTheBytesOfEachCollectiveTake(
            CollectiveKind kind, int fragments, double most) {
        Result result = run(
                "ring",
                (rank, graph) -> graph.communicate("it", kind, rack(rank), 400L * FRAGMENT));
        double ps = fragments * Scenarios.FRAGMENT_PS;
        // Receipts take a little of the way back, and the first fragment its way.
        assertThat((double) result.totalPs()).isBetween(ps, ps * most + 20 * US);
    }

    @Test
    void shouldPutDifferentTrafficOnLinksForDifferentCollectives() {
        List<List<Long>> bytes = new ArrayList<>();
        for (CollectiveKind kind : CollectiveKind.values()) {
            long size = kind == CollectiveKind.BARRIER ? 0 : 400L * FRAGMENT;
            bytes.add(linkBytes((rank, graph) -> graph.communicate("it", kind, rack(rank), size)));
        }
        assertThat(bytes).doesNotHaveDuplicates();
    }

    private static List<Long> linkBytes(Script script) {
        List<Long> bytes =
                new ArrayList<>(Collections.nCopies(Scenarios.FABRIC.links().size(), 0L));
        Simulation.run(scenario("ring", script), new NetworkObserver() {
            @Override
            public void onPacket(
                    long nowPs, int link, int wireBytes, boolean marked, long startPs, long endPs) {
                bytes.set(link, bytes.get(link) + wireBytes);
            }
        });
        return bytes;
    }

    @Test
    void shouldComputeBesideWhatIsSummedAndWaitForIt() {
        Result result = run("ring", (rank, graph) -> {
            int forward = graph.compute("forward", (rank == 5 ? 200 : 100) * US);
            int sum = graph.communicate(
                    "sum", CollectiveKind.ALL_REDUCE, RankSet.firstOf(RANKS), FRAGMENT, forward);
            graph.compute("beside", 500 * US, forward);
            graph.compute("after", 100 * US, sum);
        });
        // The sum is done long before rank 5 has computed for 700 us, and then "after" runs.
        assertThat(result.totalPs()).isEqualTo(800 * US);
        assertThat(result.computePs()).isEqualTo(800 * US);
    }

    @Test
    void shouldRunGroupsBesideEachOther() {
        Script sums = (rank, graph) ->
                graph.communicate("sum", CollectiveKind.ALL_REDUCE, rack(rank), 400L * FRAGMENT);
        Result all = run("ring", sums);
        Result one = run("ring", (rank, graph) -> {
            if (rank < 4) {
                sums.write(rank, graph);
            }
        });
        assertThat(all.totalPs()).isEqualTo(one.totalPs());
        assertThat(all.traffic().wireBytes()).isEqualTo(4 * one.traffic().wireBytes());
    }

    @Test
    void shouldServeGroupsByTheStrategyOfTheirRacks() {
        // Every byte once each way, in place of 3/2.
        Result result = run(
                "switchml",
                (rank, graph) -> graph.communicate(
                        "sum", CollectiveKind.ALL_REDUCE, rack(rank), 400L * FRAGMENT));
        double ps = 400 * Scenarios.FRAGMENT_PS;
        assertThat((double) result.totalPs()).isBetween(ps, ps + 10 * US);
    }

    @Test
    void shouldTellAnObserverWhatRanksDo() {
        List<String> seen = new ArrayList<>();
        Scenario scenario = scenario(
                "ring",
                (rank, graph) -> graph.communicate(
                        "sum",
                        CollectiveKind.ALL_REDUCE,
                        RankSet.firstOf(RANKS),
                        FRAGMENT,
                        graph.compute("forward", 100 * US)));
        Simulation.run(scenario, new NetworkObserver() {
            @Override
            public void onActivity(
                    long nowPs, int host, String name, boolean computes, long startPs) {
                if (host == 7) {
                    seen.add(
                            name + " from " + startPs / US + (computes ? " to " + nowPs / US : ""));
                }
            }
        });
        assertThat(seen).containsExactly("forward from 0 to 100", "sum from 100");
    }

    @Test
    void shouldNameTheOperationsThatAreNotDone() {
        Scenario whole = scenario(
                "ring",
                (rank, graph) -> graph.communicate(
                        "gradients", CollectiveKind.ALL_REDUCE, rack(rank), 400L * FRAGMENT));
        Outcome outcome = Simulation.run(Scenarios.withLimit(whole, 50 * US));
        assertThat(outcome)
                .isEqualTo(new Outcome.Unfinished("not done after 0.00005 s of virtual time;"
                        + " waiting: rank 0 in gradients of {0,1,2,3}, rank 1 in gradients of"
                        + " {0,1,2,3}, rank 2 in gradients of {0,1,2,3}, rank 3 in gradients of"
                        + " {0,1,2,3} and 12 more"));
    }
}
