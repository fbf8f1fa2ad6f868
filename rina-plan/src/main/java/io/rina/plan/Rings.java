package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * ScatterReduce and AllGather around a ring of groups.
 *
 * <p>With G groups there are G chunks; chunk c starts at group c+1 and is owned by group c. In step
 * s of ScatterReduce (s = 0..G-2) group g sends chunk (g-1-s) mod G: its ranks' copies are summed
 * on the way out and the next group's agent adds the sum to its own copy. Then each owner's rack
 * sums its ranks' copies for itself. In step s of AllGather group g sends chunk (g-s) mod G, which
 * its agent holds finished, to all ranks of the next group. A link of the ring carries (G-1)/G of
 * the model in each phase.
 */
final class Rings {
    private Rings() {}

    static Plan plan(String strategy, Topology topology, List<Group> ring) {
        int groups = ring.size();
        ring.forEach(group -> requireRoom(strategy, topology, group, groups));
        List<Exchange> exchanges = new ArrayList<>();
        for (int step = 0; step < groups - 1; step++) {
            for (int from = 0; from < groups; from++) {
                int chunk = Math.floorMod(from - 1 - step, groups);
                exchanges.add(scatterReduce(ring.get(from), ring.get((from + 1) % groups), chunk));
            }
        }
        for (int owner = 0; owner < groups; owner++) {
            sumAtOwner(ring.get(owner), owner, exchanges);
        }
        for (int step = 0; step < groups - 1; step++) {
            for (int from = 0; from < groups; from++) {
                int chunk = Math.floorMod(from - step, groups);
                exchanges.add(allGather(ring.get(from), ring.get((from + 1) % groups), chunk));
            }
        }
        return new Plan(strategy, topology, ring, groups, exchanges);
    }

    /** At a group's ToR its ranks meet and, if there is another group, one agent from outside. */
    private static void requireRoom(String strategy, Topology topology, Group group, int groups) {
        int room = Site.MAX_MEMBERS - (groups > 1 ? 1 : 0);
        if (group.isAbstracted() && group.ranks().size() > room) {
            throw new UnsupportedTopologyException(strategy + " serves at most " + room
                    + " workers under one aggregating ToR, not " + group.ranks().size()
                    + " as in rack "
                    + topology.racks().get(group.rack()).name() + "; ring serves more");
        }
    }

    private static Exchange scatterReduce(Group from, Group to, int chunk) {
        Site site = from.isAbstracted() ? from.entrance() : new Site.Host(to.agent());
        return new Exchange(site, from.ranks(), RankSet.of(to.agent()), chunk, Combine.ADD);
    }

    private static void sumAtOwner(Group owner, int chunk, List<Exchange> exchanges) {
        if (owner.ranks().size() > 1) {
            exchanges.add(new Exchange(
                    owner.entrance(), owner.ranks(), owner.ranks(), chunk, Combine.REPLACE));
        }
    }

    private static Exchange allGather(Group from, Group to, int chunk) {
        return new Exchange(
                to.entrance(), RankSet.of(from.agent()), to.ranks(), chunk, Combine.REPLACE);
    }
}
