package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;

import java.util.Arrays;
import java.util.List;

/**
 * A site's aggregation table. Position p of a channel lives in slot p mod pool, generation
 * (p / pool) mod 2. A slot's states:
 *
 * <pre>
 *   FILLING  some members have arrived      -- the last one arrives -->  DONE
 *   DONE     holds the outcome              -- position + 2 pool arrives -->  FILLING
 * </pre>
 *
 * <p>Why the outcome may be overwritten then: a member that uses p + 2 pool has seen p + pool
 * complete, so every member had arrived at p + pool, and none does before it has the outcome of p.
 * In FILLING a repetition is dropped, in DONE it is answered; an older position than the slot holds
 * is dropped. The table learns all else from frames: who gives (DATA), who takes (the flag), by
 * which operation.
 */
public final class SlotTable implements SwitchPipeline {
    private final Job job;
    private final Limits limits;
    private final Counters counters;
    /** Per channel id of the plan: its index here, or -1. */
    private final int[] indexOfChannel;

    private final int[][] memberNodes;
    private final long[] everyone;

    private final long[] position;
    private final long[] arrived;
    private final long[] takers;
    private final int[] length;
    private final int[] contract;
    private final byte[] op;
    private final int[] sums;

    /** Serves {@code channels}, which must all be sited here; their ids are the plan's. */
    public SlotTable(Job job, List<Channel> channels, Limits limits, Counters counters) {
        this.job = job;
        this.limits = limits;
        this.counters = counters;
        int slots = channels.size() * 2 * limits.pool();
        indexOfChannel = new int[channels.stream().mapToInt(Channel::id).max().orElse(-1) + 1];
        Arrays.fill(indexOfChannel, -1);
        memberNodes = new int[channels.size()][];
        everyone = new long[channels.size()];
        for (int i = 0; i < channels.size(); i++) {
            Channel channel = channels.get(i);
            indexOfChannel[channel.id()] = i;
            memberNodes[i] = channel.members().toArray();
            everyone[i] = (1L << memberNodes[i].length) - 1;
        }
        position = new long[slots];
        arrived = new long[slots];
        takers = new long[slots];
        length = new int[slots];
        contract = new int[slots];
        op = new byte[slots];
        sums = new int[Math.multiplyExact(slots, limits.fragmentElements())];
        for (int channel = 0; channel < memberNodes.length; channel++) {
            reset(channel);
        }
    }

    /** Before the first position of a slot comes the one two generations earlier, complete. */
    private void reset(int channel) {
        int pool = limits.pool();
        for (long p = 0; p < 2L * pool; p++) {
            int slot = slot(channel, p);
            position[slot] = p - 2L * pool;
            arrived[slot] = everyone[channel];
        }
    }

    private int slot(int channel, long position) {
        return channel * 2 * limits.pool() + (int) (position % (2L * limits.pool()));
    }

    @Override
    public Verdict process(long nowNs, Frame frame) {
        if (!job.owns(frame, counters)) {
            return Verdict.CONSUME;
        }
        int channel = index(frame.channel());
        if (channel < 0) {
            return drop(Counter.UNKNOWN_CHANNEL);
        }
        if (frame.member() >= memberNodes[channel].length) {
            return drop(Counter.NOT_A_MEMBER);
        }
        return arrive(channel, frame);
    }

    private int index(int channelId) {
        return channelId >= 0 && channelId < indexOfChannel.length ? indexOfChannel[channelId] : -1;
    }

    private Verdict arrive(int channel, Frame frame) {
        long wanted = frame.position();
        int slot = slot(channel, wanted);
        if (wanted < position[slot]) {
            return drop(Counter.OLD_POSITION);
        }
        if (wanted > position[slot]) {
            if (!mayFollow(channel, slot, wanted)) {
                return drop(Counter.FUTURE_POSITION);
            }
            if (frame.payloadLanes() > limits.fragmentElements()) {
                return drop(Counter.MISMATCH);
            }
            open(slot, frame);
        }
        long bit = 1L << frame.member();
        if ((arrived[slot] & bit) != 0) {
            counters.increment(Counter.DUPLICATE);
            return arrived[slot] == everyone[channel] ? Verdict.REPLY : Verdict.CONSUME;
        }
        return merge(channel, slot, bit, frame);
    }

    /**
     * The slot's next position is two pools on, and the member must have seen one pool back
     * complete.
     */
    private boolean mayFollow(int channel, int slot, long wanted) {
        int pool = limits.pool();
        long previous = wanted - pool;
        int other = slot(channel, previous + 2L * pool);
        return wanted == position[slot] + 2L * pool
                && arrived[slot] == everyone[channel]
                && position[other] == previous
                && arrived[other] == everyone[channel];
    }

    private void open(int slot, Frame frame) {
        position[slot] = frame.position();
        arrived[slot] = 0;
        takers[slot] = 0;
        length[slot] = 0;
        contract[slot] = frame.contract();
        op[slot] = (byte) frame.opCode();
    }

    private Verdict merge(int channel, int slot, long bit, Frame frame) {
        if (frame.contract() != contract[slot] || frame.opCode() != op[slot]) {
            return drop(Counter.MISMATCH);
        }
        if (frame.type() == FrameType.DATA) {
            int lanes = frame.payloadLanes();
            int at = slot * limits.fragmentElements();
            if (length[slot] == 0 && lanes <= limits.fragmentElements()) {
                frame.copyPayload(sums, at);
                length[slot] = lanes;
            } else if (length[slot] == lanes) {
                frame.foldPayload(ReduceOp.of(op[slot]), sums, at);
            } else {
                return drop(Counter.MISMATCH);
            }
        }
        takers[slot] |= frame.takes() ? bit : 0;
        arrived[slot] |= bit;
        return arrived[slot] == everyone[channel] ? Verdict.MULTICAST : Verdict.CONSUME;
    }

    private Verdict drop(Counter reason) {
        counters.increment(reason);
        return Verdict.CONSUME;
    }

    @Override
    public int outcomeLanes(int channelId, long wanted, int member) {
        int channel = index(channelId);
        int slot = slot(channel, wanted);
        if (position[slot] != wanted || arrived[slot] != everyone[channel]) {
            return -1;
        }
        return (takers[slot] & 1L << member) != 0 ? length[slot] : 0;
    }

    @Override
    public void encodeResult(int channelId, long wanted, int member, boolean resent, Frame out) {
        int slot = slot(index(channelId), wanted);
        out.header(FrameType.RESULT, job.key(), job.epoch(), channelId, member, wanted)
                .flags(true, resent, ReduceOp.of(op[slot]))
                .contract(contract[slot])
                .payload(sums, slot * limits.fragmentElements(), length[slot]);
    }

    @Override
    public int members(int channelId) {
        return memberNodes[index(channelId)].length;
    }

    @Override
    public int memberNode(int channelId, int member) {
        return memberNodes[index(channelId)][member];
    }

    /**
     * The position that the slot of {@code near} now holds: what a checker compares with the
     * members' windows.
     */
    public long heldPosition(int channelId, long near) {
        return position[slot(index(channelId), near)];
    }
}
