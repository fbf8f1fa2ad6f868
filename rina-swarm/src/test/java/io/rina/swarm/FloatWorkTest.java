package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;
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
class FloatWorkTest {
    private static FloatWork work(OperationKind kind, int ranks) {
        List<Workspace> workspaces =
                Stream.generate(Workspace::new).limit(ranks).toList();
        return new FloatWork(
                new OperationShape(kind, 2000), 0, 8, workspaces, new Dice(1, "numbers"));
    }

    @Test
    void shouldAcceptTheSumOfOneRank() {
        FloatWork work = work(OperationKind.FLOAT, 1);
        assertThatCode(() -> work.check(0)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseWhatIsOutOfTheBound() {
        FloatWork work = work(OperationKind.FLOAT, 2);
        assertThatThrownBy(() -> work.check(0)).hasMessageContaining("float-bound: element 0");
    }

    @Test
    void shouldRefuseOtherBitsThanAnotherRankHas() {
        FloatWork work = work(OperationKind.FLOAT, 2);
        assertThatThrownBy(() -> work.check(0)).hasMessageContaining("float-bound");
        assertThatThrownBy(() -> work.check(1)).hasMessageContaining("same-bits: element 0");
    }

    @Test
    void shouldRefuseSuccessWhereARankHasNoNumber() {
        FloatWork work = work(OperationKind.NAN, 2);
        assertThatThrownBy(() -> work.check(0)).hasMessageContaining("does not fail");
    }

    @Test
    void shouldRefuseNanUnderSaturate() {
        FloatWork work = work(OperationKind.SATURATE, 1);
        assertThatThrownBy(() -> work.check(0))
                .hasMessageContaining("float-bound")
                .hasMessageContaining("is NaN at rank 0");
    }

    @Test
    void shouldKnowTheUnitOfABlock() {
        float[][] oneToFour = {{1, 0}, {4, 3}, {2, 2}};
        // E = 2 and, for three ranks, L = 2.
        assertThat(Floats.unit(oneToFour, 0, 2)).isEqualTo(Math.scalb(1.0, 2 + 2 - 30));
        assertThat(Floats.unit(new float[][] {{Float.NaN}}, 0, 1))
                .isEqualTo(Math.scalb(1.0, Float.MAX_EXPONENT - 30));
        assertThat(Floats.unit(new float[][] {{0f}}, 0, 1))
                .isEqualTo(Math.scalb(1.0, Float.MIN_EXPONENT - 30));
    }
}
