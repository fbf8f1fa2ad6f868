package io.rina.swarm;

import io.rina.engine.Job;
import io.rina.plan.Channel;
import io.rina.wire.Frame;
import io.rina.wire.FrameCheck;

import java.util.List;

/**
 * Every member's positions under way on every channel, as its frames tell: the check of {@link
 * Invariant#MEMBER_WINDOW}. Outcomes may be noted a little early, which makes the check laxer but
 * never wrong.
 */
final class MemberWindows {
    private final Job job;
    private final List<Channel> channels;
    private final int pool;
    /** Per channel and member: the position that must be used next. */
    private final long[][] next;
    /** Per channel and member: all before this one are done. */
    private final long[][] oldest;
    /** Per channel and member: bit i says that {@code oldest + i} is done. */
    private final long[][] done;

    MemberWindows(Job job, List<Channel> channels, int pool) {
        this.job = job;
        this.channels = channels;
        this.pool = pool;
        next = perMember(channels);
        oldest = perMember(channels);
        done = perMember(channels);
    }

    static long[][] perMember(List<Channel> channels) {
        return channels.stream().map(c -> new long[c.members().size()]).toArray(long[][]::new);
    }

    /** A frame for a site leaves its member for another node. */
    void onSent(int node, Frame frame) {
        if (frame.resent()) {
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

    private void onFirstSent(int node, Frame frame) {
        int channel = frame.channel();
        int member = frame.member();
        if (channels.get(channel).members().get(member) != node) {
            throw Invariant.MEMBER_WINDOW.broken("rank " + node + " sends " + frame
                    + " for another member of " + channels.get(channel).members());
        }
        long end = frame.position() + frame.span();
        if (frame.position() != next[channel][member] || end > oldest[channel][member] + pool) {
            throw Invariant.MEMBER_WINDOW.broken("rank " + node + " sends " + frame
                    + "; its next position is " + next[channel][member] + ", its oldest under way "
                    + oldest[channel][member] + ", the pool " + pool);
        }
        next[channel][member] = end;
    }

    private void requireUnderWay(int channel, int member, Frame frame) {
        long ahead = frame.position() - oldest[channel][member];
        if (frame.position() >= next[channel][member]
                || ahead < 0
                || (done[channel][member] & 1L << ahead) != 0) {
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
                || channels.get(frame.channel()).members().get(frame.member()) != node) {
            return;
        }
        for (int i = 0; i < Math.min(frame.span(), pool); i++) {
            onOutcome(frame.channel(), frame.member(), frame.position() + i);
        }
    }

    /** A member learns the outcome of a position. */
    void onOutcome(int channel, int member, long position) {
        long ahead = position - oldest[channel][member];
        if (ahead < 0) {
            return;
        }
        if (position >= next[channel][member]) {
            throw Invariant.MEMBER_WINDOW.broken("member " + member + " of channel " + channel
                    + " gets the outcome of position " + position + ", which it has not used");
        }
        long bits = done[channel][member] | 1L << ahead;
        int complete = Long.numberOfTrailingZeros(~bits);
        done[channel][member] = bits >>> complete;
        oldest[channel][member] += complete;
    }
}
