package io.rina.swarm;

import io.rina.engine.number.DataType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One element of any type as bits in a long, those of integers with their sign. */
final class Element {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Element() {}

    static long get(DataType type, MemorySegment memory, long index) {
        long at = index * type.bytes();
        return switch (type.bytes()) {
            case Short.BYTES -> memory.get(SHORT, at);
            case Integer.BYTES -> memory.get(INT, at);
            default -> memory.get(LONG, at);
        };
    }

    static void set(DataType type, MemorySegment memory, long index, long bits) {
        long at = index * type.bytes();
        switch (type.bytes()) {
            case Short.BYTES -> memory.set(SHORT, at, (short) bits);
            case Integer.BYTES -> memory.set(INT, at, (int) bits);
            default -> memory.set(LONG, at, bits);
        }
    }

    /** Of a float, exactly. */
    static double toDouble(DataType type, long bits) {
        return switch (type) {
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            case BF16 -> Float.intBitsToFloat((int) bits << Short.SIZE);
            case F16 -> Float.float16ToFloat((short) bits);
            case I32, I64 -> throw new IllegalArgumentException(type.label() + " is no float");
        };
    }

    /** Rounds to the type, with the one NaN that has no payload; bf16 by {@link Rational}. */
    static long ofDouble(DataType type, double value) {
        return switch (type) {
            case F32 -> Float.floatToIntBits((float) value);
            case F64 -> Double.doubleToLongBits(value);
            case BF16 -> (short) (Float.floatToIntBits(toBf16(value)) >>> Short.SIZE);
            case F16 -> Double.isNaN(value) ? 0x7e00 : Float.floatToFloat16((float) value);
            case I32, I64 -> throw new IllegalArgumentException(type.label() + " is no float");
        };
    }

    private static float toBf16(double value) {
        boolean isNumber = value != 0 && Math.abs(value) <= Double.MAX_VALUE;
        return (float) (isNumber ? Rational.of(value).round(DataType.BF16) : value);
    }

    static long anyFinite(DataType type, Dice dice) {
        long any = (long) dice.anyInt() << Integer.SIZE | Integer.toUnsignedLong(dice.anyInt());
        long bits = switch (type.bytes()) {
            case Short.BYTES -> (short) any;
            case Integer.BYTES -> (int) any;
            default -> any;
        };
        return Math.abs(toDouble(type, bits)) <= Double.MAX_VALUE ? bits : 0;
    }

    /** Significant bits of a float. */
    static int significantBits(DataType type) {
        return switch (type) {
            case F32 -> 24;
            case F64 -> 53;
            case BF16 -> 8;
            case F16 -> 11;
            case I32, I64 -> throw new IllegalArgumentException(type.label() + " is no float");
        };
    }

    /** The binary exponent of the largest numbers of a float. */
    static int mostExponent(DataType type) {
        return switch (type) {
            case F32, BF16 -> 127;
            case F64 -> 1_023;
            case F16 -> 15;
            case I32, I64 -> throw new IllegalArgumentException(type.label() + " is no float");
        };
    }

    static double most(DataType type) {
        return Math.scalb(2 - Math.scalb(1.0, 1 - significantBits(type)), mostExponent(type));
    }

    static double leastNormal(DataType type) {
        return Math.scalb(1.0, 1 - mostExponent(type));
    }
}
