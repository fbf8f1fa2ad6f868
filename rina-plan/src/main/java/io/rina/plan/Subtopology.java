package io.rina.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a group of ranks sees of a topology: the racks in which it has members. The group's ranks
 * are numbered from 0 in ascending order of those of the whole, and its nodes by the rule of every
 * {@link Topology}.
 */
public final class Subtopology {
    private final Topology whole;
    private final RankSet ranks;
    private final Topology topology;
    /** By node of the group: the node of the whole. */
    private final int[] nodes;

    private Subtopology(Topology whole, RankSet ranks, Topology topology, int[] nodes) {
        this.whole = whole;
        this.ranks = ranks;
        this.topology = topology;
        this.nodes = nodes;
    }

    /**
     * The part of {@code whole} that has {@code ranks}.
     *
     * @throws IllegalArgumentException when there are none, or {@code whole} does not have one
     */
    public static Subtopology of(Topology whole, RankSet ranks) {
        for (int rank : ranks.toArray()) {
            if (rank < 0 || rank >= whole.workers()) {
                throw new IllegalArgumentException(
                        "there is no rank " + rank + ": ranks are 0 to " + (whole.workers() - 1));
            }
        }
        List<Rack> racks = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < whole.racks().size(); i++) {
            Rack rack = whole.racks().get(i);
            int[] present = Arrays.stream(rack.ranks().toArray())
                    .filter(ranks::contains)
                    .toArray();
            if (present.length > 0) {
                int[] renumbered = Arrays.stream(present).map(ranks::indexOf).toArray();
                racks.add(new Rack(rack.name(), rack.aggregates(), RankSet.of(renumbered)));
                places.add(i);
            }
        }
        Topology topology = new Topology(racks, whole.coreAggregates());
        int[] nodes = Arrays.copyOf(ranks.toArray(), topology.nodes());
        for (int rack = 0; rack < places.size(); rack++) {
            nodes[topology.torNode(rack)] = whole.torNode(places.get(rack));
        }
        nodes[topology.coreNode()] = whole.coreNode();
        return new Subtopology(whole, ranks, topology, nodes);
    }

    /** The same where the switches at {@code ordinary}, nodes of the whole, do not aggregate. */
    public Subtopology withOrdinary(Iterable<Integer> ordinary) {
        Topology plain = topology;
        for (int node : ordinary) {
            for (int i = topology.workers(); i < nodes.length; i++) {
                plain = nodes[i] == node ? plain.withOrdinary(i) : plain;
            }
        }
        return new Subtopology(whole, ranks, plain, nodes);
    }

    /** The topology that the group was cut from. */
    public Topology whole() {
        return whole;
    }

    /** The group's ranks as the whole numbers them; rank r of the group is the r-th of them. */
    public RankSet ranks() {
        return ranks;
    }

    /** What a strategy plans for. */
    public Topology topology() {
        return topology;
    }

    /** By node of the group: the node of the whole. */
    public int[] nodes() {
        return nodes.clone();
    }

    /** "rank 3", "ToR rack1" or "core", with ranks as the whole numbers them. */
    public String nodeName(int node) {
        return whole.nodeName(nodes[node]);
    }

    /** {@code members}, ranks of the group, as the whole numbers them. */
    public RankSet inWhole(RankSet members) {
        return RankSet.of(Arrays.stream(members.toArray()).map(ranks::get).toArray());
    }
}
