package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** f64 as pairs of lanes, the upper half first, whose sum is one of doubles. */
final class DoubleLanes implements Coding {
    private static final ValueLayout.OfLong BITS = ValueLayout.JAVA_LONG_UNALIGNED;

    private final double divisor;
    private final long[] bits;

    DoubleLanes(int divisor, int mostElements) {
        this.divisor = divisor;
        bits = new long[mostElements];
    }

    @Override
    public Packing packing() {
        return Packing.TWO_LANES;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        MemorySegment.copy(source, BITS, offset, bits, 0, count);
        for (int i = 0; i < count; i++) {
            lanes[at + 2 * i] = (int) (bits[i] >> Integer.SIZE);
            lanes[at + 2 * i + 1] = (int) bits[i];
        }
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        for (int i = 0; i < count; i++) {
            long high = (long) lanes[at + 2 * i] << Integer.SIZE;
            long sum = high | Integer.toUnsignedLong(lanes[at + 2 * i + 1]);
            bits[i] = Double.doubleToLongBits(Double.longBitsToDouble(sum) / divisor);
        }
        MemorySegment.copy(bits, 0, target, BITS, offset, count);
    }
}
