package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/**
 * The lower 32 bits of 64-bit keys, of those ranks whose upper ones have won. They have no sign, so
 * the first bit is turned over to keep their order.
 */
final class LowWords implements Coding {
    private final WideKeys keys;
    private final int[] highs;

    /** {@code highs}: the upper halves that have won, at the index that the lower ones get. */
    LowWords(WideKeys keys, int[] highs) {
        this.keys = keys;
        this.highs = highs;
    }

    @Override
    public Packing packing() {
        return Packing.ONE_LANE;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        long[] own = keys.read(source, offset, count);
        int neutral = keys.neutral();
        for (int i = 0; i < count; i++) {
            boolean hasWon = (int) (own[i] >> Integer.SIZE) == highs[at + i];
            lanes[at + i] = hasWon ? (int) own[i] ^ Integer.MIN_VALUE : neutral;
        }
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        long[] won = keys.keys();
        for (int i = 0; i < count; i++) {
            long low = Integer.toUnsignedLong(lanes[at + i] ^ Integer.MIN_VALUE);
            won[i] = (long) highs[at + i] << Integer.SIZE | low;
        }
        keys.write(count, target, offset);
    }
}
