package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Bytes as they are, four a lane, whatever the byte order of the machine. What is left of the last
 * lane is zero.
 */
final class RawBytes implements Coding {
    private static final ValueLayout.OfInt LANE =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    @Override
    public Packing packing() {
        return Packing.FOUR_A_LANE;
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        int whole = count / Integer.BYTES;
        MemorySegment.copy(source, LANE, offset, lanes, at, whole);
        int last = 0;
        for (int i = whole * Integer.BYTES; i < count; i++) {
            int bits = Byte.toUnsignedInt(source.get(BYTE, offset + i));
            last |= bits << (Byte.SIZE * (i % Integer.BYTES));
        }
        if (count % Integer.BYTES != 0) {
            lanes[at + whole] = last;
        }
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        int whole = count / Integer.BYTES;
        MemorySegment.copy(lanes, at, target, LANE, offset, whole);
        for (int i = whole * Integer.BYTES; i < count; i++) {
            int bits = lanes[at + whole] >> (Byte.SIZE * (i % Integer.BYTES));
            target.set(BYTE, offset + i, (byte) bits);
        }
    }
}
