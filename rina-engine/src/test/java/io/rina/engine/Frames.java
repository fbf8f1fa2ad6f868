package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Frames for tests, each in memory of its own. */
final class Frames {
    static final Job JOB = new Job(0x1234_5678_9abc_def0L, 7);
    static final int CONTRACT = 99;

    private Frames() {}

    /**
     * The channels at {@code site}, which is one of two ToRs or the core, with ranks 0 to 19 under
     * the first ToR. Ids that are not given are of channels elsewhere.
     */
    static SitedChannels sitedAt(Site site, Channel... channels) {
        List<Channel> all = new ArrayList<>();
        for (Channel channel : channels) {
            while (all.size() < channel.id()) {
                all.add(Channel.flat(all.size(), new Site.Host(0), RankSet.of(0, 1), List.of()));
            }
            all.add(channel);
        }
        Topology topology = Topology.ofSizes(new int[] {20, 1}, rack -> true);
        return new SitedChannels(topology, all, topology.nodeOf(site));
    }

    static Frame of(FrameType type, int channel, int member, long position, int... lanes) {
        return empty(lanes.length)
                .header(type, JOB.key(), JOB.epoch(), channel, member, position)
                .flags(false, false, ReduceOp.SUM)
                .contract(CONTRACT)
                .payload(lanes, 0, lanes.length);
    }

    static Frame data(int channel, int member, long position, int... lanes) {
        return of(FrameType.DATA, channel, member, position, lanes);
    }

    /** DATA of a giver that also takes. */
    static Frame exchanged(int channel, int member, long position, int... lanes) {
        return data(channel, member, position, lanes).flags(true, false, ReduceOp.SUM);
    }

    static Frame credit(int channel, int member, long position) {
        return of(FrameType.CREDIT, channel, member, position).flags(true, false, ReduceOp.SUM);
    }

    static Frame result(int channel, int member, long position, int... lanes) {
        return of(FrameType.RESULT, channel, member, position, lanes)
                .flags(true, false, ReduceOp.SUM);
    }

    static Frame receipt(int channel, int member, long position) {
        return of(FrameType.RECEIPT, channel, member, position);
    }

    static Frame empty(int lanes) {
        int bytes = Frame.HEADER_BYTES + lanes * Integer.BYTES;
        return new Frame().wrap(MemorySegment.ofArray(new byte[bytes]), 0, bytes);
    }

    static byte[] bytes(Frame frame) {
        return frame.segment()
                .asSlice(frame.offset(), frame.lengthBytes())
                .toArray(ValueLayout.JAVA_BYTE);
    }

    static Frame ofBytes(byte[] bytes) {
        return new Frame().wrap(MemorySegment.ofArray(bytes.clone()), 0, bytes.length);
    }

    static Frame copy(Frame frame) {
        return ofBytes(bytes(frame));
    }

    static int[] lanes(Frame frame) {
        int[] lanes = new int[frame.payloadLanes()];
        frame.copyPayload(lanes, 0);
        return lanes;
    }
}
