package io.rina.sim.run;

import io.rina.sim.run.Result.Durations;
import io.rina.sim.run.Result.FlowTime;

import java.util.List;

/** What one job does on a network, and what came of it. */
interface JobRun {
    boolean isDone();

    /** Once it is done: how long each iteration took. */
    Durations durations();

    /** Once it is done: what the slowest rank of an iteration computes, on average. */
    long computePs();

    /** The flows of its own that have ended, in the order in which they began. */
    default List<FlowTime> flows() {
        return List.of();
    }

    /** Sums that are not right: a rank was not counted exactly once. */
    default long wrong() {
        return 0;
    }

    /** Who waits, and for what, until it is done. */
    List<String> waiting();
}
