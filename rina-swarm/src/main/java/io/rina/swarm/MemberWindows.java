package io.rina.swarm;

import io.rina.engine.Job;
import io.rina.plan.Channel;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameCheck;

import java.util.List;

/**
 * Every member's positions under way on every channel, as its frames tell: the check of {@link
 * Invariant#MEMBER_WINDOW}. A worker uses its positions in order; a branch passes them on in the
 * order in which its own members are there. Outcomes may be noted a little early, which makes the
 * check laxer but never wrong.
 */
final class MemberWindows {
    private final Job job;
    private final Topology topology;
    private final List<Channel> channels;
    private final int pool;
    /** Per channel and member: its node. */
    private final int[][] nodes;
    /** Per channel and member: the one after the last position used. */
    private final long[][] next;
    /** Per channel and member: all before this one are done. */
    private final long[][] oldest;
    /** Per channel and member: bit i says that {@code oldest + i} is used, or done. */
    private final long[][] used;

    private final long[][] done;

    MemberWindows(Job job, Topology topology, List<Channel> channels, int pool) {
        this.job = job;
        this.topology = topology;
        this.channels = channels;
        this.pool = pool;
        nodes = channels.stream()
                .map(channel -> nodes(topology, channels, channel))
                .toArray(int[][]::new);
        next = perMember(channels);
        oldest = perMember(channels);
        used = perMember(channels);
        done = perMember(channels);
    }

    static long[][] perMember(List<Channel> channels) {
        return channels.stream().map(c -> new long[c.size()]).toArray(long[][]::new);
    }

    private static int[] nodes(Topology topology, List<Channel> channels, Channel channel) {
        int[] nodes = new int[channel.size()];
        for (int member = 0; member < nodes.length; member++) {
            int branch = member - channel.members().size();
            nodes[member] = branch < 0
                    ? channel.members().get(member)
                    : topology.nodeOf(
                            channels.get(channel.branches().get(branch)).at());
        }
        return nodes;
    }

    /** A frame for a site leaves its member for another node. */
    void onSent(int node, Frame frame) {
        if (isRelayed(node, frame)) {
            requireUsed(frame);
        } else if (frame.resent()) {
            requireUnderWay(frame.channel(), frame.member(), frame);
        } else {
            onFirstSent(node, frame);
        }
    }

    /**
     * A frame goes to the site on its member's own host. Its outcome may have been noted early, so
     * a repetition tells nothing.
     */
    void onSentLocally(int node, Frame frame) {
        if (!frame.resent()) {
            onFirstSent(node, frame);
        }
    }

    /** Whether the node is a relay on the way of somebody else's frame. */
    private boolean isRelayed(int node, Frame frame) {
        return channels.get(frame.channel()).relays().stream()
                .anyMatch(relay -> topology.nodeOf(relay.at()) == node);
    }

    /** What a relay sends must be from members that have sent it. */
    private void requireUsed(Frame frame) {
        Channel channel = channels.get(frame.channel());
        long senders = channel.members(frame.member(), frame.bitmap());
        for (long left = senders; left != 0; left &= left - 1) {
            int member = Long.numberOfTrailingZeros(left);
            if (frame.position() >= next[channel.id()][member]) {
                throw Invariant.MEMBER_WINDOW.broken(
                        "a relay sends " + frame + ", which member " + member + " has not sent");
            }
        }
        if (senders == 0) {
            throw Invariant.MEMBER_WINDOW.broken("a relay sends " + frame + " of no members");
        }
    }

    private void onFirstSent(int node, Frame frame) {
        int channel = frame.channel();
        int member = frame.member();
        if (nodes[channel][member] != node) {
            throw Invariant.MEMBER_WINDOW.broken("node " + node + " sends " + frame
                    + " for another member of " + channels.get(channel).below());
        }
        int positions = frame.payloadBytes() > 0 ? 1 : frame.span();
        for (int i = 0; i < positions; i++) {
            long position = frame.position() + i;
            if (!mayUse(channel, member, position)) {
                throw Invariant.MEMBER_WINDOW.broken("node " + node + " sends " + frame
                        + "; its next position is " + next[channel][member]
                        + ", its oldest under way " + oldest[channel][member] + ", the pool "
                        + pool);
            }
            used[channel][member] |= 1L << (position - oldest[channel][member]);
            next[channel][member] = Math.max(next[channel][member], position + 1);
        }
    }

    private boolean mayUse(int channel, int member, long position) {
        long ahead = position - oldest[channel][member];
        boolean inOrder = position == next[channel][member];
        boolean isBranch = member >= channels.get(channel).members().size();
        return ahead >= 0
                && ahead < pool
                && (inOrder || isBranch)
                && (used[channel][member] & 1L << ahead) == 0;
    }

    private void requireUnderWay(int channel, int member, Frame frame) {
        long ahead = frame.position() - oldest[channel][member];
        if (frame.position() >= next[channel][member]
                || ahead < 0
                || (used[channel][member] & ~done[channel][member] & 1L << ahead) == 0) {
            throw Invariant.MEMBER_WINDOW.broken(
                    "repeated, but not under way at the member: " + frame + "; oldest "
                            + oldest[channel][member] + ", next " + next[channel][member]);
        }
    }

    /** Any frame reaches a node. */
    void onArrival(int node, Frame frame) {
        if (FrameCheck.check(frame) != FrameCheck.Result.VALID
                || frame.type().isForSite()
                || frame.jobKey() != job.key()
                || frame.epoch() != job.epoch()
                || nodes[frame.channel()][frame.member()] != node) {
            return;
        }
        int positions = frame.payloadBytes() > 0 ? 1 : Math.min(frame.span(), pool);
        for (int i = 0; i < positions; i++) {
            onOutcome(frame.channel(), frame.member(), frame.position() + i);
        }
    }

    /** A member learns the outcome of a position. */
    void onOutcome(int channel, int member, long position) {
        long ahead = position - oldest[channel][member];
        if (ahead < 0) {
            return;
        }
        if (position >= next[channel][member] || (used[channel][member] & 1L << ahead) == 0) {
            throw Invariant.MEMBER_WINDOW.broken("member " + member + " of channel " + channel
                    + " gets the outcome of position " + position + ", which it has not used");
        }
        long bits = done[channel][member] | 1L << ahead;
        int complete = Long.numberOfTrailingZeros(~bits);
        done[channel][member] = bits >>> complete;
        used[channel][member] >>>= complete;
        oldest[channel][member] += complete;
    }
}
