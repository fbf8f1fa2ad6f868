package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Floats as int32 fixed point with one exponent a block, so that sums are exact on integers and the
 * same bits come out of every strategy, order and data plane.
 *
 * <p>Let E be the binary exponent of the largest magnitude that any of N ranks has in the block (at
 * least -126, the least of a normal float), and L = ceil(log2 N). One unit is 2^(E+L-30). Rounding
 * is to nearest, half to even. A rank contributes at most floor((2^31-2^7) / 2^L) units, so that
 * the sum of N fits an int32. The largest float below 2^(E+1) is (2^31-2^7) / 2^L units: up to
 * N = 128 a whole number, so that nothing is ever cut; beyond, what would round up past the limit
 * loses less than one unit.
 *
 * <p><b>Error of a sum</b>: at most N/2 units for N &le; 128, else N units, and one rounding to
 * float at the end. With m the block's largest magnitude, or 2^-126 if that is more, it is at most
 * N^2 m 2^-30 before that rounding. Derived in {@code docs/numbers.md}.
 *
 * <p>Zero has no sign in fixed point: -0.0 counts as 0.0, and a sum that is zero is +0.0. The only
 * -0.0 that comes out is a negative average too small for a float.
 */
public final class FixedPoint {
    /** A biased exponent of this value says that a rank has NaN or an infinity in the block. */
    public static final int NOT_FINITE = 255;

    private static final int MAGNITUDE = 0x7fff_ffff;
    private static final int INFINITY = 0x7f80_0000;
    /** The largest float below a power of two, when that is 2^31: a float has 24 bits. */
    private static final int MOST_UNITS = Integer.MAX_VALUE - 127;

    private static final ValueLayout.OfInt BITS = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    private FixedPoint() {}

    /**
     * The biased exponent (0 to 255) of the largest magnitude among {@code count} floats at byte
     * {@code offset}.
     */
    public static int exponent(MemorySegment floats, long offset, int count) {
        int largest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, floats.get(BITS, offset + 4L * i) & MAGNITUDE);
        }
        return largest >>> 23;
    }

    /** log2 of the units in 1.0, for a block of this biased exponent summed over {@code ranks}. */
    static int unitsExponent(int biasedExponent, int ranks) {
        int exponent = Math.clamp(biasedExponent, 1, NOT_FINITE - 1) - 127;
        return 30 - headroom(ranks) - exponent;
    }

    /** The most units that one of {@code ranks} may contribute; an infinity becomes as many. */
    static int limit(int ranks) {
        return MOST_UNITS >> headroom(ranks);
    }

    /** Whether a finite float may be over the limit, which takes one that is no whole number. */
    static boolean mayClip(int ranks) {
        return MOST_UNITS % (1 << headroom(ranks)) != 0;
    }

    /** ceil(log2 ranks). */
    private static int headroom(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /** Turns floats into units; NaN becomes 0, infinities the limit. */
    static void quantise(
            MemorySegment floats,
            long offset,
            int[] lanes,
            int from,
            int count,
            double unitsInOne,
            int limit) {
        for (int i = 0; i < count; i++) {
            int units = (int) Math.rint(floats.get(FLOAT, offset + 4L * i) * unitsInOne);
            lanes[from + i] = Math.max(-limit, Math.min(limit, units));
        }
    }

    /** Turns units into floats: units / unitsInOne / divisor, rounded to float once. */
    static void dequantise(
            int[] lanes,
            int from,
            int count,
            MemorySegment floats,
            long offset,
            double unitsInOne,
            double divisor) {
        double denominator = unitsInOne * divisor;
        for (int i = 0; i < count; i++) {
            floats.set(FLOAT, offset + 4L * i, (float) (lanes[from + i] / denominator));
        }
    }

    /** How many of {@code count} lanes are 0 although the float was a number other than 0. */
    static int flushed(MemorySegment floats, long offset, int[] lanes, int from, int count) {
        int flushed = 0;
        for (int i = 0; i < count; i++) {
            int magnitude = floats.get(BITS, offset + 4L * i) & MAGNITUDE;
            boolean isNumber = magnitude != 0 && magnitude <= INFINITY;
            flushed += lanes[from + i] == 0 && isNumber ? 1 : 0;
        }
        return flushed;
    }

    /** How many of {@code count} floats are NaN; with {@code infinite}, infinities. */
    static int count(MemorySegment floats, long offset, int count, boolean infinite) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            float value = floats.get(FLOAT, offset + 4L * i);
            boolean wanted = infinite ? Float.isInfinite(value) : Float.isNaN(value);
            found += wanted ? 1 : 0;
        }
        return found;
    }

    /** How many of {@code count} finite floats are more units than the limit allows. */
    static int clipped(MemorySegment floats, long offset, int count, double unitsInOne, int limit) {
        int clipped = 0;
        for (int i = 0; i < count; i++) {
            double units = Math.rint(floats.get(FLOAT, offset + 4L * i) * unitsInOne);
            boolean over = Math.abs(units) > limit && Math.abs(units) <= Double.MAX_VALUE;
            clipped += over ? 1 : 0;
        }
        return clipped;
    }
}
