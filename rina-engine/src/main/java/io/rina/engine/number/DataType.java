package io.rina.engine.number;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the elements of a vector are; all in native byte order. */
public enum DataType {
    /** IEEE 754 binary32. */
    F32(4, 24, 127),
    /** IEEE 754 binary64. */
    F64(8, 53, 1023),
    /** Two's complement. */
    I32(4, 0, 0),
    /** Two's complement. */
    I64(8, 0, 0),
    /** The upper half of a binary32. */
    BF16(2, 8, 127),
    /** IEEE 754 binary16. */
    F16(2, 11, 15);

    private final int bytes;
    private final int significantBits;
    private final int mostExponent;

    DataType(int bytes, int significantBits, int mostExponent) {
        this.bytes = bytes;
        this.significantBits = significantBits;
        this.mostExponent = mostExponent;
    }

    /** Bytes an element. */
    public int bytes() {
        return bytes;
    }

    public boolean isFloat() {
        return significantBits > 0;
    }

    /** Of a float: the binary exponent of its largest numbers. */
    int mostExponent() {
        return mostExponent;
    }

    /** Of a float: its largest number. */
    double most() {
        return Math.scalb(2 - Math.scalb(1.0, 1 - significantBits), mostExponent);
    }

    /** Of a float with less than 53 bits: from here on a magnitude rounds to an infinity. */
    double overflow() {
        return Math.scalb(2 - Math.scalb(1.0, -significantBits), mostExponent);
    }

    /** "f32" and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The type of that {@linkplain #label() label}.
     *
     * @throws IllegalArgumentException when there is none; the message lists those there are
     */
    public static DataType ofLabel(String label) {
        for (DataType type : values()) {
            if (type.label().equals(label)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no type is called '" + label + "'; there are "
                + Arrays.stream(values()).map(DataType::label).collect(Collectors.joining(", ")));
    }
}
