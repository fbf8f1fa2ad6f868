package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/** f32, bf16 or f16 as float32 lanes, whose sum is one of floats. */
final class FloatLanes implements Coding {
    private final double divisor;
    private final FloatBlock block;
    private final double[] values;

    FloatLanes(Terms terms) {
        divisor = terms.divisor();
        block = new FloatBlock(terms.type(), terms.blockLanes());
        values = new double[terms.blockLanes()];
    }

    @Override
    public Packing packing() {
        return Packing.ONE_LANE;
    }

    @Override
    public void load(
            int number, MemorySegment source, long offset, int count, int[] lanes, int at) {
        System.arraycopy(block.readBits(source, offset, count), 0, lanes, at, count);
    }

    @Override
    public void store(
            int number, int[] lanes, int at, int count, MemorySegment target, long offset) {
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat(lanes[at + i]) / divisor;
        }
        block.write(values, count, target, offset);
    }
}
