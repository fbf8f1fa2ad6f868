package io.rina.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Racks of workers under one core, which may be able to aggregate as a ToR may.
 *
 * <p>Nodes are numbered: worker of rank r is node r, the ToR of rack i is node
 * {@code workers() + i}, the core is the last.
 */
public final class Topology {
    private final List<Rack> racks;
    private final boolean coreAggregates;
    private final int[] rackOfRank;

    /** Racks under a core that does not aggregate. */
    public Topology(List<Rack> racks) {
        this(racks, false);
    }

    /** Throws IllegalArgumentException unless the racks hold each rank 0..N-1 exactly once. */
    public Topology(List<Rack> racks, boolean coreAggregates) {
        this.racks = List.copyOf(racks);
        this.coreAggregates = coreAggregates;
        int workers = racks.stream().mapToInt(rack -> rack.ranks().size()).sum();
        if (workers == 0) {
            throw new IllegalArgumentException(
                    "a topology needs at least one rack with one worker");
        }
        rackOfRank = new int[workers];
        Arrays.fill(rackOfRank, -1);
        for (int i = 0; i < racks.size(); i++) {
            place(i);
        }
    }

    private void place(int rack) {
        for (int rank : racks.get(rack).ranks().toArray()) {
            if (rank < 0 || rank >= rackOfRank.length) {
                throw new IllegalArgumentException("rack " + racks.get(rack).name() + " has rank "
                        + rank + ": with " + rackOfRank.length + " workers ranks are 0 to "
                        + (rackOfRank.length - 1));
            }
            if (rackOfRank[rank] >= 0) {
                throw new IllegalArgumentException("rank " + rank + " is both in rack "
                        + racks.get(rackOfRank[rank]).name() + " and in rack "
                        + racks.get(rack).name());
            }
            rackOfRank[rank] = rack;
        }
    }

    /**
     * Racks named rack0, rack1, ... of these sizes, ranks in order; rack i aggregates if
     * {@code ina} says so.
     */
    public static Topology ofSizes(int[] sizes, IntPredicate ina) {
        List<Rack> racks = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < sizes.length; i++) {
            int[] ranks = new int[sizes[i]];
            for (int k = 0; k < ranks.length; k++) {
                ranks[k] = next++;
            }
            racks.add(new Rack("rack" + i, ina.test(i), RankSet.of(ranks)));
        }
        return new Topology(racks);
    }

    /** The same racks, but the switch at {@code node}, a ToR or the core, does not aggregate. */
    public Topology withOrdinary(int node) {
        if (node == coreNode()) {
            return new Topology(racks, false);
        }
        List<Rack> changed = new ArrayList<>(racks);
        int index = node - workers();
        Rack rack = racks.get(index);
        changed.set(index, new Rack(rack.name(), false, rack.ranks()));
        return new Topology(changed, coreAggregates);
    }

    /** The same racks under a core that aggregates. */
    public Topology withAggregatingCore() {
        return new Topology(racks, true);
    }

    public List<Rack> racks() {
        return racks;
    }

    public boolean coreAggregates() {
        return coreAggregates;
    }

    public int workers() {
        return rackOfRank.length;
    }

    public int rackOf(int rank) {
        return rackOfRank[rank];
    }

    public int torNode(int rack) {
        return workers() + rack;
    }

    public int coreNode() {
        return workers() + racks.size();
    }

    /** Workers, ToRs and the core. */
    public int nodes() {
        return coreNode() + 1;
    }

    /** The node at which {@code site} finishes its sums. */
    public int nodeOf(Site site) {
        return switch (site) {
            case Site.Host host -> host.rank();
            case Site.Tor tor -> torNode(tor.rack());
            case Site.Core _ -> coreNode();
            case Site.Tree tree -> nodeOf(tree.root());
            case Site.Relayed relayed -> nodeOf(relayed.server());
        };
    }

    /** The switch that is node {@code node}: a ToR or the core. */
    public Site switchAt(int node) {
        return node == coreNode() ? new Site.Core() : new Site.Tor(node - workers());
    }

    /** "rank 3", "ToR rack1" or "core": the node's name for people. */
    public String nodeName(int node) {
        if (node < workers()) {
            return "rank " + node;
        }
        return node == coreNode()
                ? "core"
                : "ToR " + racks.get(node - workers()).name();
    }

    /**
     * "ToR rack1", "core (ToR rack0, ToR rack1)" for a tree, "rank 0 by ToR rack1" with a relay: the
     * site's name for people.
     */
    public String siteName(Site site) {
        return switch (site) {
            case Site.Host _, Site.Tor _, Site.Core _ -> nodeName(nodeOf(site));
            case Site.Tree tree -> siteName(tree.root()) + " (" + siteNames(tree.branches()) + ")";
            case Site.Relayed relayed ->
                siteName(relayed.server()) + " by " + siteNames(relayed.relays());
        };
    }

    private String siteNames(List<? extends Site> sites) {
        return sites.stream().map(this::siteName).collect(Collectors.joining(", "));
    }

    /** "rack0", or "rack0+rack2": the racks of a group for people. */
    public String rackNames(List<Integer> some) {
        return some.stream().map(rack -> racks.get(rack).name()).collect(Collectors.joining("+"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Topology that
                && racks.equals(that.racks)
                && coreAggregates == that.coreAggregates;
    }

    @Override
    public int hashCode() {
        return 31 * racks.hashCode() + Boolean.hashCode(coreAggregates);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Rack rack : racks) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(rack.name())
                    .append(rack.aggregates() ? "(INA)" : "")
                    .append(rack.ranks());
        }
        return text.append(coreAggregates ? " core(INA)" : "").toString();
    }
}
