package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One block of f32, bf16 or f16 after the other, widened to float32 in an array, which is exact, and
 * narrowed on the way back, which rounds once. Loops run over arrays because they are as fast then
 * whatever kinds of memory the callers use; copying a block costs little.
 */
final class FloatBlock {
    private static final ValueLayout.OfInt BITS = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

    private final DataType type;
    private final float[] floats;
    private final int[] bits;
    /** The block as it lies in memory, where that is 16 bits an element. */
    private final short[] halves;

    FloatBlock(DataType type, int mostElements) {
        this.type = type;
        floats = new float[mostElements];
        bits = new int[mostElements];
        halves = new short[type == DataType.F32 ? 0 : mostElements];
    }

    /** The {@code count} elements at byte {@code at} of {@code source}. */
    float[] read(MemorySegment source, long at, int count) {
        if (type == DataType.F32) {
            MemorySegment.copy(source, FLOAT, at, floats, 0, count);
            return floats;
        }
        MemorySegment.copy(source, SHORT, at, halves, 0, count);
        if (type == DataType.BF16) {
            SixteenBits.widenBf16(halves, floats, count);
        } else {
            SixteenBits.widenF16(halves, floats, count);
        }
        return floats;
    }

    /** The same as the bits of float32. */
    int[] readBits(MemorySegment source, long at, int count) {
        if (type == DataType.F32) {
            MemorySegment.copy(source, BITS, at, bits, 0, count);
            return bits;
        }
        read(source, at, count);
        for (int i = 0; i < count; i++) {
            bits[i] = Float.floatToRawIntBits(floats[i]);
        }
        return bits;
    }

    /** Writes units / denominator, rounded to the type. */
    void divide(
            int[] units, int from, int count, double denominator, MemorySegment target, long at) {
        switch (type) {
            case BF16 -> SixteenBits.divideToBf16(units, from, count, denominator, halves);
            case F16 -> SixteenBits.divideToF16(units, from, count, denominator, halves);
            case F32, F64, I32, I64 ->
                FixedPoint.dequantise(units, from, count, denominator, floats);
        }
        copyTo(target, at, count);
    }

    /** Writes {@code values}, rounded to the type; every NaN as the one that has a plain payload. */
    void write(double[] values, int count, MemorySegment target, long at) {
        switch (type) {
            case BF16 -> SixteenBits.narrowToBf16(values, count, halves);
            case F16 -> SixteenBits.narrowToF16(values, count, halves);
            case F32, F64, I32, I64 -> {
                for (int i = 0; i < count; i++) {
                    float value = (float) values[i];
                    floats[i] = Float.intBitsToFloat(Float.floatToIntBits(value));
                }
            }
        }
        copyTo(target, at, count);
    }

    private void copyTo(MemorySegment target, long at, int count) {
        if (type == DataType.F32) {
            MemorySegment.copy(floats, 0, target, FLOAT, at, count);
        } else {
            MemorySegment.copy(halves, 0, target, SHORT, at, count);
        }
    }
}
