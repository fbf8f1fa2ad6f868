package io.rina.plan;

/** What a taker does with the sum. */
public enum Combine {
    /** The sum becomes its copy of the chunk. */
    REPLACE,
    /** The sum is added to its copy (or folded into it by the operation's MAX or MIN). */
    ADD
}
