package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Hierarchical ring (H-AR), which needs no switch: each rack's ranks are summed at its leader, the
 * lowest rank; the leaders run a ring; each leader spreads the result over its rack.
 *
 * <p>For R racks of k workers and M bytes: 2(R-1)+2 steps. A leader's link carries 2M(1-1/R) +
 * (k-1)M up and as much down, every other worker's M up and M down, an uplink 2M(1-1/R) each way.
 */
public final class HierarchicalRing implements Strategy {
    /** The stream of what goes down, which need not wait until all has come up: other ways of links. */
    private static final int SPREAD = 1;

    @Override
    public String name() {
        return "h-ar";
    }

    @Override
    public Plan plan(Topology topology) {
        List<Group> leaders = topology.racks().stream()
                .map(rack -> Group.autonomous(rack.ranks().first()))
                .toList();
        Plan ring = Rings.planOfLateChunks(name(), topology, leaders);
        List<Exchange> exchanges = new ArrayList<>();
        for (int chunk = 0; chunk < ring.chunks(); chunk++) {
            for (Rack rack : topology.racks()) {
                gather(rack, chunk, exchanges);
            }
        }
        exchanges.addAll(ring.exchanges());
        for (int chunk = 0; chunk < ring.chunks(); chunk++) {
            for (Rack rack : topology.racks()) {
                spread(rack, chunk, exchanges);
            }
        }
        return new Plan(name(), topology, leaders, ring.chunks(), exchanges);
    }

    private void gather(Rack rack, int chunk, List<Exchange> exchanges) {
        if (rack.ranks().size() > Site.MAX_MEMBERS) {
            throw new UnsupportedTopologyException(name() + " serves racks of at most "
                    + Site.MAX_MEMBERS + " workers, and " + rack.name() + " has "
                    + rack.ranks().size() + "; ring serves more");
        }
        if (rack.ranks().size() > 1) {
            int leader = rack.ranks().first();
            exchanges.add(new Exchange(
                    new Site.Host(leader),
                    rack.ranks(),
                    RankSet.of(leader),
                    chunk,
                    Combine.REPLACE));
        }
    }

    private static void spread(Rack rack, int chunk, List<Exchange> exchanges) {
        if (rack.ranks().size() > 1) {
            int leader = rack.ranks().first();
            exchanges.add(new Exchange(
                    new Site.Host(leader),
                    SPREAD,
                    RankSet.of(leader),
                    rack.ranks().without(leader),
                    chunk,
                    Combine.REPLACE));
        }
    }
}
