package io.rina.engine.number;

/**
 * 64-bit integers as three limbs of 22 bits, so that their sum modulo 2^64 comes of int32 sums
 * without a carry: over up to 2^10 ranks a limb's sum, without sign, is below 2^32. A block has its
 * lowest limbs first, then the middle ones, then the highest.
 */
final class Limbs {
    /** Over more ranks the sum of a limb may need more than 32 bits. */
    static final int MOST_RANKS = 1 << 10;

    private static final int BITS = 22;
    private static final int MASK = (1 << BITS) - 1;

    private Limbs() {}

    static void split(long[] values, int count, int[] lanes, int at) {
        for (int i = 0; i < count; i++) {
            lanes[at + i] = (int) values[i] & MASK;
        }
        for (int i = 0; i < count; i++) {
            lanes[at + count + i] = (int) (values[i] >>> BITS) & MASK;
        }
        for (int i = 0; i < count; i++) {
            lanes[at + 2 * count + i] = (int) (values[i] >>> (2 * BITS));
        }
    }

    static void join(int[] lanes, int at, int count, long[] values) {
        for (int i = 0; i < count; i++) {
            values[i] = Integer.toUnsignedLong(lanes[at + i])
                    + (Integer.toUnsignedLong(lanes[at + count + i]) << BITS)
                    + (Integer.toUnsignedLong(lanes[at + 2 * count + i]) << (2 * BITS));
        }
    }
}
