package io.rina.engine.number;

/**
 * Integers in the order of floats: negative numbers have all bits but the sign turned over. So -0.0
 * comes before +0.0, and numbers between the infinities. NaN becomes the key at the end that wins.
 */
final class Keys {
    private Keys() {}

    static int ofFloat(float value, ReduceKind kind) {
        if (Float.isNaN(value)) {
            return kind == ReduceKind.MAX ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        }
        return turn(Float.floatToRawIntBits(value));
    }

    static float toFloat(int key) {
        return Float.intBitsToFloat(turn(key));
    }

    static long ofDouble(double value, ReduceKind kind) {
        if (Double.isNaN(value)) {
            return kind == ReduceKind.MAX ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return turn(Double.doubleToRawLongBits(value));
    }

    static double toDouble(long key) {
        return Double.longBitsToDouble(turn(key));
    }

    private static int turn(int bits) {
        return bits ^ ((bits >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
    }

    private static long turn(long bits) {
        return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
    }
}
