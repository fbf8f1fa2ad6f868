package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;

import java.util.Arrays;

/**
 * A relay's slots. A position of a channel has one slot, by a hash, and may find it taken by
 * another one. A slot's states:
 *
 * <pre>
 *   FREE     names the position it had last   -- a member's DATA of another -->  HOLDING
 *                                             -- a repetition of another -->  FREE, names that
 *   HOLDING  the sum of some members   -- the last one comes, it goes to the server -->  FREE
 *                                      -- a repetition comes, it goes to the server -->  FREE
 *                                      -- a position a pool or more on comes -->  HOLDING that
 * </pre>
 *
 * <p>The last one loses nothing: a member uses a position only once that of a pool back is complete,
 * so whatever was held is counted at the server already.
 *
 * <p>What comes of the position that a free slot names goes on as it is. Some of that position is at
 * the server, so that the rest, if it was held, could never be completed, and each of its members
 * would have to wait for its own timer.
 *
 * <p>Nothing is counted twice: a frame says whose numbers are in it, and the server counts each
 * member once. Nothing is waited for: each member repeats by its own timer, and a repetition passes
 * by the slots.
 */
public final class RelayTable implements RelayPipeline {
    private static final int NONE = -1;

    private final Job job;
    private final Limits limits;
    private final Counters counters;
    private final RelayedChannels relayed;

    /** Per slot: the number of the channel whose position it holds or names; NONE at first. */
    private final int[] channel;

    private final long[] position;
    /** Per slot: HOLDING, or FREE. */
    private final boolean[] holds;
    /** Per slot: whose numbers are in it, counted from the first member under the relay. */
    private final int[] held;

    private final int[] length;
    private final int[] contract;
    private final boolean[] takes;
    /** Whether all in it have said that their next position belongs to the same exchange. */
    private final boolean[] more;
    /** Whether any of them was marked. */
    private final boolean[] marked;

    private final byte[] op;
    private final int[] sums;
    /** Of the frame processed last. */
    private int slot;

    private int channelId;

    RelayTable(Job job, RelayedChannels relayed, Limits limits, int slots, Counters counters) {
        this.job = job;
        this.relayed = relayed;
        this.limits = limits;
        this.counters = counters;
        channel = new int[slots];
        Arrays.fill(channel, NONE);
        position = new long[slots];
        holds = new boolean[slots];
        held = new int[slots];
        length = new int[slots];
        contract = new int[slots];
        takes = new boolean[slots];
        more = new boolean[slots];
        marked = new boolean[slots];
        op = new byte[slots];
        sums = new int[Math.multiplyExact(slots, limits.fragmentElements())];
    }

    /** With as many slots as positions can be under way no two want the same one. */
    private int slot(int number, long position) {
        long hash = (long) number * limits.pool() + position % limits.pool();
        return (int) (hash % channel.length);
    }

    @Override
    public Verdict process(long nowNs, Frame frame) {
        if (!job.owns(frame, counters)) {
            return Verdict.CONSUME;
        }
        channelId = frame.channel();
        int number = relayed.number(channelId);
        if (number < 0 || frame.payloadBytes() == 0) {
            // Credits and receipts do not come this way.
            return drop(Counter.UNKNOWN_CHANNEL);
        }
        int bits = relayed.bitmap(number, frame.member(), frame.bitmap());
        if (bits == 0) {
            return drop(Counter.NOT_A_MEMBER);
        }
        return frame.type() == FrameType.RESULT ? Verdict.REPLICATE : combine(number, bits, frame);
    }

    private Verdict combine(int number, int bits, Frame frame) {
        slot = slot(number, frame.position());
        if (channel[slot] == number && position[slot] == frame.position()) {
            if (!holds[slot]) {
                return Verdict.PASS;
            }
            return frame.resent() ? Verdict.FLUSH_AND_PASS : join(number, bits, frame);
        }
        if (isTaken(number, frame.position())) {
            if (!frame.resent()) {
                counters.increment(Counter.COLLISION);
            }
            return Verdict.PASS;
        }
        channel[slot] = number;
        position[slot] = frame.position();
        holds[slot] = false;
        return frame.resent() ? Verdict.PASS : open(number, bits, frame);
    }

    private boolean isTaken(int number, long wanted) {
        boolean isFinished = channel[slot] == number && position[slot] + limits.pool() <= wanted;
        return holds[slot] && !isFinished;
    }

    private Verdict join(int number, int bits, Frame frame) {
        if ((held[slot] & bits) != 0) {
            return drop(Counter.DUPLICATE);
        }
        if (!agrees(frame)) {
            return Verdict.PASS;
        }
        frame.foldPayload(ReduceOp.of(op[slot]), sums, slot * limits.fragmentElements());
        more[slot] &= frame.more();
        marked[slot] |= frame.marked();
        return add(number, bits);
    }

    private Verdict open(int number, int bits, Frame frame) {
        if (frame.payloadLanes() > limits.fragmentElements()) {
            return Verdict.PASS;
        }
        holds[slot] = true;
        held[slot] = 0;
        length[slot] = frame.payloadLanes();
        contract[slot] = frame.contract();
        takes[slot] = frame.takes();
        more[slot] = frame.more();
        marked[slot] = frame.marked();
        op[slot] = (byte) frame.opCode();
        frame.copyPayload(sums, slot * limits.fragmentElements());
        return add(number, bits);
    }

    private Verdict add(int number, int bits) {
        held[slot] |= bits;
        return held[slot] == (1 << relayed.members(number)) - 1 ? Verdict.FORWARD : Verdict.CONSUME;
    }

    private boolean agrees(Frame frame) {
        return frame.contract() == contract[slot]
                && frame.opCode() == op[slot]
                && frame.takes() == takes[slot]
                && frame.payloadLanes() == length[slot];
    }

    private Verdict drop(Counter reason) {
        counters.increment(reason);
        return Verdict.CONSUME;
    }

    @Override
    public int lanes() {
        return length[slot];
    }

    @Override
    public void take(Frame out) {
        int first = Integer.numberOfTrailingZeros(held[slot]);
        int member = relayed.member(channel[slot], first);
        out.header(FrameType.DATA, job.key(), job.epoch(), channelId, member, position[slot])
                .flags(takes[slot], false, ReduceOp.of(op[slot]))
                .more(more[slot])
                .marked(marked[slot])
                .bitmap(held[slot] >>> first)
                .contract(contract[slot])
                .payload(sums, slot * limits.fragmentElements(), length[slot]);
        holds[slot] = false;
    }
}
