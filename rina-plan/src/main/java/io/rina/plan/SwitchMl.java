package io.rina.plan;

import java.util.List;
import java.util.stream.IntStream;

/**
 * SwitchML (NSDI 2021): all workers give to their ToR and take the sum from it, M bytes up and M
 * down each host link, in one step. Several racks, all of which must be INA, are one tree: the ToRs
 * pass their sums on to the core, where it aggregates, with M up and M down each uplink; otherwise
 * to the ToR of the first rack, whose uplink carries (R-1)M each way for R racks, and the others M.
 */
public final class SwitchMl implements Strategy {
    @Override
    public String name() {
        return "switchml";
    }

    @Override
    public Plan plan(Topology topology) {
        if (!topology.racks().stream().allMatch(Rack::aggregates)) {
            throw new UnsupportedTopologyException(
                    "switchml needs every rack's ToR to aggregate, which is not so in " + topology
                            + "; rina serves any mixture of racks");
        }
        int racks = topology.racks().size();
        boolean hasCore = topology.coreAggregates() && racks > 1;
        requireRoom(topology, hasCore);
        List<Site> tors =
                IntStream.range(0, racks).<Site>mapToObj(Site.Tor::new).toList();
        Site site = hasCore
                ? Site.tree(new Site.Core(), tors)
                : Site.tree(tors.getFirst(), tors.subList(1, racks));
        Group everyone =
                Group.abstracted(topology, IntStream.range(0, racks).boxed().toList());
        List<Exchange> exchanges = topology.workers() == 1
                ? List.of()
                : List.of(
                        new Exchange(site, everyone.ranks(), everyone.ranks(), 0, Combine.REPLACE));
        return new Plan(name(), topology, List.of(everyone), 1, exchanges);
    }

    /** At the tree's root the other racks' ToRs are members, beside the ranks of its own rack. */
    private void requireRoom(Topology topology, boolean hasCore) {
        int racks = topology.racks().size();
        if (hasCore && racks > Site.MAX_MEMBERS) {
            throw new UnsupportedTopologyException(name() + " serves at most " + Site.MAX_MEMBERS
                    + " racks, not " + racks + "; rina-hops serves more");
        }
        for (int i = 0; i < racks; i++) {
            Rack rack = topology.racks().get(i);
            int room = Site.MAX_MEMBERS - (i == 0 && !hasCore ? racks - 1 : 0);
            if (rack.ranks().size() > room) {
                throw new UnsupportedTopologyException(name() + " serves at most "
                        + Math.max(0, room) + " workers under the ToR of rack " + rack.name()
                        + ", not " + rack.ranks().size() + "; ring serves more");
            }
        }
    }
}
