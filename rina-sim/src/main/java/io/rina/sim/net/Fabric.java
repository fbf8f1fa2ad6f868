package io.rina.sim.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hosts and switches, and the directed links between them. Hosts are nodes 0 to {@link #hosts()} -
 * 1, switches follow. A host has one link to one switch, its edge switch.
 */
public final class Fabric {
    private final String name;
    private final int hosts;
    private final int switches;
    private final List<Link> links;
    private final int[] edgeOfHost;
    private final int[] uplink;
    private final int[] downlink;
    private final int[][] linksFrom;
    private final List<Integer> edgeSwitches;

    private Fabric(Builder builder) {
        name = builder.name;
        hosts = builder.hosts;
        switches = builder.switches;
        links = List.copyOf(builder.links);
        edgeOfHost = new int[hosts];
        uplink = new int[hosts];
        downlink = new int[hosts];
        Arrays.fill(uplink, -1);
        List<List<Integer>> from = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            from.add(new ArrayList<>());
        }
        for (int i = 0; i < links.size(); i++) {
            from.get(links.get(i).from()).add(i);
            noteHost(i);
        }
        for (int host = 0; host < hosts; host++) {
            if (uplink[host] < 0) {
                throw new IllegalArgumentException("host " + host + " of " + name + " has no link");
            }
        }
        linksFrom = from.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        edgeSwitches = Arrays.stream(edgeOfHost)
                .map(node -> node - hosts)
                .sorted()
                .distinct()
                .boxed()
                .toList();
    }

    private void noteHost(int index) {
        Link link = links.get(index);
        if (link.from() < hosts) {
            if (uplink[link.from()] >= 0 || link.to() < hosts) {
                throw new IllegalArgumentException(
                        "host " + link.from() + " of " + name + " must have one link, to a switch");
            }
            uplink[link.from()] = index;
            edgeOfHost[link.from()] = link.to();
        }
        if (link.to() < hosts) {
            downlink[link.to()] = index;
        }
    }

    public String name() {
        return name;
    }

    public int hosts() {
        return hosts;
    }

    public int switches() {
        return switches;
    }

    public int nodes() {
        return hosts + switches;
    }

    public List<Link> links() {
        return links;
    }

    public boolean isHost(int node) {
        return node < hosts;
    }

    /** The switches that hosts are at, in order, by index among the switches. */
    public List<Integer> edgeSwitches() {
        return edgeSwitches;
    }

    /** The switch of {@code host}. */
    public int edgeOf(int host) {
        return edgeOfHost[host];
    }

    /** The link from {@code host} to its switch. */
    public int uplink(int host) {
        return uplink[host];
    }

    /** The link from its switch to {@code host}. */
    public int downlink(int host) {
        return downlink[host];
    }

    /** The links that leave {@code node}. */
    int[] linksFrom(int node) {
        return linksFrom[node];
    }

    /** Puts a fabric together, cable by cable. */
    public static final class Builder {
        private final String name;
        private final int hosts;
        private final int switches;
        private final List<Link> links = new ArrayList<>();

        public Builder(String name, int hosts, int switches) {
            if (hosts < 1 || switches < 1) {
                throw new IllegalArgumentException(name + " has " + hosts + " hosts and " + switches
                        + " switches: it needs one of each at least");
            }
            this.name = name;
            this.hosts = hosts;
            this.switches = switches;
        }

        /** Joins nodes {@code a} and {@code b}, both ways at {@code speed}. */
        public Builder cable(int a, int b, LinkSpeed speed) {
            return cable(a, b, speed, speed);
        }

        /** Joins them at {@code speed} from a to b, and at {@code back} from b to a. */
        public Builder cable(int a, int b, LinkSpeed speed, LinkSpeed back) {
            if (Math.min(a, b) < 0 || Math.max(a, b) >= hosts + switches || a == b) {
                throw new IllegalArgumentException("no cable can join nodes " + a + " and " + b
                        + " of " + (hosts + switches) + " in " + name);
            }
            links.add(new Link(a, b, speed));
            links.add(new Link(b, a, back));
            return this;
        }

        public Fabric build() {
            return new Fabric(this);
        }
    }
}
