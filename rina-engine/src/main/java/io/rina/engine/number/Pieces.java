package io.rina.engine.number;

import io.rina.engine.Reduction;
import io.rina.plan.Demand;
import io.rina.wire.ReduceOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reductions of an operation, piece by piece; each piece takes all steps in turn. */
final class Pieces {
    /** One reduction of every piece. */
    static final class Step {
        private final Coding coding;
        private final ReduceOp op;
        private final Demand demand;
        private final int[] lanes;

        /** {@code lanes} are as long as the longest piece. */
        Step(Coding coding, ReduceOp op, Demand demand, int[] lanes) {
            this.coding = coding;
            this.op = op;
            this.demand = demand;
            this.lanes = lanes;
        }
    }

    private final Terms terms;
    private final Blocks blocks;
    private final Buffers buffers;
    private final List<Step> steps;
    private final int pieceBlocks;
    private int firstBlock;
    private int step;
    private int reductions;

    /** All steps have the {@code packing}. */
    Pieces(Terms terms, Packing packing, Buffers buffers, List<Step> steps) {
        this.terms = terms;
        this.buffers = buffers;
        this.steps = steps;
        blocks = terms.blocks(packing);
        pieceBlocks = blocksOfPiece(terms);
    }

    /** Of each segment. */
    private static int blocksOfPiece(Terms terms) {
        return Math.max(1, terms.pieceLanes() / terms.segments() / terms.blockLanes());
    }

    /** The lanes of the longest piece. */
    static int lanes(Terms terms, Packing packing) {
        Blocks blocks = terms.blocks(packing);
        int first = Math.min(blocks.ofSegment(), blocksOfPiece(terms));
        return Math.multiplyExact(terms.segments(), blocks.lanes(0, first));
    }

    @Nullable
    Reduction next() {
        if (firstBlock == blocks.ofSegment()) {
            return null;
        }
        int end = (int) Math.min(blocks.ofSegment(), (long) firstBlock + pieceBlocks);
        Step now = steps.get(step);
        BlockVector vector = new BlockVector(
                now.coding, blocks, buffers, terms.type().bytes(), firstBlock, end, now.lanes);
        step = (step + 1) % steps.size();
        firstBlock = step == 0 ? end : firstBlock;
        reductions++;
        return new Reduction(
                vector,
                now.op,
                terms.contract(reductions),
                terms.route().planFor(now.op),
                now.demand);
    }
}
