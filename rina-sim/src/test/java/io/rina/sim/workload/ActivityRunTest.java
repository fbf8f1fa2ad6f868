package io.rina.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.plan.RankSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivityRunTest {
    private static final RankSet ALL = RankSet.of(0, 1, 2, 3);
    private static final RankSet PAIR = RankSet.of(0, 1);

    private final ActivityGraph.Builder graph = new ActivityGraph.Builder("test");

    private int sum(String name, RankSet ranks, int... after) {
        return graph.communicate(name, CollectiveKind.ALL_REDUCE, ranks, 8, after);
    }

    @Test
    void shouldComputeOneActivityAtATimeInTheOrderOfTheGraph() {
        graph.compute("a", 10);
        int b = graph.compute("b", 20);
        graph.compute("c", 30, b);
        ActivityRun run = new ActivityRun(graph.build(), 1);
        assertThat(Drive.withOperationsOf(run, 0)).isEqualTo(60);
        assertThat(run.idlePs()).isEqualTo(0);
    }

    @Test
    void shouldComputeOnTheHostBesideTheAccelerator() {
        graph.compute("a", 10);
        graph.add(new Activity.Compute("b", List.of(), true, 25));
        ActivityRun run = new ActivityRun(graph.build(), 1);
        assertThat(Drive.withOperationsOf(run, 0)).isEqualTo(25);
        assertThat(run.idlePs()).isEqualTo(15);
    }

    @Test
    void shouldTakePartInOneOperationOfTheSameRanksAtATime() {
        sum("a", ALL);
        sum("b", ALL);
        sum("c", PAIR);
        ActivityRun run = new ActivityRun(graph.build(), 1);
        assertThat(Drive.withOperationsOf(run, 10)).isEqualTo(20);
    }

    @Test
    void shouldNotLetAnOperationOvertakeAnEarlierOneOfTheSameRanks() {
        // b could start at once, but another rank may be ready for a first.
        int slow = graph.compute("slow", 100);
        sum("a", ALL, slow);
        sum("b", ALL);
        ActivityRun run = new ActivityRun(graph.build(), 1);
        run.start(0);
        assertThat(run.poll()).isEqualTo(ActivityRun.NONE);
        run.onTimer(100);
        assertThat(run.poll()).isEqualTo(1);
        assertThat(run.poll()).isEqualTo(ActivityRun.NONE);
        run.onCompleted(1, 130);
        assertThat(run.poll()).isEqualTo(2);
        assertThat(run.poll()).isEqualTo(ActivityRun.NONE);
    }

    @Test
    void shouldGoOnComputingWhenAnOperationThatItWaitsForIsDone() {
        int first = graph.compute("first", 10);
        int gathered = sum("gather", ALL, first);
        graph.compute("second", 10, gathered);
        ActivityRun run = new ActivityRun(graph.build(), 1);
        assertThat(Drive.withOperationsOf(run, 7)).isEqualTo(27);
        assertThat(run.idlePs()).isEqualTo(7);
    }

    @Test
    void shouldTakeActivitiesThatTakeNoTime() {
        int last = graph.compute("0", 0);
        for (int i = 1; i < 1_000; i++) {
            last = graph.compute("" + i, 0, last);
        }
        ActivityRun run = new ActivityRun(graph.build(), 1);
        assertThat(Drive.withOperationsOf(run, 0)).isEqualTo(0);
    }

    @Test
    void shouldBeDoneAtOnceWithoutActivities() {
        ActivityRun run = new ActivityRun(graph.build(), 1);
        run.start(5);
        assertThat(run.isDone()).isTrue();
        assertThat(run.donePs()).isEqualTo(5);
        assertThat(run.deadlinePs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldSayWhatItWaitsFor() {
        sum("gradients", PAIR, graph.compute("slow", 100));
        ActivityRun run = new ActivityRun(graph.build(), 1);
        run.start(0);
        assertThat(run.waiting()).containsExactly("gradients of {0,1}");
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        ActivityRun run = new ActivityRun(graph.build(), 1);
        run.start(0);
        sum("a", ALL);
        ActivityRun other = new ActivityRun(graph.build(), 1);
        other.start(0);
        assertThatThrownBy(() -> other.onCompleted(0, 0))
                .hasMessage("activity 0, a, is not under way");
        assertThatThrownBy(() -> new ActivityRun(graph.build(), Double.NaN))
                .hasMessageContaining("NaN times as long");
        graph.compute("b", 1, 5);
        assertThatThrownBy(graph::build)
                .hasMessageContaining("activity 1, b, of test waits for activity 5");
    }
}
