package io.rina.swarm;

import io.rina.engine.number.DataType;

import java.math.BigInteger;

/** {@code numerator * 2^exponent / divisor}, exactly. */
record Rational(BigInteger numerator, int exponent, long divisor) {
    private static final int FRACTION_BITS = 52;

    /** A finite double. */
    static Rational of(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int biased = (int) (bits >>> FRACTION_BITS) & 0x7ff;
        long fraction = bits & (1L << FRACTION_BITS) - 1;
        long significand = biased == 0 ? fraction : fraction | 1L << FRACTION_BITS;
        int exponent = Math.max(biased, 1) - 1_023 - FRACTION_BITS;
        return new Rational(
                BigInteger.valueOf(value < 0 ? -significand : significand), exponent, 1);
    }

    Rational dividedBy(int number) {
        return new Rational(numerator, exponent, divisor * number);
    }

    /** The nearest whole multiple of 2^{@code unit}, half to even. */
    BigInteger inUnits(int unit) {
        BigInteger size = numerator.abs();
        BigInteger by = BigInteger.valueOf(divisor);
        size = size.shiftLeft(Math.max(0, exponent - unit));
        by = by.shiftLeft(Math.max(0, unit - exponent));
        BigInteger[] parts = size.divideAndRemainder(by);
        int half = parts[1].shiftLeft(1).compareTo(by);
        boolean isUp = half > 0 || (half == 0 && parts[0].testBit(0));
        BigInteger rounded = isUp ? parts[0].add(BigInteger.ONE) : parts[0];
        return numerator.signum() < 0 ? rounded.negate() : rounded;
    }

    /** The nearest number of the type, half to even; a negative one that is too small is -0.0. */
    double round(DataType type) {
        if (numerator.signum() == 0) {
            return 0;
        }
        int leastUnit = 2 - Element.mostExponent(type) - Element.significantBits(type);
        int unit = Math.max(leadingExponent() + 1 - Element.significantBits(type), leastUnit);
        double size = Math.scalb(inUnits(unit).abs().doubleValue(), unit);
        double rounded = size > Element.most(type) ? Double.POSITIVE_INFINITY : size;
        return numerator.signum() < 0 ? -rounded : rounded;
    }

    /** The exponent of the largest power of two that is not above the magnitude. */
    private int leadingExponent() {
        BigInteger by = BigInteger.valueOf(divisor);
        int guess = numerator.abs().bitLength() - by.bitLength() + exponent;
        int shift = exponent - guess;
        BigInteger size = numerator.abs().shiftLeft(Math.max(0, shift));
        return size.compareTo(by.shiftLeft(Math.max(0, -shift))) < 0 ? guess - 1 : guess;
    }
}
