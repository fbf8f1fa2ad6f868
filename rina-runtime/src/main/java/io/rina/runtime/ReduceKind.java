package io.rina.runtime;

/** What an all-reduce of floats yields. */
public enum ReduceKind {
    SUM,
    /** The sum divided by the number of ranks, after summing and before rounding to float. */
    AVG
}
