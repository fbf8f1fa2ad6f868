package io.rina.swarm;

/**
 * Floats of every kind, and fixed point as its definition has it rather than as the engine computes
 * it.
 */
final class Floats {
    private Floats() {}

    static float[] draw(OperationShape shape, int blockElements, Dice dice) {
        float[] values = new float[shape.elements()];
        double scale = 0;
        for (int i = 0; i < values.length; i++) {
            if (i % blockElements == 0) {
                scale = Math.scalb(1.0, dice.between(-40, 40));
            }
            values[i] = draw(shape.kind(), scale, dice);
        }
        return values;
    }

    private static float draw(OperationKind kind, double scale, Dice dice) {
        return switch (kind) {
            case HUGE -> (float) (Float.MAX_VALUE * Math.clamp(dice.gaussian(), -1, 1));
            case TINY -> Float.intBitsToFloat(dice.anyInt() & 0x81ff_ffff);
            case ZEROS ->
                dice.oneIn(10) ? (float) (dice.gaussian() * scale) : dice.oneIn(2) ? 0 : -0f;
            case NAN, SATURATE ->
                dice.oneIn(40) ? notFinite(dice) : (float) (dice.gaussian() * scale);
            case SUM, MAX, MIN, FLOAT, MEAN -> (float) (dice.gaussian() * scale);
        };
    }

    private static float notFinite(Dice dice) {
        return switch (dice.below(3)) {
            case 0 -> Float.NaN;
            case 1 -> Float.POSITIVE_INFINITY;
            default -> Float.NEGATIVE_INFINITY;
        };
    }

    static boolean areFinite(float[] values) {
        for (float value : values) {
            if (!Float.isFinite(value)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The first index where the bits differ, or -1. NaN equals NaN only with the same bits, and 0
     * is not -0.
     */
    static int mismatch(float[] a, float[] b) {
        for (int i = 0; i < a.length; i++) {
            if (Float.floatToRawIntBits(a[i]) != Float.floatToRawIntBits(b[i])) {
                return i;
            }
        }
        return -1;
    }

    /** One unit of the block {@code from} to {@code to} (exclusive): 2^(E + L - 30). */
    static double unit(float[][] byRank, int from, int to) {
        int exponent = Float.MIN_EXPONENT;
        for (float[] values : byRank) {
            for (int i = from; i < to; i++) {
                // Of NaN and infinities this is one more than of the largest float.
                int own = Math.min(Math.getExponent(values[i]), Float.MAX_EXPONENT);
                exponent = Math.max(exponent, own);
            }
        }
        int headroom = 0;
        while (1 << headroom < byRank.length) {
            headroom++;
        }
        return Math.scalb(1.0, exponent + headroom - 30);
    }

    /** What a value counts for in a sum: an infinity as the largest float, NaN as nothing. */
    static double contribution(float value) {
        return Float.isNaN(value) ? 0 : Math.clamp(value, -Float.MAX_VALUE, Float.MAX_VALUE);
    }
}
