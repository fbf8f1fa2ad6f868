package io.rina.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
 * @param relays the ToRs that combine frames on the way, each with the ranks under it
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
        List<Relay> relays,
        List<Exchange> exchanges) {
    public static final int NO_PARENT = -1;

    public Channel {
        branches = List.copyOf(branches);
        relays = List.copyOf(relays);
        exchanges = List.copyOf(exchanges);
    }

    /**
     * A relay of a channel.
     *
     * @param ranks two or more members under {@code at}, the server not among them
     */
    public record Relay(Site.Tor at, RankSet ranks) {
        /** Whether what the ranks give is combined here: all must give, and all take or none. */
        public boolean combines(Exchange exchange) {
            RankSet takers = exchange.takers();
            return exchange.givers().containsAll(ranks)
                    && (takers.containsAll(ranks) || !takers.intersects(ranks));
        }

        /** Whether the sum comes once for all of the ranks. */
        public boolean replicates(Exchange exchange) {
            return exchange.takers().containsAll(ranks);
        }
    }

    /** The channel of a site that is one node, without relays. */
    public static Channel flat(int id, Site at, RankSet members, List<Exchange> exchanges) {
        return new Channel(id, at, members, members, List.of(), NO_PARENT, 0, List.of(), exchanges);
    }

    /** The relay that {@code rank} is under, or null. */
    public @Nullable Relay relayOf(int rank) {
        for (Relay relay : relays) {
            if (relay.ranks.contains(rank)) {
                return relay;
            }
        }
        return null;
    }

    /** The nodes whose help the channel needs: its own and its relays'. */
    public List<Site> nodes() {
        List<Site> nodes = new ArrayList<>(List.of(at));
        relays.forEach(relay -> nodes.add(relay.at));
        return nodes;
    }

    /**
     * Of which members a frame speaks, as bits by member number: bit 0 of {@code bitmap} stands for
     * {@code member}, and bit i for the i-th after it of those under the same relay. 0 where there
     * are no such members.
     */
    public long members(int member, int bitmap) {
        if (bitmap == 1 && member < size()) {
            return 1L << member;
        }
        Relay relay = member < members.size() ? relayOf(members.get(member)) : null;
        if (relay == null) {
            return 0;
        }
        int first = relay.ranks.indexOf(members.get(member));
        int last = first + Integer.SIZE - 1 - Integer.numberOfLeadingZeros(bitmap);
        return last < relay.ranks.size() ? members(relay, first, bitmap) : 0;
    }

    private long members(Relay relay, int first, int bitmap) {
        long bits = 0;
        for (int left = bitmap; left != 0; left &= left - 1) {
            int rank = relay.ranks.get(first + Integer.numberOfTrailingZeros(left));
            bits |= 1L << members.indexOf(rank);
        }
        return bits;
    }

    public boolean isRoot() {
        return parent == NO_PARENT;
    }

    /** How many send to this node: ranks and branches. */
    public int size() {
        return members.size() + branches.size();
    }

    public boolean carries(Exchange exchange) {
        return meeting().equals(exchange.meeting());
    }

    /** That of all its exchanges. */
    public Exchange.Meeting meeting() {
        return exchanges.getFirst().meeting();
    }

    /** Of each meeting its channel, or those of its tree, the root first. */
    public static Map<Exchange.Meeting, List<Channel>> byMeeting(List<Channel> channels) {
        return channels.stream().collect(Collectors.groupingBy(Channel::meeting));
    }
}
