package io.rina.wire;

/**
 * How copies of a lane are combined. All three are associative and commutative on int32, so order
 * never matters.
 */
public enum ReduceOp {
    /** Wrapping addition: saturating addition would depend on the order of arrival. */
    SUM(0),
    MAX(1),
    MIN(2);

    private static final ReduceOp[] BY_CODE = {SUM, MAX, MIN};

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

    public int apply(int a, int b) {
        return switch (this) {
            case SUM -> a + b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
        };
    }
}
