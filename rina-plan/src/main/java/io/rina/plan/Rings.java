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
 *
 * <p>With S stripes each chunk is S chunks, which take the same way, but another rank of a group is
 * the agent of each.
 */
final class Rings {
    private final List<Group> ring;
    private final int stripes;
    /** Added to the streams of AllGather. */
    private final int gather;

    private final List<Exchange> exchanges = new ArrayList<>();

    private Rings(List<Group> ring, int stripes, int gather) {
        this.ring = ring;
        this.stripes = stripes;
        this.gather = gather;
    }

    static Plan plan(String strategy, Topology topology, List<Group> ring, int stripes) {
        ring.forEach(group -> requireRoom(strategy, topology, group, ring.size()));
        return new Rings(ring, stripes, 0).plan(strategy, topology);
    }

    /**
     * A ring of hosts that get their chunks one after the other: AllGather of one has streams of its
     * own, since it would else wait until the last one has come for ScatterReduce.
     */
    static Plan planOfLateChunks(String strategy, Topology topology, List<Group> hosts) {
        return new Rings(hosts, 1, hosts.size()).plan(strategy, topology);
    }

    private Plan plan(String strategy, Topology topology) {
        run();
        return new Plan(strategy, topology, ring, ring.size() * stripes, exchanges);
    }

    private void run() {
        int groups = ring.size();
        for (int step = 0; step < groups - 1; step++) {
            for (int from = 0; from < groups; from++) {
                scatterReduce(from, Math.floorMod(from - 1 - step, groups));
            }
        }
        for (int owner = 0; owner < groups; owner++) {
            sumAtOwner(owner);
        }
        for (int step = 0; step < groups - 1; step++) {
            for (int from = 0; from < groups; from++) {
                allGather(from, Math.floorMod(from - step, groups));
            }
        }
    }

    /** At a group's ToR its ranks meet and, if there is another group, one agent from outside. */
    private static void requireRoom(String strategy, Topology topology, Group group, int groups) {
        int room = Site.MAX_MEMBERS - (groups > 1 ? 1 : 0);
        if (group.isAbstracted() && group.ranks().size() > room) {
            throw new UnsupportedTopologyException(strategy + " serves at most " + room
                    + " workers under one aggregating ToR, not " + group.ranks().size()
                    + " as in rack "
                    + topology.racks().get(group.racks().getFirst()).name()
                    + "; ring serves more");
        }
    }

    private Group next(int from) {
        return ring.get((from + 1) % ring.size());
    }

    private void scatterReduce(int place, int chunk) {
        Group from = ring.get(place);
        for (int stripe = 0; stripe < stripes; stripe++) {
            int agent = next(place).agent(stripe);
            Site site = from.isAbstracted() ? from.entrance() : new Site.Host(agent);
            add(place, site, from.ranks(), RankSet.of(agent), chunk, stripe, Combine.ADD);
        }
    }

    private void sumAtOwner(int owner) {
        Group group = ring.get(owner);
        RankSet ranks = group.ranks();
        for (int stripe = 0; ranks.size() > 1 && stripe < stripes; stripe++) {
            add(owner, group.entrance(), ranks, ranks, owner, stripe, Combine.REPLACE);
        }
    }

    private void allGather(int place, int chunk) {
        Group to = next(place);
        for (int stripe = 0; stripe < stripes; stripe++) {
            RankSet agent = RankSet.of(ring.get(place).agent(stripe));
            add(gather + place, to.entrance(), agent, to.ranks(), chunk, stripe, Combine.REPLACE);
        }
    }

    /**
     * Two groups are each other's next: where an agent and the ranks of a rack meet for both ways
     * around, the way out does not wait for the way in.
     *
     * @param place of the group that sends
     */
    private void add(
            int place,
            Site site,
            RankSet givers,
            RankSet takers,
            int chunk,
            int stripe,
            Combine combine) {
        int stream = place * stripes + stripe;
        exchanges.add(
                new Exchange(site, stream, givers, takers, chunk * stripes + stripe, combine));
    }
}
