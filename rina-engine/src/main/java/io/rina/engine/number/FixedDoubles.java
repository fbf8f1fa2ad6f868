package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The sum of f64 in fixed point: 64-bit integers, as {@link Limbs}. With E the binary exponent of
 * the block's largest magnitude (at least -1022) and L = ceil(log2 ranks), a unit is 2^(E+L-62). A
 * rank contributes at most (2^63-2^10) / 2^L units, which is what the largest double below 2^(E+1)
 * is, so that nothing is ever cut and the sum of all fits.
 */
final class FixedDoubles implements ScaledCoding {
    static final int NOT_FINITE = 2047;

    private static final long MAGNITUDE = Long.MAX_VALUE;
    private static final int FRACTION_BITS = 52;
    private static final long MOST_UNITS = Long.MAX_VALUE - 1023;
    /** Two bits below the last place of a subnormal double. */
    private static final int LEAST_EXPONENT = Double.MIN_EXPONENT - FRACTION_BITS - 2;

    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private final int ranks;
    private final int divisor;
    private final int[] exponents;
    private final Tally tally;
    private final long limit;
    private final double[] doubles;
    private final long[] units;

    /**
     * @param divisor 1 for the sum, the number of ranks for the average
     * @param exponents biased, of each block of the operation
     * @param mostElements of a block
     */
    FixedDoubles(int ranks, int divisor, int[] exponents, int mostElements, Tally tally) {
        this.ranks = ranks;
        this.divisor = divisor;
        this.exponents = exponents;
        this.tally = tally;
        limit = MOST_UNITS >> FixedPoint.headroom(ranks);
        doubles = new double[mostElements];
        units = new long[mostElements];
    }

    @Override
    public Packing packing() {
        return Packing.THREE_LANES;
    }

    @Override
    public int notFinite() {
        return NOT_FINITE;
    }

    @Override
    public int exponent(MemorySegment source, long offset, int count) {
        MemorySegment.copy(source, DOUBLE, offset, doubles, 0, count);
        long largest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, Double.doubleToRawLongBits(doubles[i]) & MAGNITUDE);
        }
        int exponent = (int) (largest >>> FRACTION_BITS);
        if (exponent == NOT_FINITE) {
            countNotFinite(count);
        }
        return exponent;
    }

    private void countNotFinite(int count) {
        for (int i = 0; i < count; i++) {
            tally.nan += Double.isNaN(doubles[i]) ? 1 : 0;
            tally.infinite += Double.isInfinite(doubles[i]) ? 1 : 0;
        }
    }

    /** log2 of the units in 1.0. */
    private int unitsExponent(int block) {
        int exponent = Math.clamp(exponents[block], 1, NOT_FINITE - 1) - Double.MAX_EXPONENT;
        return 62 - FixedPoint.headroom(ranks) - exponent;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        MemorySegment.copy(source, DOUBLE, offset, doubles, 0, count);
        quantise(doubles, count, unitsExponent(block), limit, units);
        tally.flushed += flushed(doubles, count, units);
        Limbs.split(units, count, lanes, at);
    }

    private static void quantise(
            double[] doubles, int count, int exponent, long limit, long[] units) {
        // One double cannot hold all factors that there are; two steps are as exact as one.
        double first = Math.scalb(1.0, exponent / 2);
        double second = Math.scalb(1.0, exponent - exponent / 2);
        for (int i = 0; i < count; i++) {
            long rounded = (long) Math.rint(doubles[i] * first * second);
            units[i] = Math.max(-limit, Math.min(limit, rounded));
        }
    }

    private static int flushed(double[] doubles, int count, long[] units) {
        int flushed = 0;
        for (int i = 0; i < count; i++) {
            flushed += units[i] == 0 && Math.abs(doubles[i]) > 0 ? 1 : 0;
        }
        return flushed;
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        Limbs.join(lanes, at, count, units);
        if (divisor == 1) {
            scale(units, -unitsExponent(block), count, doubles);
        } else {
            divide(units, -unitsExponent(block), count, divisor, doubles);
        }
        for (int i = 0; i < count; i++) {
            tally.overflowed += Double.isInfinite(doubles[i]) ? 1 : 0;
        }
        MemorySegment.copy(doubles, 0, target, DOUBLE, offset, count);
    }

    /**
     * Units to doubles, rounded once: by the conversion to double. The factors are powers of two, and
     * a subnormal is not rounded by them, since what ranks contribute to such a sum are multiples of
     * the least double, whatever the unit.
     */
    private static void scale(long[] units, int exponent, int count, double[] doubles) {
        double first = Math.scalb(1.0, exponent / 2);
        double second = Math.scalb(1.0, exponent - exponent / 2);
        for (int i = 0; i < count; i++) {
            doubles[i] = units[i] * first * second;
        }
    }

    private static void divide(
            long[] units, int exponent, int count, int divisor, double[] doubles) {
        for (int i = 0; i < count; i++) {
            doubles[i] = quotient(units[i], exponent, divisor);
        }
    }

    /**
     * {@code units * 2^exponent / divisor}, rounded to double once. The quotient is taken to at
     * least 61 bits, with the last one set where it goes on; that rounds as the whole would.
     */
    static double quotient(long units, int exponent, int divisor) {
        long magnitude = Math.abs(units);
        if (magnitude == 0) {
            return 0;
        }
        int shift = Long.numberOfLeadingZeros(magnitude) - 1;
        long shifted = magnitude << shift;
        int more = Math.max(0, FixedPoint.headroom(divisor) - 1);
        long rest = (shifted % divisor) << more;
        long digits = ((shifted / divisor) << more) + rest / divisor;
        boolean goesOn = rest % divisor != 0;
        int scale = exponent - shift - more;
        // A subnormal is rounded at its last place, so the conversion must not round above that.
        int excess = Math.clamp(LEAST_EXPONENT - (long) scale, 0, Long.SIZE - 1);
        goesOn |= (digits & (1L << excess) - 1) != 0;
        digits >>>= excess;
        double value = Math.scalb((double) (goesOn ? digits | 1 : digits), scale + excess);
        return units < 0 ? -value : value;
    }
}
