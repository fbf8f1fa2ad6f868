package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;

import java.util.Arrays;
import java.util.List;

/**
 * The members of a channel by the relay that they are under, as flat arrays. A group is those under
 * one relay, in the order of their numbers, which is the order of the bits of a frame's bitmap.
 */
final class RelayGroups {
    /** By member: its group and its place there, or -1. */
    private final int[] group;

    private final int[] place;
    /** By group. */
    private final int[][] members;

    private final int[] node;
    private final long[] bits;

    RelayGroups(Topology topology, Channel channel) {
        List<Channel.Relay> relays = channel.relays();
        group = new int[channel.size()];
        place = new int[channel.size()];
        Arrays.fill(group, -1);
        Arrays.fill(place, -1);
        members = new int[relays.size()][];
        node = new int[relays.size()];
        bits = new long[relays.size()];
        for (int g = 0; g < members.length; g++) {
            RankSet ranks = relays.get(g).ranks();
            members[g] = new int[ranks.size()];
            node[g] = topology.nodeOf(relays.get(g).at());
            for (int i = 0; i < members[g].length; i++) {
                int member = channel.members().indexOf(ranks.get(i));
                members[g][i] = member;
                group[member] = g;
                place[member] = i;
                bits[g] |= 1L << member;
            }
        }
    }

    /** The group of a member, or -1. */
    int group(int member) {
        return group[member];
    }

    /** Where a member stands in its group. */
    int place(int member) {
        return place[member];
    }

    int member(int group, int place) {
        return members[group][place];
    }

    int size(int group) {
        return members[group].length;
    }

    /** The relay's node. */
    int node(int group) {
        return node[group];
    }

    /** All members of the group, as bits by member number. */
    long bits(int group) {
        return bits[group];
    }

    /** The members that a frame speaks of; 0 where there are no such. As {@link Channel#members}. */
    long bits(int member, int bitmap) {
        if (member >= group.length) {
            return 0;
        }
        if (bitmap == 1) {
            return 1L << member;
        }
        int g = group[member];
        if (g < 0 || bitmap >>> (members[g].length - place[member]) != 0) {
            return 0;
        }
        long found = 0;
        for (int left = bitmap; left != 0; left &= left - 1) {
            found |= 1L << members[g][place[member] + Integer.numberOfTrailingZeros(left)];
        }
        return found;
    }
}
