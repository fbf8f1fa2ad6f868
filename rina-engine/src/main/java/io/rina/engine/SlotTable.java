package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;

/**
 * A site's aggregation table. Position p of a channel lives in slot p mod pool, generation
 * (p / pool) mod 2. A slot's states:
 *
 * <pre>
 *   FILLING    some members have arrived  -- the last one arrives -->  DONE; in a branch FORWARDED
 *   FORWARDED  the parent has the sum     -- its outcome arrives -->  DONE
 *   DONE       holds the outcome          -- position + 2 pool arrives -->  FILLING
 * </pre>
 *
 * <p>Why the outcome may be overwritten then: a member that uses p + 2 pool has seen p + pool
 * complete, so every member had arrived at p + pool, and none does before it has the outcome of p.
 * A branch is a member like any other: it arrives at its parent when all of its own members have,
 * and by the same argument one level down each of them has the outcome of one pool back, which it
 * got through the branch.
 *
 * <p>In FILLING a repetition is dropped, in FORWARDED it makes the branch send its sum again, in
 * DONE it is answered; an older position than the slot holds is dropped. A sum that a relay made of
 * members some of which have arrived is dropped as well; those that have not repeat, which makes
 * them come singly. So a lost frame of a
 * branch is mended by the timers of the workers below it, and a switch needs none. The table learns
 * all else from frames: who gives (DATA), who takes (the flag), by which operation.
 */
public final class SlotTable implements SwitchPipeline {
    private final Job job;
    private final Limits limits;
    private final Counters counters;
    private final SitedChannels sited;
    /** Per channel: the bits of all who must have arrived, the parent's included. */
    private final long[] everyone;

    private final long[] position;
    private final long[] arrived;
    private final long[] takers;
    private final long[] followed;
    /** Whether any frame of the position, the parent's included, was marked. */
    private final boolean[] marked;

    private final int[] length;
    private final int[] contract;
    private final byte[] op;
    private final int[] sums;

    SlotTable(Job job, SitedChannels sited, Limits limits, Counters counters) {
        this.job = job;
        this.limits = limits;
        this.counters = counters;
        this.sited = sited;
        int slots = sited.count() * 2 * limits.pool();
        everyone = new long[sited.count()];
        position = new long[slots];
        arrived = new long[slots];
        takers = new long[slots];
        followed = new long[slots];
        marked = new boolean[slots];
        length = new int[slots];
        contract = new int[slots];
        op = new byte[slots];
        sums = new int[Math.multiplyExact(slots, limits.fragmentElements())];
        for (int channel = 0; channel < everyone.length; channel++) {
            everyone[channel] = sited.everyone(channel);
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
        int channel = sited.number(frame);
        if (channel < 0) {
            return drop(Counter.UNKNOWN_CHANNEL);
        }
        long senders = sited.senders(channel, frame);
        if (senders == 0) {
            return drop(Counter.NOT_A_MEMBER);
        }
        return frame.type().isForSite()
                ? arrive(channel, senders, frame)
                : conclude(channel, frame);
    }

    private Verdict arrive(int channel, long senders, Frame frame) {
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
        marked[slot] |= frame.marked();
        long before = arrived[slot] & senders;
        if (before == senders) {
            counters.increment(Counter.DUPLICATE);
            return isDone(channel, slot)
                    ? Verdict.REPLY
                    : isForwarded(channel, slot) ? Verdict.FORWARD_AGAIN : Verdict.CONSUME;
        }
        return before == 0 ? merge(channel, slot, senders, frame) : drop(Counter.OVERLAP);
    }

    private boolean isDone(int channel, int slot) {
        return arrived[slot] == everyone[channel];
    }

    /** Whether all have arrived but the parent, which a root does not have. */
    private boolean isForwarded(int channel, int slot) {
        return (arrived[slot] ^ everyone[channel]) == SitedChannels.PARENT_BIT;
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
                && isDone(channel, slot)
                && position[other] == previous
                && isDone(channel, other);
    }

    private void open(int slot, Frame frame) {
        position[slot] = frame.position();
        arrived[slot] = 0;
        takers[slot] = 0;
        followed[slot] = 0;
        marked[slot] = false;
        length[slot] = 0;
        contract[slot] = frame.contract();
        op[slot] = (byte) frame.opCode();
    }

    private Verdict merge(int channel, int slot, long senders, Frame frame) {
        if (!agrees(slot, frame)) {
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
        takers[slot] |= frame.takes() ? senders : 0;
        followed[slot] |= frame.more() ? senders : 0;
        arrived[slot] |= senders;
        return isDone(channel, slot)
                ? Verdict.MULTICAST
                : isForwarded(channel, slot) ? Verdict.FORWARD : Verdict.CONSUME;
    }

    private boolean agrees(int slot, Frame frame) {
        return frame.contract() == contract[slot] && frame.opCode() == op[slot];
    }

    /** The outcome of a position comes from the parent. */
    private Verdict conclude(int channel, Frame frame) {
        int slot = slot(channel, frame.position());
        if (frame.position() < position[slot]) {
            return drop(Counter.OLD_POSITION);
        }
        if (frame.position() == position[slot] && isDone(channel, slot)) {
            return drop(Counter.DUPLICATE);
        }
        if (frame.position() > position[slot] || !isForwarded(channel, slot)) {
            return drop(Counter.FUTURE_POSITION);
        }
        if (takers[slot] == 0 ? frame.type() == FrameType.RESULT : !isSum(slot, frame)) {
            return drop(Counter.MISMATCH);
        }
        if (takers[slot] != 0) {
            frame.copyPayload(sums, slot * limits.fragmentElements());
            length[slot] = frame.payloadLanes();
        }
        marked[slot] |= frame.marked();
        arrived[slot] |= SitedChannels.PARENT_BIT;
        return Verdict.MULTICAST;
    }

    /** Whether the frame is a RESULT that can be the sum of what was passed on, and others'. */
    private boolean isSum(int slot, Frame frame) {
        int lanes = frame.payloadLanes();
        return frame.type() == FrameType.RESULT
                && agrees(slot, frame)
                && lanes <= limits.fragmentElements()
                && (length[slot] == 0 || length[slot] == lanes);
    }

    private Verdict drop(Counter reason) {
        counters.increment(reason);
        return Verdict.CONSUME;
    }

    @Override
    public int outcomeLanes(int channelId, long wanted, int member) {
        int channel = sited.number(channelId);
        int slot = slot(channel, wanted);
        if (position[slot] != wanted || !isDone(channel, slot)) {
            return -1;
        }
        return (takers[slot] & 1L << member) != 0 ? length[slot] : 0;
    }

    @Override
    public boolean isFollowed(int channelId, long position, int member) {
        int channel = sited.number(channelId);
        int slot = slot(channel, position);
        int next = slot(channel, position + 1);
        boolean isNextComplete = this.position[next] > position + 1
                || (this.position[next] == position + 1 && isDone(channel, next));
        return this.position[slot] == position
                && (followed[slot] & 1L << member) != 0
                && !isNextComplete;
    }

    @Override
    public boolean isMarked(int channelId, long wanted) {
        int slot = slot(sited.number(channelId), wanted);
        return position[slot] == wanted && marked[slot];
    }

    @Override
    public void encodeResult(int channelId, long wanted, int member, boolean resent, Frame out) {
        int slot = slot(sited.number(channelId), wanted);
        out.header(FrameType.RESULT, job.key(), job.epoch(), channelId, member, wanted)
                .flags(true, resent, ReduceOp.of(op[slot]))
                .marked(marked[slot])
                .contract(contract[slot])
                .payload(sums, slot * limits.fragmentElements(), length[slot]);
    }

    @Override
    public int forwardLanes(int channelId, long wanted) {
        int channel = sited.number(channelId);
        int slot = slot(channel, wanted);
        return position[slot] == wanted && isForwarded(channel, slot) ? length[slot] : -1;
    }

    @Override
    public void encodeForward(int channelId, long wanted, boolean resent, Frame out) {
        int channel = sited.number(channelId);
        int slot = slot(channel, wanted);
        out.header(
                        length[slot] == 0 ? FrameType.CREDIT : FrameType.DATA,
                        job.key(),
                        job.epoch(),
                        sited.parentId(channel),
                        sited.memberAtParent(channel),
                        wanted)
                .flags(takers[slot] != 0, resent, ReduceOp.of(op[slot]))
                .more(!resent && (followed[slot] | SitedChannels.PARENT_BIT) == everyone[channel])
                .marked(marked[slot])
                .contract(contract[slot])
                .payload(sums, slot * limits.fragmentElements(), length[slot]);
    }

    /**
     * The position that the slot of {@code near} now holds: what a checker compares with the
     * members' windows.
     */
    public long heldPosition(int channelId, long near) {
        return position[slot(sited.number(channelId), near)];
    }
}
