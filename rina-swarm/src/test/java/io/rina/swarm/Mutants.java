package io.rina.swarm;

import io.rina.engine.ForwardingPipeline;
import io.rina.engine.SlotTable;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Wrong sites. Each is a bug that somebody might well write. */
final class Mutants {
    private Mutants() {}

    /** A pipeline that does something else than the right one. */
    abstract static class Mutant extends ForwardingPipeline {
        final SlotTable table;

        Mutant(SlotTable table) {
            super(table);
            this.table = table;
        }
    }

    /**
     * Tells generations apart by one bit, so that it takes an old position for the one that the
     * slot holds now.
     */
    static final class OneBitVersion extends Mutant {
        private final long generations;

        OneBitVersion(SlotTable table, int pool) {
            super(table);
            generations = 2L * pool;
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            long held = table.heldPosition(frame.channel(), frame.position());
            if (frame.position() < held && (held - frame.position()) % generations == 0) {
                frame.position(held);
            }
            return super.process(nowNs, frame);
        }
    }

    /** Adds what a member repeats once more. */
    static final class DoubleCount extends Mutant {
        private record Key(int channel, long position) {}

        private final Map<Key, int[]> extra = new HashMap<>();
        private final Set<Map.Entry<Key, Integer>> seen = new HashSet<>();

        DoubleCount(SlotTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            Key key = new Key(frame.channel(), frame.position());
            if (frame.type() == FrameType.DATA && !seen.add(Map.entry(key, frame.member()))) {
                int[] sum = extra.computeIfAbsent(key, k -> new int[frame.payloadLanes()]);
                if (sum.length == frame.payloadLanes()) {
                    frame.foldPayload(ReduceOp.SUM, sum, 0);
                }
            }
            return super.process(nowNs, frame);
        }

        @Override
        public void encodeResult(
                int channel, long position, int member, boolean resent, Frame out) {
            super.encodeResult(channel, position, member, resent, out);
            addExtra(channel, position, out);
        }

        /** A branch passes the wrong sum on as well. */
        @Override
        public void encodeForward(int channel, long position, boolean resent, Frame out) {
            super.encodeForward(channel, position, resent, out);
            addExtra(channel, position, out);
        }

        private void addExtra(int channel, long position, Frame out) {
            int[] sum = extra.get(new Key(channel, position));
            if (sum != null && sum.length == out.payloadLanes()) {
                out.foldPayload(ReduceOp.SUM, sum, 0);
                out.payload(sum, 0, sum.length);
            }
        }
    }

    /**
     * Takes the other's credit for granted when the giver's data come. Only for plans where two
     * meet and one of them just takes, as in a ring.
     */
    static final class NoCredits extends Mutant {
        private final Frame credit = new Frame()
                .wrap(MemorySegment.ofArray(new byte[Frame.HEADER_BYTES]), 0, Frame.HEADER_BYTES);

        NoCredits(SlotTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            Verdict verdict = super.process(nowNs, frame);
            if (frame.type() == FrameType.DATA && verdict == Verdict.CONSUME && holds(frame)) {
                verdict = super.process(nowNs, creditOf(1 - frame.member(), frame));
            }
            return verdict;
        }

        private boolean holds(Frame frame) {
            return table.heldPosition(frame.channel(), frame.position()) == frame.position();
        }

        private Frame creditOf(int member, Frame data) {
            return credit.header(
                            FrameType.CREDIT,
                            data.jobKey(),
                            data.epoch(),
                            data.channel(),
                            member,
                            data.position())
                    .flags(true, false, ReduceOp.of(data.opCode()))
                    .contract(data.contract());
        }
    }

    /** A branch that takes the sum of its own members for the outcome. */
    static final class EarlyOutcome extends Mutant {
        private final Frame outcome = new Frame();

        EarlyOutcome(SlotTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            Verdict verdict = super.process(nowNs, frame);
            int lanes = verdict == Verdict.FORWARD
                    ? table.forwardLanes(frame.channel(), frame.position())
                    : 0;
            if (lanes <= 0) {
                return verdict;
            }
            int bytes = Frame.HEADER_BYTES + lanes * Integer.BYTES;
            outcome.wrap(MemorySegment.ofArray(new byte[bytes]), 0, bytes);
            table.encodeForward(frame.channel(), frame.position(), false, outcome);
            if (!outcome.takes()) {
                return verdict;
            }
            int[] sum = new int[lanes];
            outcome.copyPayload(sum, 0);
            outcome.header(
                            FrameType.RESULT,
                            frame.jobKey(),
                            frame.epoch(),
                            outcome.channel(),
                            outcome.member(),
                            frame.position())
                    .flags(true, false, ReduceOp.of(frame.opCode()))
                    .contract(frame.contract())
                    .payload(sum, 0, lanes);
            return super.process(nowNs, outcome);
        }
    }

    /** A branch that passes a sum on once, and leaves it to its parent to ask. */
    static final class ForwardsOnce extends Mutant {
        ForwardsOnce(SlotTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            Verdict verdict = super.process(nowNs, frame);
            return verdict == Verdict.FORWARD_AGAIN ? Verdict.CONSUME : verdict;
        }
    }

    /** A root that does not answer a branch that has had its outcome, since it sent it. */
    static final class AnswersOnce extends Mutant {
        AnswersOnce(SlotTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            Verdict verdict = super.process(nowNs, frame);
            return verdict == Verdict.REPLY ? Verdict.CONSUME : verdict;
        }
    }

    /** A site that takes a relay's sum for the numbers of its first member alone. */
    static final class IgnoresBitmap extends Mutant {
        IgnoresBitmap(SlotTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            return super.process(nowNs, frame.type() == FrameType.DATA ? frame.bitmap(1) : frame);
        }
    }
}
