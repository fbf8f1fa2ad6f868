package io.rina.engine.number;

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

    private FixedPoint() {}

    /**
     * The biased exponent (0 to 255) of the largest magnitude among {@code count} floats, of which
     * these are the bits.
     */
    static int exponent(int[] bits, int count) {
        int largest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, bits[i] & MAGNITUDE);
        }
        return largest >>> 23;
    }

    /**
     * log2 of the units in 1.0, for a block whose largest magnitude has the binary exponent {@code
     * exponent}, summed over {@code ranks}.
     */
    static int unitsExponent(int exponent, int ranks, WireWidth wire) {
        return wire.bits() - 2 - headroom(ranks) - exponent;
    }

    /** The most units that one of {@code ranks} may contribute; an infinity becomes as many. */
    static int limit(int ranks, WireWidth wire) {
        return wire.mostUnits() >> headroom(ranks);
    }

    /** Whether the largest float below a power of two is over the limit once it is rounded. */
    static boolean mayClip(int ranks, WireWidth wire) {
        double largest = Math.nextDown(2f) * Math.scalb(1.0, unitsExponent(0, ranks, wire));
        return Math.rint(largest) > limit(ranks, wire);
    }

    /** ceil(log2 ranks): the bits by which a sum may be longer than what is summed. */
    static int headroom(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /** The binary exponent of a float whose biased exponent is this; of subnormals, -126. */
    static int unbiased(int biasedExponent) {
        return Math.max(biasedExponent, 1) - 127;
    }

    /** Turns floats into units; NaN becomes 0, infinities the limit. */
    static void quantise(
            float[] floats, int[] lanes, int from, int count, double unitsInOne, int limit) {
        for (int i = 0; i < count; i++) {
            int units = (int) Math.rint(floats[i] * unitsInOne);
            lanes[from + i] = Math.max(-limit, Math.min(limit, units));
        }
    }

    /** Turns units into floats: units / denominator, rounded to float once. */
    static void dequantise(int[] lanes, int from, int count, double denominator, float[] floats) {
        for (int i = 0; i < count; i++) {
            floats[i] = (float) (lanes[from + i] / denominator);
        }
    }

    /** How many of {@code count} lanes are 0 although the float was a number other than 0. */
    static int flushed(float[] floats, int[] lanes, int from, int count) {
        int flushed = 0;
        for (int i = 0; i < count; i++) {
            flushed += lanes[from + i] == 0 && Math.abs(floats[i]) > 0 ? 1 : 0;
        }
        return flushed;
    }

    /** How many of {@code count} floats are NaN; with {@code infinite}, infinities. */
    static int count(float[] floats, int count, boolean infinite) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            boolean wanted = infinite ? Float.isInfinite(floats[i]) : Float.isNaN(floats[i]);
            found += wanted ? 1 : 0;
        }
        return found;
    }

    /** How many of {@code count} finite floats are more units than the limit allows. */
    static int clipped(float[] floats, int count, double unitsInOne, int limit) {
        int clipped = 0;
        for (int i = 0; i < count; i++) {
            double units = Math.rint(floats[i] * unitsInOne);
            boolean over = Math.abs(units) > limit && Math.abs(units) <= Double.MAX_VALUE;
            clipped += over ? 1 : 0;
        }
        return clipped;
    }

    /** How many of {@code count} sums are, as floats, at least {@code threshold}. */
    static int overflowing(int[] lanes, int from, int count, double unitsInOne, double threshold) {
        int overflowing = 0;
        for (int i = 0; i < count; i++) {
            overflowing += Math.abs(lanes[from + i] / unitsInOne) >= threshold ? 1 : 0;
        }
        return overflowing;
    }
}
