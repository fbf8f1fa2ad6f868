package io.rina.swarm;

import io.rina.engine.Operation;

/** One operation's numbers at all ranks, and what must come of them. */
interface Work {
    /** The operation that {@code rank} submits. Called once a rank. */
    Operation operation(int rank);

    /** Whether {@code rank} cannot complete it before {@code other} has started it. */
    boolean waitsFor(int rank, int other);

    /** Checks the rank's result, which is complete. Throws {@link InvariantException}. */
    void check(int rank);

    /** A hash of what the rank has got, with nothing in it of how that came about. */
    long digest(int rank);

    /** Overwrites the rank's buffers, as a caller may who has had his result. */
    void scribble(int rank);
}
