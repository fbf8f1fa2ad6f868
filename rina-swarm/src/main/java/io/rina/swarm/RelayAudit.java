package io.rina.swarm;

import io.rina.engine.RelayPipeline;
import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.wire.Frame;

import java.util.List;

/**
 * Stands around a relay's pipeline and checks what it makes: {@link Invariant#RIGHT_PARTIAL}. What
 * it sends on behalf of members is checked where it leaves the node, by {@link MemberWindows}.
 */
final class RelayAudit implements RelayPipeline {
    private final int node;
    private final List<Channel> channels;
    private final RelayPipeline pipeline;
    private final PositionMap positions;

    /** {@code pipeline} may be a sabotaged one. */
    RelayAudit(int node, List<Channel> channels, RelayPipeline pipeline, PositionMap positions) {
        this.node = node;
        this.channels = channels;
        this.pipeline = pipeline;
        this.positions = positions;
    }

    @Override
    public Verdict process(long nowNs, Frame frame) {
        return pipeline.process(nowNs, frame);
    }

    @Override
    public int lanes() {
        return pipeline.lanes();
    }

    @Override
    public void take(Frame out) {
        pipeline.take(out);
        Channel channel = channels.get(out.channel());
        long senders = channel.members(out.member(), out.bitmap());
        RankSet ranks = channel.members()
                .where(rank -> (senders & 1L << channel.members().indexOf(rank)) != 0);
        String where =
                "relay " + node + ", channel " + channel.id() + ", position " + out.position();
        positions.checkSum(channel.id(), out.position(), ranks, out, where);
    }
}
