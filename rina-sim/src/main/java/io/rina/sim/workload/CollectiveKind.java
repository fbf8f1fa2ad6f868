package io.rina.sim.workload;

/**
 * What ranks do together. The bytes of one are meant as in ASTRA-sim 1.0's {@code Ring}: for
 * ALL_GATHER what each rank brings, for all others what each rank has at the start.
 */
public enum CollectiveKind {
    ALL_REDUCE,
    ALL_GATHER,
    REDUCE_SCATTER,
    ALL_TO_ALL,
    BROADCAST,
    REDUCE,
    BARRIER
}
