package io.rina.plan;

import java.util.List;

/**
 * A node of a site and who meets there. A site that is no tree is one channel. A tree is a channel
 * for each of its nodes, all with the same exchanges and so the same positions; the node of a
 * branch is a member of the channel above it.
 *
 * @param id its index among the plan's channels
 * @param at the node: a host, a ToR or the core
 * @param members the ranks that meet at this node, perhaps none; a rank's index here is its member
 *     number in frames
 * @param below these, and the ranks that meet at the branches and their branches; at the root all
 * @param branches the ids of the channels whose sums arrive here; their member numbers follow those
 *     of the ranks
 * @param parent the id of the channel to which the sums of this one go, or {@link #NO_PARENT}
 * @param memberAtParent this node's member number there; 0 without a parent
 * @param exchanges those that run on it, in plan order
 */
public record Channel(
        int id,
        Site at,
        RankSet members,
        RankSet below,
        List<Integer> branches,
        int parent,
        int memberAtParent,
        List<Exchange> exchanges) {
    public static final int NO_PARENT = -1;

    public Channel {
        branches = List.copyOf(branches);
        exchanges = List.copyOf(exchanges);
    }

    /** The channel of a site that is no tree. */
    public static Channel flat(int id, Site at, RankSet members, List<Exchange> exchanges) {
        return new Channel(id, at, members, members, List.of(), NO_PARENT, 0, exchanges);
    }

    public boolean isRoot() {
        return parent == NO_PARENT;
    }

    /** How many send to this node: ranks and branches. */
    public int size() {
        return members.size() + branches.size();
    }

    /** Whether {@code exchange} is at this channel's site and among the same members. */
    public boolean carries(Exchange exchange) {
        Exchange any = exchanges.getFirst();
        return any.site().equals(exchange.site()) && any.members().equals(exchange.members());
    }
}
