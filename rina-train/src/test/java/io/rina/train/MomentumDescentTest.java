package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MomentumDescentTest {
    @Test
    void shouldFollowTheFormulaAcrossSeveralParameters() {
        MemorySegment first = floats(1, 2);
        MemorySegment second = floats(4);
        MemorySegment gradients = floats(8, 0, -2);
        MomentumDescent descent = new MomentumDescent(3, 0.5f);

        descent.update(List.of(first, second), gradients, 0.25f);
        assertThat(values(first)).containsExactly(-1, 2);
        assertThat(values(second)).containsExactly(4.5f);

        // Velocities: 0.5 * 8 + 8 = 12, 0 and -3.
        descent.update(List.of(first, second), gradients, 0.25f);
        assertThat(values(first)).containsExactly(-4, 2);
        assertThat(values(second)).containsExactly(5.25f);
    }

    private static MemorySegment floats(float... values) {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_FLOAT, values);
    }

    private static float[] values(MemorySegment floats) {
        return floats.toArray(ValueLayout.JAVA_FLOAT);
    }
}
