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

    /**
     * Rank r runs on {@code hostOfRank[r]}; the hosts of one edge switch are a rack, which aggregates
     * where {@code ina} says so of the switch's index among the fabric's.
     */
    public Placement(Fabric fabric, int[] hostOfRank, IntPredicate ina) {
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
        topology = new Topology(racks);
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
        return planNode < hostOfRank.length
                ? hostOfRank[planNode]
                : switchOfRack[planNode - hostOfRank.length];
    }
}
