package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.WireWidth;
import io.rina.plan.Plan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Sums over more ranks than 16 bits have room for, where they are kept in 16 bits. */
class ManyRanksTest {
    private static final int RANKS = 300;
    private static final Plan TREES = NumberRun.plan("double-tree", "0", RANKS);
    private static final NumberOptions HALF = NumberOptions.STANDARD.withWire(WireWidth.BITS_16);

    /** All ranks give {@code row}; the last one's result and report. */
    private static double[] reduce(
            DataType type, ReduceKind kind, NumberOptions options, double... row) {
        MemorySegment[] memory = rows(type, row);
        new NumberRun(type, kind, options).run(TREES, memory, memory, NumberRun::first);
        return NumberRows.doubles(type, memory[RANKS - 1]);
    }

    private static MemorySegment[] rows(DataType type, double... row) {
        MemorySegment[] memory = new MemorySegment[RANKS];
        Arrays.setAll(memory, rank -> NumberRows.of(type, row));
        return memory;
    }

    /** Added up in bf16, ones would stop at 256; in f16 at 2,048. */
    @Test
    void shouldNotStopCountingWhereSixteenBitsWould() {
        assertThat(reduce(DataType.BF16, ReduceKind.SUM, NumberOptions.STANDARD, 1, -1))
                .containsExactly(300, -300);
        assertThat(reduce(DataType.F16, ReduceKind.SUM, NumberOptions.STANDARD, 9, 0.125))
                .containsExactly(2_700, 37.5);
    }

    @Test
    void shouldOverflowOnlyInTheFinalSumAndSayIt() {
        MemorySegment[] memory = rows(DataType.F16, 218, 219, -219);
        NumberOperation[] sums = NumberRun.of(DataType.F16, ReduceKind.SUM)
                .run(TREES, memory, memory, NumberRun::first);
        double inf = Double.POSITIVE_INFINITY;
        // 65,400 is among numbers of f16 that are 32 apart; 65,700 is beyond the largest.
        assertThat(NumberRows.doubles(DataType.F16, memory[0])).containsExactly(65_408, inf, -inf);
        for (NumberOperation sum : sums) {
            assertThat(sum.failure()).isNull();
            assertThat(sum.report().overflowed()).isEqualTo(2);
        }
    }

    @Test
    void shouldAverageTheLargestAndTheSmallest() {
        double least = 0x1p-24;
        assertThat(reduce(DataType.F16, ReduceKind.AVG, NumberOptions.STANDARD, 65_504, -65_504))
                .containsExactly(65_504, -65_504);
        assertThat(reduce(DataType.F16, ReduceKind.AVG, NumberOptions.STANDARD, least, -least))
                .containsExactly(least, -least);
        double most = 0x1.fep127;
        assertThat(reduce(DataType.BF16, ReduceKind.AVG, NumberOptions.STANDARD, most, -most))
                .containsExactly(most, -most);
    }

    @Test
    void shouldSumThemWithSixteenBitsOnTheWire() {
        // L is 9: 7 bits with the sign, in units of 2^(E-5).
        assertThat(reduce(DataType.F32, ReduceKind.SUM, HALF, 1, -1, 0x1p-5))
                .containsExactly(300, -300, 300 * 0x1p-5);
    }

    /** Limbs of 1,024 ranks fill their lanes to the last bit. */
    @Test
    void shouldSumLongsOverAsManyRanksAsThereMayBe() {
        int ranks = 1_024;
        MemorySegment[] memory = new MemorySegment[ranks];
        Arrays.setAll(memory, rank -> MemorySegment.ofArray(new long[] {-1, Long.MAX_VALUE}));
        NumberRun.of(DataType.I64, ReduceKind.SUM)
                .run(NumberRun.plan("double-tree", "0", ranks), memory, memory, NumberRun::first);
        assertThat(memory[5].toArray(ValueLayout.JAVA_LONG_UNALIGNED))
                .containsExactly(-1_024, -1_024);
    }
}
