package io.rina.swarm;

import io.rina.engine.ForwardingPipeline;
import io.rina.engine.Job;
import io.rina.engine.SlotTable;
import io.rina.engine.SwitchPipeline;
import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands around a site's pipeline and checks what goes in and comes out: {@link
 * Invariant#HELD_RISES}, {@link Invariant#SITE_WINDOW}, {@link Invariant#RIGHT_PARTIAL}.
 */
final class SiteAudit extends ForwardingPipeline {
    private final int node;
    private final Job job;
    private final List<Channel> channels;
    private final boolean[] sited;
    /** Per channel: the branch here whose parent it is, or null. */
    private final @Nullable Channel[] below;

    private final SlotTable table;
    private final PositionMap positions;
    private final MemberWindows windows;
    private final int pool;
    /**
     * Per channel and member: every position below has arrived here; bit i of the other says that
     * this + i has.
     */
    private final long[][] arrivedBelow;

    private final long[][] arrived;

    /** {@code pipeline} is {@code table}, or a sabotaged one around it. */
    SiteAudit(
            int node,
            Job job,
            Topology topology,
            List<Channel> channels,
            SlotTable table,
            SwitchPipeline pipeline,
            PositionMap positions,
            MemberWindows windows,
            int pool) {
        super(pipeline);
        this.node = node;
        this.job = job;
        this.channels = channels;
        sited = new boolean[channels.size()];
        below = new Channel[channels.size()];
        for (Channel channel : channels) {
            sited[channel.id()] = topology.nodeOf(channel.at()) == node;
            if (sited[channel.id()] && !channel.isRoot()) {
                below[channel.parent()] = channel;
            }
        }
        this.table = table;
        this.positions = positions;
        this.windows = windows;
        this.pool = pool;
        arrivedBelow = MemberWindows.perMember(channels);
        arrived = MemberWindows.perMember(channels);
    }

    @Override
    public Verdict process(long nowNs, Frame frame) {
        if (!isOurs(frame)) {
            // Not even a sabotaged pipeline should have to look out for these.
            return table.process(nowNs, frame);
        }
        if (!frame.type().isForSite()) {
            return super.process(nowNs, frame);
        }
        int channel = frame.channel();
        int member = frame.member();
        long position = frame.position();
        if (isThisHost(channel, member)) {
            // It comes from this very host, so no port has seen it.
            windows.onSentLocally(node, frame);
        }
        for (long left = senders(frame); left != 0; left &= left - 1) {
            checkArrival(channel, Long.numberOfTrailingZeros(left), position);
        }
        long before = table.heldPosition(channel, position);
        Verdict verdict = super.process(nowNs, frame);
        long after = table.heldPosition(channel, position);
        if (after < before || after > Math.max(before, position)) {
            throw Invariant.HELD_RISES.broken("the slot of channel " + channel + " held " + before
                    + ", and holds " + after + " after " + frame);
        }
        return verdict;
    }

    private boolean isOurs(Frame frame) {
        int channel = frame.channel();
        if (frame.jobKey() != job.key()
                || frame.epoch() != job.epoch()
                || channel < 0
                || channel >= sited.length) {
            return false;
        }
        Channel branch = below[channel];
        return frame.type().isForSite()
                ? sited[channel] && senders(frame) != 0
                : branch != null && branch.memberAtParent() == frame.member();
    }

    private long senders(Frame frame) {
        boolean isData = frame.type() == FrameType.DATA;
        return channels.get(frame.channel()).members(frame.member(), isData ? frame.bitmap() : 1);
    }

    /** Whether the member is the worker of this very host. */
    private boolean isThisHost(int channel, int member) {
        RankSet ranks = channels.get(channel).members();
        return member < ranks.size() && ranks.get(member) == node;
    }

    private void checkArrival(int channel, int member, long position) {
        long[] below = arrivedBelow[channel];
        if (position < below[member]) {
            return;
        }
        long slowest = Long.MAX_VALUE;
        for (long b : below) {
            slowest = Math.min(slowest, b);
        }
        if (position >= slowest + pool) {
            throw Invariant.SITE_WINDOW.broken("member " + member + " of channel " + channel + " "
                    + channels.get(channel).below() + " is at position " + position
                    + " while another has not come beyond " + (slowest - 1) + " with a pool of "
                    + pool);
        }
        long bits = arrived[channel][member] | 1L << (position - below[member]);
        int complete = Long.numberOfTrailingZeros(~bits);
        arrived[channel][member] = bits >>> complete;
        below[member] += complete;
    }

    @Override
    public int outcomeLanes(int channel, long position, int member) {
        int outcome = super.outcomeLanes(channel, position, member);
        if (outcome >= 0 && isThisHost(channel, member)) {
            windows.onOutcome(channel, member, position);
        }
        return outcome;
    }

    @Override
    public void encodeResult(int channel, long position, int member, boolean resent, Frame out) {
        super.encodeResult(channel, position, member, resent, out);
        Channel root = root(channels.get(channel));
        positions.checkSum(channel, position, root.below(), out, where(channel, position));
    }

    @Override
    public void encodeForward(int channel, long position, boolean resent, Frame out) {
        super.encodeForward(channel, position, resent, out);
        RankSet below = channels.get(channel).below();
        positions.checkSum(channel, position, below, out, where(channel, position));
    }

    private Channel root(Channel channel) {
        return channel.isRoot() ? channel : root(channels.get(channel.parent()));
    }

    private String where(int channel, long position) {
        return "node " + node + ", channel " + channel + ", position " + position;
    }
}
