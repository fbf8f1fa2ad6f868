package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/** The upper 32 bits of 64-bit keys. What wins stays in the lanes, for {@link LowWords}. */
final class HighWords implements Coding {
    private final WideKeys keys;

    HighWords(WideKeys keys) {
        this.keys = keys;
    }

    @Override
    public Packing packing() {
        return Packing.ONE_LANE;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        long[] own = keys.read(source, offset, count);
        for (int i = 0; i < count; i++) {
            lanes[at + i] = (int) (own[i] >> Integer.SIZE);
        }
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        // An element is known only with its lower half.
    }
}
