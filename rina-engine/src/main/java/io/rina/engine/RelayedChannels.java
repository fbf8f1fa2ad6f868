package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.Topology;

import java.util.Arrays;
import java.util.List;

/** The channels for which one node is a relay, as flat arrays; a channel has a number here. */
final class RelayedChannels {
    /** Per channel id: its number here, or -1. */
    private final int[] numberOf;
    /** Per number. */
    private final RelayGroups[] groups;

    private final int[] group;
    private final int[] serverNode;
    private final int[][] memberNodes;

    /** Of {@code all}, whose ids are their indices, those that {@code node} relays. */
    RelayedChannels(Topology topology, List<Channel> all, int node) {
        numberOf = new int[all.size()];
        Arrays.fill(numberOf, -1);
        List<Channel> relayed = all.stream()
                .filter(channel -> channel.relays().stream()
                        .anyMatch(relay -> topology.nodeOf(relay.at()) == node))
                .toList();
        groups = new RelayGroups[relayed.size()];
        group = new int[groups.length];
        serverNode = new int[groups.length];
        memberNodes = new int[groups.length][];
        for (int number = 0; number < groups.length; number++) {
            Channel channel = relayed.get(number);
            numberOf[channel.id()] = number;
            groups[number] = new RelayGroups(topology, channel);
            serverNode[number] = topology.nodeOf(channel.at());
            memberNodes[number] = channel.members().toArray();
            while (groups[number].node(group[number]) != node) {
                group[number]++;
            }
        }
    }

    int count() {
        return groups.length;
    }

    /** The number of the channel with this id, or -1. */
    int number(int channelId) {
        return channelId >= 0 && channelId < numberOf.length ? numberOf[channelId] : -1;
    }

    /** How many members are under this relay. */
    int members(int number) {
        return groups[number].size(group[number]);
    }

    /** The bitmap of a frame counted from the first member under this relay; 0 for no such. */
    int bitmap(int number, int member, int bitmap) {
        RelayGroups all = groups[number];
        if (all.bits(member, bitmap) == 0 || all.group(member) != group[number]) {
            return 0;
        }
        return bitmap << all.place(member);
    }

    /** The member number of the one in that place under this relay. */
    int member(int number, int place) {
        return groups[number].member(group[number], place);
    }

    int node(int number, int member) {
        return memberNodes[number][member];
    }

    int serverNode(int number) {
        return serverNode[number];
    }
}
