package io.rina.engine.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleToIntFunction;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Every number of both types, and what lies around the middle of every two neighbours. */
class SixteenBitsTest {
    private static double bf16(int bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    private static double f16(int bits) {
        return Float.float16ToFloat((short) bits);
    }

    private static void check(
            int infinity, IntToDoubleFunction widen, DoubleToIntFunction narrow, double overflow) {
        for (int bits = 0; bits < infinity; bits++) {
            double value = widen.applyAsDouble(bits);
            double next =
                    bits + 1 == infinity ? 2 * overflow - value : widen.applyAsDouble(bits + 1);
            double middle = (value + next) / 2;
            int even = bits + (bits & 1);
            assertThat(narrow.applyAsInt(value)).isEqualTo(bits);
            assertThat(narrow.applyAsInt(Math.nextDown(middle))).isEqualTo(bits);
            assertThat(narrow.applyAsInt(middle)).isEqualTo(even);
            assertThat(narrow.applyAsInt(Math.nextUp(middle))).isEqualTo(bits + 1);
            assertThat(narrow.applyAsInt(-middle)).isEqualTo(even | 0x8000);
            assertThat(narrow.applyAsInt(-Math.nextUp(middle))).isEqualTo((bits + 1) | 0x8000);
        }
        assertThat(narrow.applyAsInt(Double.POSITIVE_INFINITY)).isEqualTo(infinity);
        assertThat(narrow.applyAsInt(-Double.MAX_VALUE)).isEqualTo(infinity | 0x8000);
        assertThat(narrow.applyAsInt(-0.0)).isEqualTo(0x8000);
        assertThat(narrow.applyAsInt(Double.MIN_VALUE)).isEqualTo(0);
    }

    @Test
    void shouldRoundToBf16Once() {
        check(
                0x7f80,
                SixteenBitsTest::bf16,
                value -> Short.toUnsignedInt(SixteenBits.bf16(value)),
                DataType.BF16.overflow());
        assertThat(SixteenBits.bf16(Double.NaN)).isEqualTo((short) 0x7fc0);
    }

    @Test
    void shouldRoundToF16Once() {
        check(
                0x7c00,
                SixteenBitsTest::f16,
                value -> Short.toUnsignedInt(SixteenBits.f16(value)),
                DataType.F16.overflow());
        assertThat(SixteenBits.f16(-Double.NaN)).isEqualTo((short) 0x7e00);
    }

    @Test
    void shouldKnowTheLargestNumbers() {
        assertThat(DataType.F32.most()).isEqualTo(Float.MAX_VALUE);
        assertThat(DataType.F64.most()).isEqualTo(Double.MAX_VALUE);
        assertThat(DataType.BF16.most()).isEqualTo(bf16(0x7f7f));
        assertThat(DataType.F16.most()).isEqualTo(65_504);
    }
}
