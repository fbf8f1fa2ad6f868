package io.rina.plan.time;

import io.rina.plan.Strategies;
import io.rina.plan.Topology;

import java.util.List;

/**
 * What decides on strategies once a topology is known: a job's, or that of a group of its ranks, or
 * either without a switch that has no room.
 */
public sealed interface Selection {
    /**
     * Throws {@link io.rina.plan.UnsupportedTopologyException} where the strategy that was asked for
     * does not serve the topology.
     */
    Choice on(Topology topology);

    /** As the user gives it. */
    String name();

    /** This strategy for all sizes. */
    record Named(String name) implements Selection {
        @Override
        public Choice on(Topology topology) {
            Strategies.named(name).plan(topology);
            return Choice.always(name);
        }
    }

    /** What is predicted to be fastest. */
    record Auto(int fragmentElements, CostModel costs) implements Selection {
        public static final String NAME = "auto";

        @Override
        public Choice on(Topology topology) {
            return Choice.best(topology, fragmentElements, costs);
        }

        @Override
        public String name() {
            return NAME;
        }
    }

    /** All that serve the topology, to compare them; operations run on the first unless told. */
    record All() implements Selection {
        public static final String NAME = "all";

        @Override
        public Choice on(Topology topology) {
            List<String> strategies = Candidate.serving(topology).stream()
                    .map(Candidate.Serves::strategy)
                    .toList();
            return new Choice(strategies, List.of(new Choice.Range(0, strategies.getFirst())));
        }

        @Override
        public String name() {
            return NAME;
        }
    }
}
