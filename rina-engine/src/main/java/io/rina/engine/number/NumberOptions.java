package io.rina.engine.number;

/**
 * How sums of floats are made; integers, minima and maxima have but one way. All ranks must choose
 * the same.
 *
 * @param policy what happens when a rank contributes NaN or an infinity to a fixed-point sum
 */
public record NumberOptions(NumberPolicy policy, Arithmetic arithmetic, WireWidth wire) {
    /** Fixed point at full width; NaN and infinities fail the operation. */
    public static final NumberOptions STANDARD =
            new NumberOptions(NumberPolicy.FAIL, Arithmetic.FIXED, WireWidth.BITS_32);

    public NumberOptions withPolicy(NumberPolicy policy) {
        return new NumberOptions(policy, arithmetic, wire);
    }

    public NumberOptions withArithmetic(Arithmetic arithmetic) {
        return new NumberOptions(policy, arithmetic, wire);
    }

    public NumberOptions withWire(WireWidth wire) {
        return new NumberOptions(policy, arithmetic, wire);
    }

    String describe() {
        if (arithmetic == Arithmetic.FLOAT) {
            return "in floats";
        }
        String width = wire == WireWidth.BITS_16 ? ", 16 bits on the wire" : "";
        return "policy " + policy + width;
    }
}
