package io.rina.sim.workload;

/**
 * Starts flows when it has been told often enough.
 *
 * @param id over 0
 * @param count how often a BARRIER must be told; 1 for the others
 */
public record Trigger(int id, Kind kind, int count) {
    /** What happens when it is told once more. */
    public enum Kind {
        /** Starts its flows the first time, and nothing after. */
        ONESHOT,
        /** Starts its flows each time. */
        MULTISHOT,
        /** Starts its flows the last time that it waits for. */
        BARRIER
    }

    public Trigger {
        if (id < 1 || count < 1 || (kind != Kind.BARRIER && count != 1)) {
            throw new IllegalArgumentException("trigger " + id + ", " + kind + " of " + count
                    + ": the id is over 0, and only a barrier counts");
        }
    }

    boolean firesWhenTold(int times) {
        return switch (kind) {
            case ONESHOT -> times == 1;
            case MULTISHOT -> true;
            case BARRIER -> times == count;
        };
    }
}
