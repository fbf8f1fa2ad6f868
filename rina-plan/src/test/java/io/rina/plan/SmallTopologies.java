package io.rina.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Every topology up to a size: each split of the workers over racks, with each subset of the racks
 * aggregating.
 */
final class SmallTopologies {
    private SmallTopologies() {}

    static void forEach(int maxWorkers, int maxRacks, Consumer<Topology> action) {
        for (int workers = 1; workers <= maxWorkers; workers++) {
            for (int racks = 1; racks <= Math.min(maxRacks, workers); racks++) {
                split(new int[racks], 0, workers, action);
            }
        }
    }

    /** The plans of all strategies that serve the topology. */
    static List<Plan> plans(Topology topology) {
        List<Plan> plans = new ArrayList<>();
        for (String name : Strategies.names()) {
            try {
                plans.add(Strategies.named(name).plan(topology));
            } catch (UnsupportedTopologyException e) {
                // The strategy does not claim to serve it.
            }
        }
        if (topology.racks().stream().allMatch(Rack::aggregates)
                && topology.racks().size() > 1) {
            // No other plan depends on the core.
            plans.add(new SwitchMl().plan(topology.withAggregatingCore()));
        }
        return plans;
    }

    private static void split(int[] sizes, int rack, int left, Consumer<Topology> action) {
        int racksAfter = sizes.length - 1 - rack;
        if (racksAfter == 0) {
            sizes[rack] = left;
            for (int subset = 0; subset < 1 << sizes.length; subset++) {
                int ina = subset;
                action.accept(Topology.ofSizes(sizes, i -> (ina >> i & 1) != 0));
            }
            return;
        }
        for (int size = 1; size <= left - racksAfter; size++) {
            sizes[rack] = size;
            split(sizes, rack + 1, left - size, action);
        }
    }
}
