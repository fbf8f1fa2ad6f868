package io.rina.swarm;

import io.rina.engine.number.DataType;

/** What the numbers of an operation look like. */
public enum Values {
    /** Floats whose blocks differ in magnitude; any integers. */
    PLAIN,
    /** Any finite floats, huge beside tiny; integers whose upper halves are few. */
    WIDE,
    /** Floats up to the largest there is, so that sums overflow; integers around the ends. */
    HUGE,
    /** Floats around and below the smallest normal one; small integers. */
    TINY,
    /** Mostly zeros, of both signs where there are. */
    ZEROS,
    /** Some NaN and infinities; integers as PLAIN. */
    ODD;

    /** The bits of {@code count} elements; {@code run} of them share a magnitude. */
    long[] draw(DataType type, int count, int run, Dice dice) {
        long[] bits = new long[count];
        double scale = 1;
        for (int i = 0; i < count; i++) {
            if (i % run == 0) {
                scale = Math.scalb(1.0, scaleExponent(type, dice));
            }
            bits[i] = type.isFloat() ? drawFloat(type, scale, dice) : drawInteger(type, dice);
        }
        return bits;
    }

    private static int scaleExponent(DataType type, Dice dice) {
        return switch (type) {
            case F16 -> dice.between(-10, 10);
            case F64 -> dice.between(-300, 300);
            case F32, BF16, I32, I64 -> dice.between(-40, 40);
        };
    }

    private long drawFloat(DataType type, double scale, Dice dice) {
        double plain = dice.gaussian() * scale;
        return switch (this) {
            case PLAIN -> Element.ofDouble(type, plain);
            case WIDE -> Element.anyFinite(type, dice);
            case HUGE ->
                Element.ofDouble(type, Element.most(type) * Math.clamp(dice.gaussian(), -1, 1));
            case TINY -> Element.ofDouble(type, 3 * Element.leastNormal(type) * dice.gaussian());
            case ZEROS -> Element.ofDouble(type, dice.oneIn(10) ? plain : dice.oneIn(2) ? 0 : -0.0);
            case ODD -> Element.ofDouble(type, dice.oneIn(40) ? notFinite(dice) : plain);
        };
    }

    private static double notFinite(Dice dice) {
        return switch (dice.below(3)) {
            case 0 -> Double.NaN;
            case 1 -> Double.POSITIVE_INFINITY;
            default -> Double.NEGATIVE_INFINITY;
        };
    }

    private long drawInteger(DataType type, Dice dice) {
        long any = (long) dice.anyInt() << Integer.SIZE | Integer.toUnsignedLong(dice.anyInt());
        long value = switch (this) {
            case PLAIN, ODD -> any;
            case WIDE -> (any & 0xffff_ffffL) | ((long) dice.between(-1, 1) << Integer.SIZE);
            case HUGE -> any >> 63 ^ Long.MAX_VALUE ^ dice.below(3);
            case TINY -> dice.between(-3, 3);
            case ZEROS -> dice.oneIn(10) ? any : 0;
        };
        return type == DataType.I32 ? (int) (this == HUGE ? value >> Integer.SIZE : value) : value;
    }
}
