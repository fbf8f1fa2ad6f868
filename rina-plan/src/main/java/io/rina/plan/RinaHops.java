package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Rina with switch hops: all INA racks together are one member of the ring, the super-member, whose
 * site is a path of their ToRs. A partial sum goes from ToR to ToR and no agent carries it, so every
 * host link of an INA rack has just what it cannot do without: M up and M down for M bytes.
 *
 * <p>With R INA racks and A autonomous workers x1 to xA (rack by rack) the ring has G = A+1 members
 * and the model G chunks, each cut into R stripes. In stripe s the path begins at INA rack s, where
 * it is finished, and visits the others in turn. A chunk goes round the ring as in {@link Rings}; as
 * xA and x1 both meet the super-member at the path's root, xA's copy comes in and the sum for x1 goes
 * out in the same exchange. So does the super-member's own chunk: its ranks and x1 get it at once.
 *
 * <p>Payload on each link, up and down alike:
 *
 * <pre>
 *   host of an INA rack       M           each chunk is given once and taken once
 *   autonomous host           2M(1-1/G)   each chunk but one, in ScatterReduce and in AllGather
 *   uplink of an INA rack     2M(1-1/(RG))
 *   uplink of another rack    2M(1-1/G)   as in a ring; 0 without another rack
 * </pre>
 *
 * <p>The uplink of an INA rack, counted in stripes of a chunk, of which M has RG: up, a rack passes
 * on its sum of each of the G chunks in the R-1 stripes in which it is not the root, and each result
 * in the R-1 in which it is not the last; in the one stripe in which it is the root, it sends x1 the
 * A sums of ScatterReduce (the owner's own chunk is one of AllGather) and A results. Together
 * 2G(R-1) + 2A = 2(RG-1), as A = G-1. Down it gets as many: the sums of the rack before, the results
 * of the rack after, and 2A from xA.
 *
 * <p>The longest chain has 2A-1 exchanges, for A = 1 two and for A = 0 one. Without an INA rack this
 * is {@link Ring}; with one alone it is {@link SwitchMl}.
 */
public final class RinaHops implements Strategy {
    @Override
    public String name() {
        return "rina-hops";
    }

    @Override
    public Plan plan(Topology topology) {
        List<Integer> inaRacks = new ArrayList<>();
        List<Group> autonomous = new ArrayList<>();
        for (int i = 0; i < topology.racks().size(); i++) {
            Rack rack = topology.racks().get(i);
            if (rack.aggregates()) {
                inaRacks.add(i);
            } else {
                for (int rank : rack.ranks().toArray()) {
                    autonomous.add(Group.autonomous(rank));
                }
            }
        }
        if (inaRacks.isEmpty()) {
            return Rings.plan(name(), topology, autonomous, 1);
        }
        requireRoom(topology, inaRacks, autonomous.size());
        return new HopRing(topology, inaRacks, autonomous).plan(name());
    }

    /** At a root its ranks meet x1, xA and the next ToR of the path. */
    private void requireRoom(Topology topology, List<Integer> inaRacks, int autonomous) {
        int others = Math.min(2, autonomous) + (inaRacks.size() > 1 ? 1 : 0);
        int room = Site.MAX_MEMBERS - others;
        for (int index : inaRacks) {
            Rack rack = topology.racks().get(index);
            if (rack.ranks().size() > room) {
                throw new UnsupportedTopologyException(name() + " serves at most " + room
                        + " workers under one aggregating ToR, not "
                        + rack.ranks().size()
                        + " as in rack " + rack.name() + "; ring serves more");
            }
        }
    }

    /** The ring of the super-member, number 0, and the autonomous workers, 1 to A. */
    private static final class HopRing {
        private final Topology topology;
        private final Group inside;
        private final List<Group> autonomous;
        private final int groups;
        private final List<Site> paths = new ArrayList<>();
        private final List<Exchange> exchanges = new ArrayList<>();

        HopRing(Topology topology, List<Integer> inaRacks, List<Group> autonomous) {
            this.topology = topology;
            this.autonomous = autonomous;
            inside = Group.abstracted(topology, inaRacks);
            groups = autonomous.size() + 1;
            for (int stripe = 0; stripe < inaRacks.size(); stripe++) {
                List<Site> path = new ArrayList<>();
                for (int i = 0; i < inaRacks.size(); i++) {
                    path.add(new Site.Tor(inaRacks.get((stripe + i) % inaRacks.size())));
                }
                paths.add(Site.path(path));
            }
        }

        Plan plan(String strategy) {
            int steps = groups - 1;
            RankSet in = steps == 0 ? RankSet.of() : rank(steps);
            RankSet out = steps == 0 ? RankSet.of() : rank(1);
            RankSet none = RankSet.of();
            for (int step = 0; step < steps; step++) {
                // What xA sent in the step before comes in as the super-member sends it on.
                RankSet givers = inside.ranks().union(step == 0 ? none : in);
                atPaths(steps - step, givers, out, Combine.ADD);
                betweenHosts(-1 - step, Combine.ADD);
            }
            atPaths(0, inside.ranks().union(in), inside.ranks().union(out), Combine.REPLACE);
            for (int step = 0; step < steps; step++) {
                betweenHosts(-step, Combine.REPLACE);
                // The last chunk is x1's own.
                RankSet takers = inside.ranks().union(step == steps - 1 ? none : out);
                atPaths(steps - step, in, takers, Combine.REPLACE);
            }
            List<Group> ring = new ArrayList<>(List.of(inside));
            ring.addAll(autonomous);
            return new Plan(strategy, topology, ring, groups * paths.size(), exchanges);
        }

        private void atPaths(int chunk, RankSet givers, RankSet takers, Combine combine) {
            for (int stripe = 0; topology.workers() > 1 && stripe < paths.size(); stripe++) {
                add(paths.get(stripe), givers, takers, chunk, stripe, combine);
            }
        }

        /** Each but the last sends the next one the chunk {@code ahead} of its own number. */
        private void betweenHosts(int ahead, Combine combine) {
            for (int from = 1; from < groups - 1; from++) {
                RankSet next = rank(from + 1);
                int chunk = Math.floorMod(from + ahead, groups);
                for (int stripe = 0; stripe < paths.size(); stripe++) {
                    Site site = new Site.Host(next.first());
                    add(site, rank(from), next, chunk, stripe, combine);
                }
            }
        }

        private void add(
                Site site, RankSet givers, RankSet takers, int chunk, int stripe, Combine combine) {
            int striped = chunk * paths.size() + stripe;
            exchanges.add(new Exchange(site, stripe, givers, takers, striped, combine));
        }

        /** An autonomous worker, by its number in the ring. */
        private RankSet rank(int member) {
            return autonomous.get(member - 1).ranks();
        }
    }
}
