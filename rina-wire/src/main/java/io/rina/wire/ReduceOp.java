package io.rina.wire;

/**
 * How copies of a lane are combined. On int32 the first three are associative and commutative, so
 * that order never matters. The others add floating-point numbers, whose sum depends on the order:
 * they are for plans that fix it, and for sites that are hosts.
 */
public enum ReduceOp {
    /** Wrapping addition: saturating addition would depend on the order of arrival. */
    SUM(0),
    MAX(1),
    MIN(2),
    /** A lane is the bits of a float32. */
    FLOAT_SUM(3),
    /** Two lanes, the upper half first, are the bits of a float64; a lane left over is not added. */
    DOUBLE_SUM(4);

    private static final ReduceOp[] BY_CODE = {SUM, MAX, MIN, FLOAT_SUM, DOUBLE_SUM};

    private final int code;

    ReduceOp(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    static boolean isKnown(int code) {
        return code < BY_CODE.length;
    }

    /** The operation of a frame that {@link FrameCheck} has passed. */
    public static ReduceOp of(int code) {
        return BY_CODE[code];
    }

    /** Whether operands may come in any order. */
    public boolean isOrderFree() {
        return this == SUM || this == MAX || this == MIN;
    }

    /**
     * One lane of two copies.
     *
     * @throws IllegalStateException for an operation that is not {@linkplain #isOrderFree order free}
     */
    public int apply(int a, int b) {
        return switch (this) {
            case SUM -> a + b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case FLOAT_SUM, DOUBLE_SUM ->
                throw new IllegalStateException(this + " has no order here");
        };
    }
}
