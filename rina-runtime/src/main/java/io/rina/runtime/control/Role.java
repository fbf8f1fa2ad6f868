package io.rina.runtime.control;

import io.rina.plan.Topology;

/** What a member of a job is. */
public sealed interface Role {
    /** The worker of this rank. */
    record Worker(int rank) implements Role {
        @Override
        public String toString() {
            return "rank " + rank;
        }
    }

    /** The aggregating ToR of this rack, counted from 0. */
    record RackSwitch(int rack) implements Role {
        @Override
        public String toString() {
            return "the switch of rack " + rack;
        }
    }

    /** The core switch, which aggregates. */
    record CoreSwitch() implements Role {
        @Override
        public String toString() {
            return "the core switch";
        }
    }

    /**
     * Its node in {@code topology}, or -1 when there is no such rank or no such aggregating switch.
     */
    default int node(Topology topology) {
        return switch (this) {
            case Worker(int rank) -> rank >= 0 && rank < topology.workers() ? rank : -1;
            case RackSwitch(int rack) ->
                rack >= 0
                                && rack < topology.racks().size()
                                && topology.racks().get(rack).aggregates()
                        ? topology.torNode(rack)
                        : -1;
            case CoreSwitch() -> topology.coreAggregates() ? topology.coreNode() : -1;
        };
    }
}
