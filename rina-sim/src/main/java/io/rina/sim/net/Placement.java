package io.rina.sim.net;

import io.rina.plan.Rack;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** Which host of a fabric each rank runs on, and the racks that follow from it. */
public final class Placement {
    private final Fabric fabric;
    private final int[] hostOfRank;
    private final int[] switchOfRack;
    private final Topology topology;
    /** The node at which the core of the topology is; -1 where it does not aggregate. */
    private final int coreSwitch;

    /**
     * Rank r runs on {@code hostOfRank[r]}; the hosts of one edge switch are a rack, which aggregates
     * where {@code ina} says so of the switch's index among the fabric's.
     */
    public Placement(Fabric fabric, int[] hostOfRank, IntPredicate ina) {
        this(fabric, hostOfRank, ina, false);
    }

    /**
     * The same, and where {@code coreAggregates}, one of the other switches does so as well: that
     * whose farthest rack is nearest, and of several the first.
     */
    public Placement(Fabric fabric, int[] hostOfRank, IntPredicate ina, boolean coreAggregates) {
        this.fabric = fabric;
        this.hostOfRank = hostOfRank.clone();
        requireDistinctHosts();
        switchOfRack = Arrays.stream(hostOfRank)
                .map(fabric::edgeOf)
                .sorted()
                .distinct()
                .toArray();
        List<Rack> racks = new ArrayList<>();
        for (int node : switchOfRack) {
            int index = node - fabric.hosts();
            racks.add(new Rack("switch" + index, ina.test(index), ranksUnder(node)));
        }
        topology = new Topology(racks, coreAggregates);
        coreSwitch = coreAggregates ? centre() : -1;
    }

    private int centre() {
        Paths paths = new Paths(fabric);
        int centre = -1;
        int fewest = Integer.MAX_VALUE;
        for (int node = fabric.hosts(); node < fabric.nodes(); node++) {
            if (fabric.edgeSwitches().contains(node - fabric.hosts())) {
                continue;
            }
            int most = 0;
            for (int rack : switchOfRack) {
                most = Math.max(most, paths.between(node, rack).length);
            }
            if (most < fewest) {
                fewest = most;
                centre = node;
            }
        }
        if (centre < 0) {
            throw new IllegalArgumentException("every switch of " + fabric.name()
                    + " has hosts, so that none is a core that could aggregate");
        }
        return centre;
    }

    /** Ranks 0 to workers-1 on the hosts of the same numbers. */
    public static Placement inOrder(Fabric fabric, int workers, IntPredicate ina) {
        int[] hosts = new int[workers];
        Arrays.setAll(hosts, rank -> rank);
        return new Placement(fabric, hosts, ina);
    }

    private void requireDistinctHosts() {
        boolean[] taken = new boolean[fabric.hosts()];
        for (int host : hostOfRank) {
            if (host < 0 || host >= fabric.hosts() || taken[host]) {
                throw new IllegalArgumentException("host " + host + " is not one of the fabric's "
                        + fabric.hosts() + ", or has two ranks");
            }
            taken[host] = true;
        }
    }

    private RankSet ranksUnder(int node) {
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < hostOfRank.length; rank++) {
            if (fabric.edgeOf(hostOfRank[rank]) == node) {
                ranks.add(rank);
            }
        }
        return RankSet.of(ranks.stream().mapToInt(Integer::intValue).toArray());
    }

    public Fabric fabric() {
        return fabric;
    }

    /** The racks as a plan sees them. */
    public Topology topology() {
        return topology;
    }

    public int workers() {
        return hostOfRank.length;
    }

    public int hostOf(int rank) {
        return hostOfRank[rank];
    }

    public int switchOf(int rack) {
        return switchOfRack[rack];
    }

    /** The node of the fabric at which a node of the plan's topology is. */
    public int nodeOf(int planNode) {
        if (planNode == topology.coreNode()) {
            if (coreSwitch < 0) {
                throw new IllegalArgumentException("the core of " + topology + " is no machine");
            }
            return coreSwitch;
        }
        return planNode < hostOfRank.length
                ? hostOfRank[planNode]
                : switchOfRack[planNode - hostOfRank.length];
    }
}
