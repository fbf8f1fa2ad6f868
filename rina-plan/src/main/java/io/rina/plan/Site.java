package io.rina.plan;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where the givers' copies of a chunk are summed: at one node, or at a tree of switches that pass
 * their sums on to a root. In a tree a member whose own ToR is one of the switches meets the others
 * there; all others meet at the root, as does the worker of a host that is the root.
 */
public sealed interface Site {
    /**
     * A node keeps who has arrived in the bits of one long, one of which stays free for a parent.
     */
    int MAX_MEMBERS = 63;

    /** The worker of this rank. */
    record Host(int rank) implements Site {
        @Override
        public String toString() {
            return "host " + rank;
        }
    }

    /** The ToR of this rack, which must aggregate. */
    record Tor(int rack) implements Site {
        @Override
        public String toString() {
            return "ToR " + rack;
        }
    }

    /** The core switch, which must aggregate. */
    record Core() implements Site {
        @Override
        public String toString() {
            return "core";
        }
    }

    /**
     * Several nodes: each branch sends the sum of what it got to the root, and gets back the sum of
     * all. A branch is a switch, or a tree whose root is one.
     */
    record Tree(Site root, List<Site> branches) implements Site {
        public Tree {
            branches = List.copyOf(branches);
        }

        @Override
        public String toString() {
            return branches.stream()
                    .map(Site::toString)
                    .collect(Collectors.joining(", ", root + " (", ")"));
        }
    }

    /**
     * A host, on the way to which ToRs combine frames as well as they can: what the ranks under one
     * of {@code relays} give goes through it, and so does what all of them take. A relay keeps no
     * account of its own; the server takes any grouping of its members.
     */
    record Relayed(Host server, List<Tor> relays) implements Site {
        /** As many as the bitmap in a frame has bits. */
        public static final int MAX_RANKS_UNDER_A_RELAY = 16;

        public Relayed {
            relays = List.copyOf(relays);
        }

        @Override
        public Site root() {
            return server;
        }

        @Override
        public String toString() {
            return relays.stream()
                    .map(Site::toString)
                    .collect(Collectors.joining(", ", server + " by ", ""));
        }
    }

    /** The node at which the sum is finished. */
    default Site root() {
        return this;
    }

    /** What passes its sums on to the root. */
    default List<Site> branches() {
        return List.of();
    }

    /** How many nodes the site's channels are at. */
    default int nodes() {
        return 1 + branches().stream().mapToInt(Site::nodes).sum();
    }

    /** A tree, or just {@code root} where there are no branches. */
    static Site tree(Site root, List<? extends Site> branches) {
        return branches.isEmpty() ? root : new Tree(root, List.copyOf(branches));
    }

    /** A tree in which each node is the branch of the one before; at least one. */
    static Site path(List<? extends Site> fromRoot) {
        Site path = fromRoot.getLast();
        for (Site next : fromRoot.reversed().subList(1, fromRoot.size())) {
            path = new Tree(next, List.of(path));
        }
        return path;
    }
}
