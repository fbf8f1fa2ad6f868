package io.rina.engine.number;

import io.rina.plan.Demand;

/** Which types, kinds and options go together. */
final class Rules {
    private Rules() {}

    static void check(DataType type, ReduceKind kind, NumberOptions options, int ranks) {
        if (kind == ReduceKind.AVG && !type.isFloat()) {
            throw new IllegalArgumentException("there is no average of " + type.label()
                    + ": it would have to be rounded. Take the SUM and divide it as you need");
        }
        boolean isFloatSum = type.isFloat() && kind.isSum();
        boolean isFixed = options.arithmetic() == Arithmetic.FIXED;
        if (!isFixed && !isFloatSum) {
            throw new IllegalArgumentException("FLOAT arithmetic is for sums and averages of"
                    + " floats, not for the " + kind + " of " + type.label() + ": choose FIXED");
        }
        boolean isHalf = options.wire() == WireWidth.BITS_16;
        if (isHalf && (!isFloatSum || !isFixed || type == DataType.F64)) {
            throw new IllegalArgumentException("16 bits on the wire are for sums and averages of"
                    + " f32, bf16 and f16 in FIXED arithmetic, not for the " + kind + " of "
                    + type.label() + " in " + options.arithmetic() + ": choose 32 bits");
        }
        boolean isWideSum = kind.isSum() && isFixed && type.bytes() == Long.BYTES;
        if ((isHalf || isWideSum) && ranks > Limbs.MOST_RANKS) {
            throw new IllegalArgumentException("a sum of " + type.label() + " on " + options.wire()
                    + " takes at most " + Limbs.MOST_RANKS + " ranks, not " + ranks);
        }
    }

    static void check(Demand demand) {
        if (demand instanceof Demand.Broadcast || demand instanceof Demand.AllGather) {
            throw new IllegalArgumentException(
                    demand.collective() + " moves elements and reduces nothing");
        }
    }
}
