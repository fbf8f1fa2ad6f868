package io.rina.engine.number;

/**
 * What happens when a rank contributes NaN or an infinity to a fixed-point sum. All ranks learn of
 * it before any sum is made, and do the same.
 */
public enum NumberPolicy {
    /** The operation fails on every rank with {@link NotFiniteException}; no buffer changes. */
    FAIL,
    /**
     * NaN counts as 0, an infinity as the largest number of the type, of its sign (as float32 over
     * 128 ranks, as a little less); both are counted in the report. Such a block has the unit of the
     * largest numbers, so that small values in it become 0 and are counted as flushed. A sum beyond
     * the largest number is an infinity, as in float arithmetic; an average never is.
     */
    SATURATE,
    /**
     * The whole operation is run in {@link Arithmetic#FLOAT}, so that NaN and infinities come out
     * as IEEE 754 says.
     */
    FLOAT_RING
}
