package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.number.Workspace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The checks of results, fed with buffers in which no operation has run: each rank still has what
 * it gave.
 */
class NumberWorkTest {
    private static NumberWork work(String operation, int ranks) {
        Scenario scenario =
                Scenario.parse("strategy=ring racks=" + ranks + " block=8 operations=" + operation);
        OperationShape shape = scenario.operations().getFirst();
        List<Workspace> workspaces =
                Stream.generate(Workspace::new).limit(ranks).toList();
        return new NumberWork(
                (OperationKind.Numbers) shape.kind(),
                shape,
                0,
                scenario,
                scenario.program(),
                workspaces,
                new Dice(1, "numbers"));
    }

    @Test
    void shouldAcceptTheSumOfOneRank() {
        NumberWork work = work("i64.sum:2000", 1);
        assertThatCode(() -> work.check(0)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseOtherBitsThanTheOperationHas() {
        for (String kind : List.of("f32.sum", "f64.avg", "i32.max", "bf16.min", "f16.sum.float")) {
            NumberWork work = work(kind + ":2000", 2);
            assertThatThrownBy(() -> {
                        work.check(0);
                        work.check(1);
                    })
                    .hasMessageContaining("right-number: element ")
                    .hasMessageContaining("of operation 0 (" + kind + ":2000)");
        }
    }

    @Test
    void shouldRefuseSuccessWhereARankHasNoNumber() {
        NumberWork work = work("f32.sum.odd:2000", 2);
        assertThatThrownBy(() -> work.check(0)).hasMessageContaining("does not fail");
    }

    @Test
    void shouldRefuseNanUnderSaturate() {
        NumberWork work = work("f32.sum.odd.saturate:2000", 1);
        assertThatThrownBy(() -> work.check(0)).hasMessageContaining("right-number");
    }

    @Test
    void shouldExpectNothingWhereARankGetsNothing() {
        NumberWork work = work("f32.sum:2000:reduce-1", 2);
        assertThatCode(() -> work.check(0)).doesNotThrowAnyException();
        assertThatThrownBy(() -> work.check(1)).hasMessageContaining("right-number");
    }
}
