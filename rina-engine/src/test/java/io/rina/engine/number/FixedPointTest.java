package io.rina.engine.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedPointTest {
    private static final int BLOCK = 16;
    private static final MathContext FLOAT = new MathContext(60);

    private static int exponent(float[] floats, int count) {
        int[] bits = new int[count];
        Arrays.setAll(bits, i -> Float.floatToRawIntBits(floats[i]));
        return FixedPoint.exponent(bits, count);
    }

    private static int unitsExponent(int biasedExponent, int ranks) {
        int exponent = FixedPoint.unbiased(biasedExponent);
        return FixedPoint.unitsExponent(exponent, ranks, WireWidth.BITS_32);
    }

    /** What a block sums to over {@code ranks}, as the engine does it. */
    private static final class Sum {
        final float[] floats = new float[BLOCK];
        long clipped;
        double unit;
        double largest = 0x1p-126;
    }

    private static Sum sum(float[][] ofRank, double divisor) {
        int ranks = ofRank.length;
        Sum sum = new Sum();
        int exponent = 0;
        for (float[] block : ofRank) {
            exponent = Math.max(exponent, exponent(block, BLOCK));
            for (float value : block) {
                sum.largest = Math.max(sum.largest, Math.abs(value));
            }
        }
        double units = Math.scalb(1.0, unitsExponent(exponent, ranks));
        sum.unit = 1 / units;
        int limit = FixedPoint.limit(ranks, WireWidth.BITS_32);
        int[] total = new int[BLOCK];
        int[] lanes = new int[BLOCK];
        for (float[] block : ofRank) {
            FixedPoint.quantise(block, lanes, 0, BLOCK, units, limit);
            sum.clipped += FixedPoint.clipped(block, BLOCK, units, limit);
            for (int i = 0; i < BLOCK; i++) {
                total[i] = Math.addExact(total[i], lanes[i]);
            }
        }
        FixedPoint.dequantise(total, 0, BLOCK, units * divisor, sum.floats);
        return sum;
    }

    private static BigDecimal exactSum(float[][] ofRank, int element) {
        BigDecimal sum = BigDecimal.ZERO;
        for (float[] block : ofRank) {
            sum = sum.add(new BigDecimal(block[element]));
        }
        return sum;
    }

    private static void assertWithinBound(float[][] ofRank, double divisor) {
        int ranks = ofRank.length;
        Sum sum = sum(ofRank, divisor);
        double units = sum.clipped == 0 ? ranks / 2.0 : ranks;
        BigDecimal bound = new BigDecimal(units).multiply(new BigDecimal(sum.unit));
        assertThat(bound)
                .as("the bound in terms of the largest magnitude")
                .isLessThanOrEqualTo(new BigDecimal((double) ranks * ranks)
                        .multiply(new BigDecimal(sum.largest))
                        .multiply(new BigDecimal(
                                sum.clipped == 0 && ranks > 128 ? 0x1p-29 : 0x1p-30)));
        for (int i = 0; i < BLOCK; i++) {
            BigDecimal exact = exactSum(ofRank, i).divide(new BigDecimal(divisor), FLOAT);
            BigDecimal most = bound.divide(new BigDecimal(divisor), FLOAT);
            // The result is some number within the bound, rounded to float.
            float low = exact.subtract(most).floatValue();
            float high = exact.add(most).floatValue();
            assertThat(sum.floats[i] + 0f)
                    .as("element %d of %d ranks, exactly %s", i, ranks, exact)
                    .isBetween(low + 0f, high + 0f);
        }
        if (ranks <= 128) {
            assertThat(sum.clipped).isEqualTo(0);
        }
    }

    private static float[][] blocks(int ranks, Random random, Supplier<Float> of) {
        float[][] blocks = new float[ranks][BLOCK];
        for (float[] block : blocks) {
            for (int i = 0; i < BLOCK; i++) {
                block[i] = random.nextInt(8) == 0 ? 0f : of.get();
            }
        }
        return blocks;
    }

    private static List<float[][]> adversaries(int ranks) {
        Random random = new Random(ranks);
        List<float[][]> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(blocks(ranks, random, () -> (float) random.nextGaussian()));
            all.add(blocks(ranks, random, () -> {
                float any = Float.intBitsToFloat(random.nextInt());
                return Float.isFinite(any) ? any : -0.0f;
            }));
        }
        all.add(blocks(ranks, random, () -> 0x1p127f));
        all.add(blocks(ranks, random, () -> Float.MAX_VALUE));
        all.add(blocks(ranks, random, () -> -Float.MAX_VALUE));
        all.add(blocks(ranks, random, () -> random.nextBoolean() ? 3e38f : -3e38f));
        all.add(blocks(ranks, random, () -> 1e-38f * random.nextFloat()));
        all.add(blocks(ranks, random, () -> Float.MIN_VALUE * random.nextInt(100)));
        all.add(blocks(ranks, random, () -> -Float.MIN_VALUE));
        all.add(blocks(ranks, random, () -> -0.0f));
        all.add(blocks(ranks, random, () -> random.nextInt(16) == 0 ? 1e30f : 1e-30f));
        all.add(blocks(ranks, random, () -> Math.nextDown(2f)));
        all.add(blocks(ranks, random, () -> -Math.nextDown(1f)));
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 512, 1_024})
    void shouldSumWithinTheBound(int ranks) {
        for (float[][] blocks : adversaries(ranks)) {
            assertWithinBound(blocks, 1);
            assertWithinBound(blocks, ranks);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 65, 127, 128})
    void shouldCutNoFiniteNumberUpTo128Ranks(int ranks) {
        int limit = FixedPoint.limit(ranks, WireWidth.BITS_32);
        for (int biased = 0; biased < FixedPoint.NOT_FINITE; biased++) {
            float largest = Float.intBitsToFloat(biased << 23 | 0x7f_ffff);
            double units = largest * Math.scalb(1.0, unitsExponent(biased, ranks));
            assertThat(units).isLessThanOrEqualTo(limit);
            if (biased > 0) {
                assertThat(units).as("the largest float is the limit").isEqualTo(limit);
            }
        }
    }

    @Test
    void shouldNeverOverflow() {
        for (int ranks = 1; ranks <= 70_000; ranks++) {
            assertThat((long) ranks * FixedPoint.limit(ranks, WireWidth.BITS_32))
                    .isLessThanOrEqualTo(Integer.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {129, 256, 300, 512, 1_024})
    void shouldCutByLessThanOneUnitOver128Ranks(int ranks) {
        float largest = Math.nextDown(2f);
        double units = largest * Math.scalb(1.0, unitsExponent(127, ranks));
        int limit = FixedPoint.limit(ranks, WireWidth.BITS_32);
        assertThat(Math.rint(units)).isGreaterThan(limit);
        assertThat(units - limit).isBetween(0.0, 1.0);
        float[] floats = {largest, -largest, 1f};
        double unitsInOne = Math.scalb(1.0, unitsExponent(127, ranks));
        assertThat(FixedPoint.clipped(floats, 3, unitsInOne, limit)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 128})
    void shouldSumSubnormalsExactly(int ranks) {
        Random random = new Random(ranks);
        float[][] blocks = new float[ranks][BLOCK];
        for (float[] block : blocks) {
            for (int i = 0; i < BLOCK; i++) {
                block[i] = Float.MIN_VALUE * (random.nextInt(2_000_000) - 1_000_000);
            }
        }
        Sum sum = sum(blocks, 1);
        for (int i = 0; i < BLOCK; i++) {
            assertThat(sum.floats[i]).isEqualTo(exactSum(blocks, i).floatValue() + 0f);
        }
    }

    @Test
    void shouldGiveOneRankItsNumbersBackWhereTheBlockIsEven() {
        float[] block = new float[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            block[i] = (1 + i / 16f) * (i % 2 == 0 ? 1 : -1);
        }
        assertThat(sum(new float[][] {block}, 1).floats).isEqualTo(block);
    }

    @Test
    void shouldGiveZeroNoSign() {
        float[] zeros = new float[BLOCK];
        Arrays.fill(zeros, -0.0f);
        for (float value : sum(new float[][] {zeros, zeros}, 1).floats) {
            assertThat(Float.floatToRawIntBits(value)).isEqualTo(0);
        }
        float[] cancelling = new float[BLOCK];
        Arrays.fill(cancelling, -1f);
        float[] ones = new float[BLOCK];
        Arrays.fill(ones, 1f);
        for (float value : sum(new float[][] {ones, cancelling}, 1).floats) {
            assertThat(Float.floatToRawIntBits(value)).isEqualTo(0);
        }
    }

    @Test
    void shouldKeepTheSignOfANegativeAverageThatIsTooSmall() {
        float[] least = new float[BLOCK];
        Arrays.fill(least, -Float.MIN_VALUE);
        float average = sum(new float[][] {least, new float[BLOCK], new float[BLOCK]}, 3).floats[0];
        assertThat(Float.floatToRawIntBits(average)).isEqualTo(Float.floatToRawIntBits(-0.0f));
    }

    @Test
    void shouldLoseTinyValuesBesideAHugeOneAndCountThem() {
        float[] block = new float[BLOCK];
        Arrays.fill(block, 1f);
        block[0] = 0x1p40f;
        block[1] = 0f;
        double units = Math.scalb(1.0, unitsExponent(exponent(block, BLOCK), 1));
        int[] lanes = new int[BLOCK];
        FixedPoint.quantise(block, lanes, 0, BLOCK, units, FixedPoint.limit(1, WireWidth.BITS_32));
        assertThat(lanes[2]).isEqualTo(0);
        assertThat(FixedPoint.flushed(block, lanes, 0, BLOCK)).isEqualTo(BLOCK - 2);
    }

    @Test
    void shouldDivideAfterTheSum() {
        // A third of the least float is 0; three of them are not.
        float[] least = new float[BLOCK];
        Arrays.fill(least, Float.MIN_VALUE);
        assertThat(sum(new float[][] {least, least, least}, 3).floats[0])
                .isEqualTo(Float.MIN_VALUE);
        // The sum is over the largest float, the average is not.
        float[] most = new float[BLOCK];
        Arrays.fill(most, Float.MAX_VALUE);
        assertThat(sum(new float[][] {most, most, most}, 3).floats[0]).isEqualTo(Float.MAX_VALUE);
        assertThat(sum(new float[][] {most, most, most}, 1).floats[0])
                .isEqualTo(Float.POSITIVE_INFINITY);
    }

    @Test
    void shouldSeeNotFiniteInTheExponent() {
        for (float odd :
                new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            assertThat(exponent(new float[] {1f, odd, 2f}, 3)).isEqualTo(FixedPoint.NOT_FINITE);
        }
        float[] most = {Float.MAX_VALUE};
        assertThat(exponent(most, 1)).isEqualTo(FixedPoint.NOT_FINITE - 1);
        float[] none = {-0.0f, Float.MIN_VALUE};
        assertThat(exponent(none, 2)).isEqualTo(0);
    }
}
