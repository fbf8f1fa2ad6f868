package io.rina.engine;

import io.rina.wire.Frame;

/**
 * Whose frames these are. A frame of another key or epoch is dropped and counted.
 *
 * @param key drawn at random by the coordinator for each job
 * @param epoch raised whenever membership or plan changes
 */
public record Job(long key, int epoch) {
    /** Counts and refuses frames of other jobs and epochs. */
    boolean owns(Frame frame, Counters counters) {
        if (frame.jobKey() != key) {
            counters.increment(Counter.WRONG_KEY);
            return false;
        }
        if (frame.epoch() != epoch) {
            counters.increment(Counter.STALE_EPOCH);
            return false;
        }
        return true;
    }
}
