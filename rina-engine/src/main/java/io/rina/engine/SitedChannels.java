package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.Frame;

import java.util.Arrays;
import java.util.List;

/**
 * The channels that are sited at one node, as flat arrays. A channel has a number here, from 0, and
 * its id in frames. Frames from members name the channel; frames from the parent of a branch name
 * the parent's channel, in which the branch is a member.
 *
 * <p>A set of members is the bits of one long, in which the parent has the last bit.
 */
final class SitedChannels {
    /** In place of a member number: the node to which a branch passes its sums on. */
    static final int PARENT = Site.MAX_MEMBERS;

    static final long PARENT_BIT = 1L << PARENT;

    private final int[] id;
    /** Per channel id: its number here, and that of the branch here whose parent it is; or -1. */
    private final int[] numberOf;

    private final int[] numberBelow;
    /** Per number. */
    private final int[][] memberNodes;

    private final int[] parentId;
    private final int[] parentNode;
    private final int[] memberAtParent;
    private final int[] firstLink;
    private final RelayGroups[] relays;
    private final int links;

    /** Of {@code all}, whose ids are their indices, those that are sited at {@code node}. */
    SitedChannels(Topology topology, List<Channel> all, int node) {
        List<Channel> sited = all.stream()
                .filter(channel -> topology.nodeOf(channel.at()) == node)
                .toList();
        id = sited.stream().mapToInt(Channel::id).toArray();
        numberOf = new int[all.size()];
        numberBelow = new int[all.size()];
        Arrays.fill(numberOf, -1);
        Arrays.fill(numberBelow, -1);
        memberNodes = new int[id.length][];
        parentId = sited.stream().mapToInt(Channel::parent).toArray();
        parentNode = new int[id.length];
        memberAtParent = sited.stream().mapToInt(Channel::memberAtParent).toArray();
        firstLink = new int[id.length];
        relays = new RelayGroups[id.length];
        int next = 0;
        for (int number = 0; number < id.length; number++) {
            Channel channel = sited.get(number);
            numberOf[id[number]] = number;
            relays[number] = new RelayGroups(topology, channel);
            memberNodes[number] = memberNodes(topology, all, channel);
            if (!channel.isRoot()) {
                numberBelow[parentId[number]] = number;
                parentNode[number] = topology.nodeOf(all.get(channel.parent()).at());
            }
            firstLink[number] = next;
            next += channel.size() + 1;
        }
        links = next;
    }

    private static int[] memberNodes(Topology topology, List<Channel> all, Channel channel) {
        int[] nodes = Arrays.copyOf(channel.members().toArray(), channel.size());
        for (int i = 0; i < channel.branches().size(); i++) {
            Channel branch = all.get(channel.branches().get(i));
            nodes[channel.members().size() + i] = topology.nodeOf(branch.at());
        }
        return nodes;
    }

    int count() {
        return id.length;
    }

    int id(int number) {
        return id[number];
    }

    /** The number of the channel with this id, or -1. */
    int number(int channelId) {
        return channelId >= 0 && channelId < numberOf.length ? numberOf[channelId] : -1;
    }

    /** The number of the channel that {@code frame} speaks of here, or -1. */
    int number(Frame frame) {
        int channelId = frame.channel();
        if (frame.type().isForSite()) {
            return number(channelId);
        }
        return channelId >= 0 && channelId < numberBelow.length ? numberBelow[channelId] : -1;
    }

    /**
     * The bits of the members that a frame for the site is from; 0 where it is not from members, or
     * where a frame from the parent is not for this node.
     */
    long senders(int number, Frame frame) {
        return switch (frame.type()) {
            case DATA -> relays[number].bits(frame.member(), frame.bitmap());
            case CREDIT -> relays[number].bits(frame.member(), 1);
            case RESULT, RECEIPT -> frame.member() == memberAtParent[number] ? PARENT_BIT : 0;
        };
    }

    /** The channel's members by relay. */
    RelayGroups relays(int number) {
        return relays[number];
    }

    /** The bits of the members, without the parent. */
    long members(int number) {
        return (1L << memberNodes[number].length) - 1;
    }

    /** The bits of all who must have arrived: the members, and at a branch the parent. */
    long everyone(int number) {
        return parentId[number] < 0 ? members(number) : members(number) | PARENT_BIT;
    }

    int parentId(int number) {
        return parentId[number];
    }

    int memberAtParent(int number) {
        return memberAtParent[number];
    }

    /** The node of a member, or of {@link #PARENT}. */
    int node(int number, int member) {
        return member == PARENT ? parentNode[number] : memberNodes[number][member];
    }

    /** A number for a member or the parent of a channel, from 0 to {@link #links()}. */
    int link(int number, int member) {
        return firstLink[number] + (member == PARENT ? memberNodes[number].length : member);
    }

    int links() {
        return links;
    }
}
