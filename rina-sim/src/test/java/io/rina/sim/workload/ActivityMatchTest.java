package io.rina.sim.workload;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rina.plan.RankSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivityMatchTest {
    private static final RankSet ALL = RankSet.of(0, 1, 2);
    private static final RankSet LOW = RankSet.of(0, 1);
    private static final RankSet HIGH = RankSet.of(1, 2);

    private static ActivityGraph.Builder graph() {
        return new ActivityGraph.Builder("graph");
    }

    private static int sum(ActivityGraph.Builder graph, String name, RankSet ranks, int... after) {
        return graph.communicate(name, CollectiveKind.ALL_REDUCE, ranks, 8, after);
    }

    @Test
    void shouldTakeRanksThatMeetInOneOrder() {
        ActivityGraph.Builder first = graph();
        int all = sum(first, "all", ALL, first.compute("forward", 5));
        sum(first, "low", LOW, all);
        ActivityGraph.Builder second = graph();
        all = sum(second, "all", ALL);
        sum(second, "high", HIGH, sum(second, "low", LOW, all));
        ActivityGraph.Builder third = graph();
        sum(third, "high", HIGH, sum(third, "all", ALL));
        assertThatCode(() -> ActivityMatch.require(
                        List.of(first.build(), second.build(), third.build())))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldNameRanksThatWaitForEachOther() {
        ActivityGraph.Builder first = graph();
        sum(first, "a", LOW, sum(first, "b", ALL));
        ActivityGraph.Builder second = graph();
        sum(second, "b", ALL, sum(second, "a", LOW));
        ActivityGraph.Builder third = graph();
        sum(third, "b", ALL);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActivityMatch.require(
                        List.of(first.build(), second.build(), third.build())))
                .withMessage("the activities end in a deadlock: rank 0 waits in b of {0,1,2} and a"
                        + " of {0,1}, rank 1 waits in a of {0,1} and b of {0,1,2}, rank 2 waits in"
                        + " b of {0,1,2}");
    }

    @Test
    void shouldNameARankThatIsMissing() {
        ActivityGraph.Builder alone = graph();
        sum(alone, "a", LOW);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActivityMatch.require(List.of(alone.build(), graph().build())))
                .withMessageContaining("deadlock: rank 0 waits in a of {0,1}");
    }

    @Test
    void shouldNameRanksThatDoNotDoTheSame() {
        ActivityGraph.Builder one = graph();
        sum(one, "a", LOW);
        ActivityGraph.Builder other = graph();
        other.communicate("b", CollectiveKind.ALL_GATHER, LOW, 8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActivityMatch.require(List.of(one.build(), other.build())))
                .withMessageContaining("rank 1 is at b, ALL_GATHER of 8 bytes")
                .withMessageContaining("rank 0 at a, ALL_REDUCE of 8 bytes");
    }

    @Test
    void shouldNameARankThatIsNotOneOfThoseOfItsOperation() {
        ActivityGraph.Builder stranger = graph();
        sum(stranger, "a", HIGH);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActivityMatch.require(List.of(stranger.build())))
                .withMessageContaining("rank 0 of 1 communicates in a of {1,2}");
    }
}
