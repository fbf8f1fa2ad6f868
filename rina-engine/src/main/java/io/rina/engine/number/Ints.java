package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** int32: the lanes are the elements. */
final class Ints implements Coding {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    @Override
    public Packing packing() {
        return Packing.ONE_LANE;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        MemorySegment.copy(source, INT, offset, lanes, at, count);
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        MemorySegment.copy(lanes, at, target, INT, offset, count);
    }
}
