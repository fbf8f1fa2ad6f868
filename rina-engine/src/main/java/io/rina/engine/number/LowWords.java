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
        for (int i = 0; i < count; i++) {
            long key = keys.get(source, offset + 8L * i);
            boolean hasWon = (int) (key >> Integer.SIZE) == highs[at + i];
            lanes[at + i] = hasWon ? (int) key ^ Integer.MIN_VALUE : keys.neutral();
        }
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        for (int i = 0; i < count; i++) {
            long low = Integer.toUnsignedLong(lanes[at + i] ^ Integer.MIN_VALUE);
            keys.set(target, offset + 8L * i, (long) highs[at + i] << Integer.SIZE | low);
        }
    }
}
