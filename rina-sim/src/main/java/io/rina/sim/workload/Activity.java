package io.rina.sim.workload;

import io.rina.plan.RankSet;

import java.util.List;

/** Something that a rank does, after other activities of its. */
public sealed interface Activity {
    String name();

    /** The indices in the graph of what must be done before; all are lower than its own. */
    List<Integer> after();

    /**
     * Computes for so long. A rank has one host processor and one accelerator, and each computes
     * one activity at a time.
     */
    record Compute(String name, List<Integer> after, boolean onHost, long durationPs)
            implements Activity {
        public Compute {
            if (durationPs < 0) {
                throw new IllegalArgumentException("activity " + name + " takes " + durationPs
                        + " ps: it cannot take less than none");
            }
            after = List.copyOf(after);
        }
    }

    /**
     * Takes part in a collective operation of {@code ranks}. A rank takes part in one operation of
     * the same ranks at a time, in the order of the graph, as on one stream of a communication
     * library; so the same order at all ranks is all that it takes to match them.
     */
    record Communicate(
            String name, List<Integer> after, CollectiveKind kind, RankSet ranks, long bytes)
            implements Activity {
        public Communicate {
            if (bytes < 0 || ranks.size() == 0) {
                throw new IllegalArgumentException(
                        "activity " + name + " moves " + bytes + " bytes of " + ranks.size()
                                + " ranks: 0 bytes or more and a rank are needed");
            }
            after = List.copyOf(after);
        }
    }
}
