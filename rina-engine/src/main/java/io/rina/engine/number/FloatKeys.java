package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/** The least or largest f32, bf16 or f16, by {@link Keys}. */
final class FloatKeys implements Coding {
    private final ReduceKind kind;
    private final FloatBlock block;
    private final double[] values;

    FloatKeys(DataType type, ReduceKind kind, int mostElements) {
        this.kind = kind;
        block = new FloatBlock(type, mostElements);
        values = new double[mostElements];
    }

    @Override
    public Packing packing() {
        return Packing.ONE_LANE;
    }

    @Override
    public void load(
            int number, MemorySegment source, long offset, int count, int[] lanes, int at) {
        float[] floats = block.read(source, offset, count);
        for (int i = 0; i < count; i++) {
            lanes[at + i] = Keys.ofFloat(floats[i], kind);
        }
    }

    @Override
    public void store(
            int number, int[] lanes, int at, int count, MemorySegment target, long offset) {
        for (int i = 0; i < count; i++) {
            values[i] = Keys.toFloat(lanes[at + i]);
        }
        block.write(values, count, target, offset);
    }
}
