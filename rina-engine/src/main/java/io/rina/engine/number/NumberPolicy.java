package io.rina.engine.number;

/**
 * What happens when a rank contributes NaN or an infinity. All ranks learn of it before any sum is
 * made, and do the same.
 */
public enum NumberPolicy {
    /** The operation fails on every rank with {@link NotFiniteException}; no buffer changes. */
    FAIL,
    /**
     * NaN counts as 0, an infinity as {@code Float.MAX_VALUE} of its sign (over 128 ranks, as a
     * little less); both are counted in the report. Such a block has the unit of the largest
     * floats, so that values below about N 2^96 become 0 and are counted as flushed. A sum beyond
     * {@code Float.MAX_VALUE} is an infinity, as in float arithmetic; an average never is.
     */
    SATURATE
}
