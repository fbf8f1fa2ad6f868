package io.rina.swarm;

import io.rina.engine.RelayPipeline;
import io.rina.engine.RelayTable;
import io.rina.wire.Frame;
import io.rina.wire.ReduceOp;

/** Wrong relays. Each is a bug that somebody might well write. */
final class RelayMutants {
    private RelayMutants() {}

    /** A relay that leaves all to the right one. */
    abstract static class Mutant implements RelayPipeline {
        final RelayTable table;

        Mutant(RelayTable table) {
            this.table = table;
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            return table.process(nowNs, frame);
        }

        @Override
        public int lanes() {
            return table.lanes();
        }

        @Override
        public void take(Frame out) {
            table.take(out);
        }
    }

    /** Says of a sum that is sent on early that one more member is in it. */
    static final class ClaimsTooMuch extends Mutant {
        ClaimsTooMuch(RelayTable table) {
            super(table);
        }

        @Override
        public void take(Frame out) {
            super.take(out);
            if (out.bitmap() == 1) {
                out.bitmap(3);
            }
        }
    }

    /** Keeps what is sent again to itself. */
    static final class KeepsRepetitions extends Mutant {
        KeepsRepetitions(RelayTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            return frame.resent() ? Verdict.CONSUME : super.process(nowNs, frame);
        }
    }

    /** Adds a frame that finds its slot taken to what the slot holds. */
    static final class AddsCollisions extends Mutant {
        private int[] extra = {};

        AddsCollisions(RelayTable table) {
            super(table);
        }

        @Override
        public Verdict process(long nowNs, Frame frame) {
            Verdict verdict = super.process(nowNs, frame);
            if (verdict != Verdict.PASS || frame.resent()) {
                return verdict;
            }
            extra = new int[frame.payloadLanes()];
            frame.copyPayload(extra, 0);
            return Verdict.CONSUME;
        }

        @Override
        public void take(Frame out) {
            super.take(out);
            if (extra.length == out.payloadLanes()) {
                out.foldPayload(ReduceOp.SUM, extra, 0);
                out.payload(extra, 0, extra.length);
                extra = new int[0];
            }
        }
    }
}
