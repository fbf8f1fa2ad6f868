package io.rina.engine;

import io.rina.engine.number.DataType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Elements of every type, from doubles and back, by the conversions of the JDK. */
final class NumberRows {
    private NumberRows() {}

    /** Values that the type has; bf16 is cut, not rounded. */
    static MemorySegment of(DataType type, double... values) {
        MemorySegment memory = MemorySegment.ofArray(new byte[values.length * type.bytes()]);
        for (int i = 0; i < values.length; i++) {
            set(memory, type, i, values[i]);
        }
        return memory;
    }

    /** Each of {@code values}, which are float32 unless the type is f64, rounded to the type. */
    static MemorySegment rounded(DataType type, double... values) {
        if (type != DataType.BF16) {
            return of(type, values);
        }
        double[] rounded = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            // Multiples of the last of eight bits.
            double unit = Math.scalb(1.0, Math.getExponent(values[i]) - 7);
            rounded[i] = Math.rint(values[i] / unit) * unit;
        }
        return of(type, rounded);
    }

    static void set(MemorySegment memory, DataType type, long index, double value) {
        long at = index * type.bytes();
        switch (type) {
            case F32 -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
            case F64 -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
            case I32 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
            case I64 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) value);
            case BF16 ->
                memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short)
                        (Float.floatToRawIntBits((float) value) >> 16));
            case F16 ->
                memory.set(
                        ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16((float) value));
        }
    }

    static double[] doubles(DataType type, MemorySegment memory) {
        double[] values = new double[(int) (memory.byteSize() / type.bytes())];
        for (int i = 0; i < values.length; i++) {
            long at = (long) i * type.bytes();
            values[i] = switch (type) {
                case F32 -> memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
                case F64 -> memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
                case I32 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                case I64 -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
                case BF16 ->
                    Float.intBitsToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) << 16);
                case F16 -> Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            };
        }
        return values;
    }

    /** Integers of any bits; floats of magnitudes that differ, but not by more than a block takes. */
    static MemorySegment[] random(DataType type, int ranks, int elements, long seed) {
        Random random = new Random(seed);
        MemorySegment[] rows = new MemorySegment[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            byte[] bytes = new byte[elements * type.bytes()];
            random.nextBytes(bytes);
            rows[rank] = MemorySegment.ofArray(bytes);
            for (int i = 0; i < elements && type.isFloat(); i++) {
                double value = random.nextGaussian() * Math.scalb(1.0, random.nextInt(12) - 6);
                set(rows[rank], type, i, value);
            }
        }
        return rows;
    }
}
