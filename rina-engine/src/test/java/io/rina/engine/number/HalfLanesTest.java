package io.rina.engine.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HalfLanesTest {
    private static final int BLOCK = 9;

    private static Terms terms(DataType type, ReduceKind kind, int ranks) {
        NumberOptions half = NumberOptions.STANDARD.withWire(WireWidth.BITS_16);
        return new Terms(type, kind, half, Route.ALL_REDUCE, BLOCK, ranks, BLOCK, BLOCK, 1);
    }

    /** Sums over {@code ranks} as the engine does it; checks the stated bounds. */
    private static void assertWithinBound(int ranks, DoubleSupplier values) {
        Terms terms = terms(DataType.F32, ReduceKind.SUM, ranks);
        int[] exponents = new int[1];
        Tally tally = new Tally();
        FixedFloats numbers = new FixedFloats(terms, exponents, BLOCK, tally);
        HalfLanes coding = new HalfLanes(numbers, ranks, BLOCK);
        float[][] blocks = new float[ranks][BLOCK];
        double[] exact = new double[BLOCK];
        double largest = Float.MIN_NORMAL;
        for (float[] block : blocks) {
            for (int i = 0; i < BLOCK; i++) {
                block[i] = (float) values.getAsDouble();
                exact[i] += block[i];
                largest = Math.max(largest, Math.abs(block[i]));
            }
            int own = coding.exponent(MemorySegment.ofArray(block), 0, BLOCK);
            exponents[0] = Math.max(exponents[0], own);
        }
        int[] total = new int[coding.packing().lanes(BLOCK)];
        int[] lanes = new int[total.length];
        for (float[] block : blocks) {
            coding.load(0, MemorySegment.ofArray(block), 0, BLOCK, lanes, 0);
            for (int i = 0; i < total.length; i++) {
                total[i] += lanes[i];
            }
        }
        float[] got = new float[BLOCK];
        coding.store(0, total, 0, BLOCK, MemorySegment.ofArray(got), 0);
        double bound = 1.02 * ranks * ranks * largest * 0x1p-14;
        for (int i = 0; i < BLOCK; i++) {
            double rounding = Math.abs(exact[i]) * 0x1p-23;
            assertThat(Math.abs(got[i] - exact[i])).isLessThanOrEqualTo(bound + rounding);
        }
        double unit = Math.scalb(1.0, FixedPoint.headroom(ranks) - 14);
        NumberReport report = tally.report();
        assertThat(report.largestError())
                .isLessThanOrEqualTo(report.clipped() > 0 ? unit : unit / 2);
        assertThat(report.measured()).isEqualTo((long) ranks * BLOCK);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 63, 64, 65, 255, 256, 257, 1_000, 1_024})
    void shouldSumWithinTheBound(int ranks) {
        Random random = new Random(ranks);
        assertWithinBound(ranks, random::nextGaussian);
        assertWithinBound(ranks, () -> Math.nextDown(2f));
        assertWithinBound(ranks, () -> -Math.nextDown(2f));
        assertWithinBound(ranks, () -> random.nextBoolean() ? Math.nextDown(1f) : -1);
        assertWithinBound(ranks, () -> Float.MIN_VALUE * random.nextInt(1_000_000));
        assertWithinBound(ranks, () -> random.nextInt(4) == 0 ? 1e30 : 1);
    }

    /** Even where all contribute the most, and of either sign. */
    @Test
    void shouldNeverCarryFromOneHalfIntoTheOther() {
        for (int ranks = 1; ranks <= Limbs.MOST_RANKS; ranks++) {
            int limit = FixedPoint.limit(ranks, WireWidth.BITS_16);
            assertThat(limit).isPositive();
            assertThat(2L * limit * ranks).isLessThan(1 << 16);
        }
    }

    @Test
    void shouldPackAndUnpackOddAndEvenNumbers() {
        for (int count = 1; count <= 10; count++) {
            int[] units = new int[count];
            for (int i = 0; i < count; i++) {
                units[i] = i % 2 == 0 ? 100 - i : i - 100;
            }
            int[] lanes = new int[6];
            HalfLanes.pack(units, count, 100, lanes, 1);
            int[] back = new int[count];
            HalfLanes.unpack(lanes, 1, 100, back, count);
            assertThat(back).isEqualTo(units);
        }
    }
}
