package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.Exchange;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One worker's places on the channels of a program, as flat arrays. A channel that it is a member
 * of has a number of its own here, its local channel.
 */
final class Seats {
    final Program program;
    final int rank;
    /** Per local channel: its id, the node of its site, this worker's member number. */
    final int[] channelId;

    final int[] siteNode;
    /** Per local channel: the relay that this worker is under, or null. */
    final Channel.@Nullable Relay[] relay;

    final int[] member;
    /** Per local channel: all who meet at its site, for error messages. */
    final RankSet[] members;
    /** Per channel id: the local channel, or -1. */
    final int[] localChannel;

    private final Map<Exchange.Meeting, Integer> localByMeeting = new HashMap<>();

    Seats(Program program, int rank) {
        this.program = program;
        this.rank = rank;
        List<Channel> all = program.channels();
        List<Channel> mine =
                all.stream().filter(c -> c.members().contains(rank)).toList();
        localChannel = new int[all.size()];
        Arrays.fill(localChannel, -1);
        channelId = mine.stream().mapToInt(Channel::id).toArray();
        siteNode =
                mine.stream().mapToInt(c -> program.topology().nodeOf(c.at())).toArray();
        relay = mine.stream().map(c -> c.relayOf(rank)).toArray(Channel.Relay[]::new);
        member = mine.stream().mapToInt(c -> c.members().indexOf(rank)).toArray();
        members = mine.stream().map(c -> c.meeting().members()).toArray(RankSet[]::new);
        for (int c = 0; c < channelId.length; c++) {
            localChannel[channelId[c]] = c;
            localByMeeting.put(mine.get(c).meeting(), c);
        }
    }

    int channels() {
        return channelId.length;
    }

    /** The local channel on which {@code exchange} runs, or -1 where this worker has no part. */
    int localChannelOf(Exchange exchange) {
        return localByMeeting.getOrDefault(exchange.meeting(), -1);
    }
}
