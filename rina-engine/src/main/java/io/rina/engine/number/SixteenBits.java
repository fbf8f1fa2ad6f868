package io.rina.engine.number;

/**
 * bf16 and f16 to float, which is exact, and back from double, rounded once to nearest, half to
 * even.
 */
final class SixteenBits {
    private static final short NAN_F16 = 0x7e00;

    private SixteenBits() {}

    static void widenBf16(short[] halves, float[] floats, int count) {
        for (int i = 0; i < count; i++) {
            floats[i] = Float.intBitsToFloat(halves[i] << 16);
        }
    }

    static void widenF16(short[] halves, float[] floats, int count) {
        for (int i = 0; i < count; i++) {
            floats[i] = Float.float16ToFloat(halves[i]);
        }
    }

    static void divideToBf16(int[] lanes, int from, int count, double denominator, short[] halves) {
        for (int i = 0; i < count; i++) {
            halves[i] = bf16(lanes[from + i] / denominator);
        }
    }

    static void divideToF16(int[] lanes, int from, int count, double denominator, short[] halves) {
        for (int i = 0; i < count; i++) {
            halves[i] = f16(lanes[from + i] / denominator);
        }
    }

    static void narrowToBf16(double[] values, int count, short[] halves) {
        for (int i = 0; i < count; i++) {
            halves[i] = bf16(values[i]);
        }
    }

    static void narrowToF16(double[] values, int count, short[] halves) {
        for (int i = 0; i < count; i++) {
            halves[i] = f16(values[i]);
        }
    }

    static short bf16(double value) {
        int bits = Float.floatToIntBits(roundToOdd(value));
        int rounded = bits + 0x7fff + (bits >>> 16 & 1);
        return (short) ((Double.isNaN(value) ? bits : rounded) >>> 16);
    }

    static short f16(double value) {
        return Double.isNaN(value) ? NAN_F16 : Float.floatToFloat16(roundToOdd(value));
    }

    /**
     * To the float toward zero, with its last bit set where that is not exact. It has so many more
     * bits than bf16 and f16 that rounding it once more is as good as rounding the double (Boldo
     * and Melquiond, Emulation of a FMA and correctly rounded sums, 2008).
     */
    private static float roundToOdd(double value) {
        float nearest = (float) value;
        if (nearest == value || Double.isNaN(value)) {
            return nearest;
        }
        int bits = Float.floatToRawIntBits(nearest);
        int towardZero = Math.abs((double) nearest) > Math.abs(value) ? bits - 1 : bits;
        return Float.intBitsToFloat(towardZero | 1);
    }
}
