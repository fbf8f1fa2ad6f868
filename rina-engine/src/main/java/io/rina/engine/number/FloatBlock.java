package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One block of f32, bf16 or f16 after the other, as float32 in memory: where they lie if they are
 * such, else widened, which is exact. The way back is from double, rounded once.
 */
final class FloatBlock {
    private static final ValueLayout.OfInt BITS = ValueLayout.JAVA_INT_UNALIGNED;

    private final DataType type;
    private final float[] widened;
    private final MemorySegment widenedMemory;
    private MemorySegment floats = MemorySegment.NULL;
    private long offset;

    FloatBlock(DataType type, int mostElements) {
        this.type = type;
        widened = new float[type == DataType.F32 ? 0 : mostElements];
        widenedMemory = MemorySegment.ofArray(widened);
    }

    /** Moves to the block of {@code count} elements at byte {@code at} of {@code source}. */
    FloatBlock read(MemorySegment source, long at, int count) {
        floats = widenedMemory;
        offset = 0;
        switch (type) {
            case BF16 -> SixteenBits.widenBf16(source, at, widened, count);
            case F16 -> SixteenBits.widenF16(source, at, widened, count);
            case F32 -> {
                floats = source;
                offset = at;
            }
            case F64, I32, I64 -> throw new IllegalStateException(type + " is no float32");
        }
        return this;
    }

    /** Where the block's floats are, from byte {@link #offset} on. */
    MemorySegment floats() {
        return floats;
    }

    long offset() {
        return offset;
    }

    /** Makes infinities that have been widened the largest numbers of the type. */
    void clampInfinities(int count) {
        if (type != DataType.F32) {
            float most = (float) type.most();
            for (int i = 0; i < count; i++) {
                widened[i] = Math.max(-most, Math.min(most, widened[i]));
            }
        }
    }

    /** Writes units / denominator, rounded to the type. */
    void divide(
            int[] units, int from, int count, double denominator, MemorySegment target, long at) {
        switch (type) {
            case BF16 -> SixteenBits.divideToBf16(units, from, count, target, at, denominator);
            case F16 -> SixteenBits.divideToF16(units, from, count, target, at, denominator);
            case F32 -> FixedPoint.dequantise(units, from, count, target, at, denominator);
            case F64, I32, I64 -> throw new IllegalStateException(type + " is no float32");
        }
    }

    /** Writes {@code values}, rounded to the type; every NaN as the one that has a plain payload. */
    void write(double[] values, int count, MemorySegment target, long at) {
        switch (type) {
            case BF16 -> SixteenBits.writeBf16(values, count, target, at);
            case F16 -> SixteenBits.writeF16(values, count, target, at);
            case F32 -> {
                for (int i = 0; i < count; i++) {
                    target.set(BITS, at + 4L * i, Float.floatToIntBits((float) values[i]));
                }
            }
            case F64, I32, I64 -> throw new IllegalStateException(type + " is no float32");
        }
    }
}
