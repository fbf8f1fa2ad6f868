package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** f64 as pairs of lanes, the upper half first, whose sum is one of doubles. */
final class DoubleLanes implements Coding {
    private static final ValueLayout.OfLong BITS = ValueLayout.JAVA_LONG_UNALIGNED;

    private final double divisor;

    DoubleLanes(int divisor) {
        this.divisor = divisor;
    }

    @Override
    public Packing packing() {
        return Packing.TWO_LANES;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        for (int i = 0; i < count; i++) {
            long bits = source.get(BITS, offset + 8L * i);
            lanes[at + 2 * i] = (int) (bits >> Integer.SIZE);
            lanes[at + 2 * i + 1] = (int) bits;
        }
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        for (int i = 0; i < count; i++) {
            long high = (long) lanes[at + 2 * i] << Integer.SIZE;
            long bits = high | Integer.toUnsignedLong(lanes[at + 2 * i + 1]);
            double value = Double.longBitsToDouble(bits) / divisor;
            target.set(BITS, offset + 8L * i, Double.doubleToLongBits(value));
        }
    }
}
