package io.rina.swarm;

import io.rina.plan.Topology;

import java.util.ArrayList;
import java.util.List;

/**
 * Racks under a core.
 *
 * @param coreAggregates whether the core switch aggregates
 */
public record Cluster(List<RackShape> racks, boolean coreAggregates) {
    private static final int MOST_DRAWN_RACKS = 5;

    public Cluster {
        racks = List.copyOf(racks);
    }

    /**
     * Every split of {@code ranks} over racks, in order, with every subset of the ToRs aggregating,
     * under a core that does and one that does not: 4 * 3^(ranks - 1).
     */
    static List<Cluster> all(int ranks) {
        List<Cluster> found = new ArrayList<>();
        split(ranks, new ArrayList<>(), found);
        return found;
    }

    private static void split(int left, List<RackShape> racks, List<Cluster> found) {
        if (left == 0) {
            found.add(new Cluster(racks, false));
            found.add(new Cluster(racks, true));
        }
        for (int workers = 1; workers <= left; workers++) {
            for (boolean aggregates : new boolean[] {false, true}) {
                racks.addLast(new RackShape(workers, aggregates));
                split(left - workers, racks, found);
                racks.removeLast();
            }
        }
    }

    static Cluster draw(int ranks, Dice dice) {
        List<RackShape> racks = new ArrayList<>();
        int left = ranks;
        for (int rest = dice.between(1, Math.min(ranks, MOST_DRAWN_RACKS)); rest > 0; rest--) {
            int workers = rest == 1 ? left : dice.between(1, left - rest + 1);
            racks.add(new RackShape(workers, !dice.oneIn(3)));
            left -= workers;
        }
        return new Cluster(racks, dice.oneIn(2));
    }

    Cluster withRacks(List<RackShape> racks) {
        return new Cluster(racks, coreAggregates);
    }

    /** The same racks, with every ToR aggregating. */
    Cluster aggregating() {
        return withRacks(
                racks.stream().map(rack -> new RackShape(rack.workers(), true)).toList());
    }

    int workers() {
        return racks.stream().mapToInt(RackShape::workers).sum();
    }

    Topology topology() {
        int[] sizes = racks.stream().mapToInt(RackShape::workers).toArray();
        Topology topology = Topology.ofSizes(sizes, rack -> racks.get(rack).aggregates());
        return coreAggregates ? topology.withAggregatingCore() : topology;
    }
}
