package io.rina.engine.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedDoublesTest {
    private static final int BLOCK = 5;
    /** A tie among subnormals has up to 1,130 digits. */
    private static final MathContext DIGITS = new MathContext(1_200);

    @Test
    void shouldRoundAQuotientOnce() {
        Random random = new Random(1);
        for (int i = 0; i < 3_000; i++) {
            long units = random.nextLong() >> random.nextInt(63);
            int exponent = random.nextInt(4) == 0
                    ? -1_140 + random.nextInt(80)
                    : random.nextInt(1_900) - 1_100;
            int divisor =
                    random.nextInt(3) == 0 ? 1 << random.nextInt(11) : 1 + random.nextInt(1_024);
            if (units == Long.MIN_VALUE) {
                continue;
            }
            BigDecimal exact = new BigDecimal(units)
                    .multiply(power(exponent))
                    .divide(new BigDecimal(divisor), DIGITS);
            assertThat(FixedDoubles.quotient(units, exponent, divisor))
                    .as("%d * 2^%d / %d", units, exponent, divisor)
                    .isEqualTo(exact.doubleValue() == 0 && units < 0 ? -0.0 : exact.doubleValue());
        }
    }

    private static BigDecimal power(int exponent) {
        BigDecimal two = new BigDecimal(2);
        return exponent < 0 ? BigDecimal.ONE.divide(two.pow(-exponent)) : two.pow(exponent);
    }

    /** What a block sums to over {@code ranks}, as the engine does it. */
    private static double[] sum(double[][] ofRank, boolean isAverage) {
        int ranks = ofRank.length;
        int[] exponents = new int[1];
        FixedDoubles coding =
                new FixedDoubles(ranks, isAverage ? ranks : 1, exponents, BLOCK, new Tally());
        for (double[] block : ofRank) {
            int own = coding.exponent(MemorySegment.ofArray(block), 0, BLOCK);
            exponents[0] = Math.max(exponents[0], own);
        }
        int[] total = new int[3 * BLOCK];
        int[] lanes = new int[3 * BLOCK];
        for (double[] block : ofRank) {
            coding.load(0, MemorySegment.ofArray(block), 0, BLOCK, lanes, 0);
            for (int i = 0; i < total.length; i++) {
                total[i] += lanes[i];
            }
        }
        double[] result = new double[BLOCK];
        coding.store(0, total, 0, BLOCK, MemorySegment.ofArray(result), 0);
        return result;
    }

    private static void assertWithinBound(int ranks, DoubleSupplier values) {
        double[][] blocks = new double[ranks][BLOCK];
        BigDecimal[] exact = new BigDecimal[BLOCK];
        Arrays.fill(exact, BigDecimal.ZERO);
        double largest = Double.MIN_NORMAL;
        for (double[] block : blocks) {
            for (int i = 0; i < BLOCK; i++) {
                block[i] = values.getAsDouble();
                exact[i] = exact[i].add(new BigDecimal(block[i]));
                largest = Math.max(largest, Math.abs(block[i]));
            }
        }
        BigDecimal bound = new BigDecimal((double) ranks * ranks)
                .multiply(new BigDecimal(largest))
                .multiply(power(-62));
        for (boolean isAverage : new boolean[] {false, true}) {
            BigDecimal divisor = new BigDecimal(isAverage ? ranks : 1);
            double[] got = sum(blocks, isAverage);
            for (int i = 0; i < BLOCK; i++) {
                BigDecimal low = exact[i].subtract(bound).divide(divisor, DIGITS);
                BigDecimal high = exact[i].add(bound).divide(divisor, DIGITS);
                // Some number within the bound, rounded to double.
                assertThat(got[i] + 0.0)
                        .isBetween(low.doubleValue() + 0.0, high.doubleValue() + 0.0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 63, 64, 65, 300, 1_000, 1_024})
    void shouldSumWithinTheBound(int ranks) {
        Random random = new Random(ranks);
        assertWithinBound(ranks, random::nextGaussian);
        assertWithinBound(ranks, () -> Double.MAX_VALUE);
        assertWithinBound(ranks, () -> -Double.MAX_VALUE);
        assertWithinBound(ranks, () -> Math.nextDown(2.0));
        assertWithinBound(ranks, () -> Double.MIN_VALUE * random.nextInt(1_000));
        assertWithinBound(ranks, () -> Double.MIN_NORMAL * random.nextGaussian());
        assertWithinBound(ranks, () -> random.nextInt(8) == 0 ? 1e100 : random.nextGaussian());
        assertWithinBound(ranks, () -> {
            double any = Double.longBitsToDouble(random.nextLong());
            return Math.abs(any) <= Double.MAX_VALUE ? any : -0.0;
        });
    }

    /** Limbs without a sign, as many times as there may be ranks. */
    @Test
    void shouldSumLimbsWithoutACarry() {
        Random random = new Random(5);
        long[] values = new long[8];
        int[] total = new int[3 * values.length];
        BigInteger[] exact = new BigInteger[values.length];
        Arrays.fill(exact, BigInteger.ZERO);
        for (int rank = 0; rank < Limbs.MOST_RANKS; rank++) {
            for (int i = 0; i < values.length; i++) {
                values[i] = i == 0 ? -1 : i == 1 ? Long.MIN_VALUE : random.nextLong();
                exact[i] = exact[i].add(BigInteger.valueOf(values[i]));
            }
            int[] lanes = new int[total.length];
            Limbs.split(values, values.length, lanes, 0);
            for (int i = 0; i < lanes.length; i++) {
                total[i] += lanes[i];
            }
        }
        Limbs.join(total, 0, values.length, values);
        for (int i = 0; i < values.length; i++) {
            assertThat(values[i]).isEqualTo(exact[i].longValue());
        }
    }
}
