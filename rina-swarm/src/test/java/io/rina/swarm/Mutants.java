package io.rina.swarm;

import io.rina.engine.SlotTable;
import io.rina.engine.SwitchPipeline;
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

    /**
     * A pipeline that leaves all but {@link #process} and {@link #encodeResult} to the right one.
     */
    abstract static class Mutant implements SwitchPipeline {
        final SlotTable table;

        Mutant(SlotTable table) {
            this.table = table;
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            return table.process(nowNs, frame);
        }

        @Override
        public int outcomeLanes(int channel, long position, int member) {
            return table.outcomeLanes(channel, position, member);
        }

        @Override
        public void encodeResult(
                int channel, long position, int member, boolean resent, Frame out) {
            table.encodeResult(channel, position, member, resent, out);
        }

        @Override
        public int members(int channel) {
            return table.members(channel);
        }

        @Override
        public int memberNode(int channel, int member) {
            return table.memberNode(channel, member);
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
            int[] sum = extra.get(new Key(channel, position));
            if (sum != null && sum.length == out.payloadLanes()) {
                out.foldPayload(ReduceOp.SUM, sum, 0);
                out.payload(sum, 0, sum.length);
            }
        }
    }

    /**
     * Takes the others' credits for granted when the giver's data come. Only for plans where all
     * others just take, as in a ring.
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
                for (int member = 0; member < table.members(frame.channel()); member++) {
                    if (member != frame.member()) {
                        verdict = super.process(nowNs, creditOf(member, frame));
                    }
                }
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
}
