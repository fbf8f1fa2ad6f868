package io.rina.engine.number;

/** What a reduction makes of the ranks' elements. */
public enum ReduceKind {
    /** Integers wrap, as two's complement does. */
    SUM,
    /** Of floats: the sum divided by the number of ranks, after summing and before rounding. */
    AVG,
    /** NaN, where any rank has one; -0.0 is less than +0.0. */
    MIN,
    /** NaN, where any rank has one; +0.0 is more than -0.0. */
    MAX;

    boolean isSum() {
        return this == SUM || this == AVG;
    }
}
