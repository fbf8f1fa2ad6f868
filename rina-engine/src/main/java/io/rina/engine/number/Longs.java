package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The sum of int64, modulo 2^64. */
final class Longs implements Coding {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final long[] values;

    Longs(int blockLanes) {
        values = new long[packing().elements(blockLanes)];
    }

    @Override
    public Packing packing() {
        return Packing.THREE_LANES;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        MemorySegment.copy(source, LONG, offset, values, 0, count);
        Limbs.split(values, count, lanes, at);
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        Limbs.join(lanes, at, count, values);
        MemorySegment.copy(values, 0, target, LONG, offset, count);
    }
}
