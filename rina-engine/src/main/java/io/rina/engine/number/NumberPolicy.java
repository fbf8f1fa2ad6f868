package io.rina.engine.number;

/** What happens when a rank contributes NaN or an infinity. All ranks learn of it before any sum is made, and do the same. */
public enum NumberPolicy {
    /** The operation fails on every rank with {@link NotFiniteException}; no buffer changes. */
    FAIL,
    /** An infinity becomes the largest number that its block can hold, NaN becomes 0; both are counted in the report. */
    SATURATE
}
