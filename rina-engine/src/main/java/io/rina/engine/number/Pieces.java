package io.rina.engine.number;

import io.rina.engine.Reduction;
import io.rina.plan.Demand;
import io.rina.wire.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The reductions of an operation, piece by piece; each piece takes all steps in turn. */
final class Pieces {
    /** One reduction of every piece. */
    static final class Step {
        private final Coding coding;
        private final ReduceOp op;
        private final int plan;
        private final Demand demand;
        private final int[] lanes;

        /** {@code lanes} are as long as the longest piece. */
        Step(Coding coding, ReduceOp op, int plan, Demand demand, int[] lanes) {
            this.coding = coding;
            this.op = op;
            this.plan = plan;
            this.demand = demand;
            this.lanes = lanes;
        }
    }

    private final Blocks blocks;
    private final Buffers buffers;
    private final int elementBytes;
    private final List<Step> steps;
    private final IntUnaryOperator contracts;
    private final int pieceBlocks;
    private int firstBlock;
    private int step;
    private int reductions;

    /**
     * @param pieceLanes lanes of a piece, about
     * @param contracts of the reductions, counted from 1
     * @param steps all with the packing of the blocks
     */
    Pieces(
            Blocks blocks,
            Buffers buffers,
            int elementBytes,
            int pieceLanes,
            IntUnaryOperator contracts,
            List<Step> steps) {
        this.blocks = blocks;
        this.buffers = buffers;
        this.elementBytes = elementBytes;
        this.contracts = contracts;
        this.steps = steps;
        pieceBlocks = blocksOfPiece(blocks, pieceLanes);
    }

    /** Of each segment. */
    private static int blocksOfPiece(Blocks blocks, int pieceLanes) {
        return Math.max(1, pieceLanes / blocks.segments() / blocks.blockLanes());
    }

    /** The lanes of the longest piece. */
    static int lanes(Blocks blocks, int pieceLanes) {
        List<Integer> counts = laneCounts(blocks, pieceLanes);
        return counts.isEmpty() ? 0 : counts.getFirst();
    }

    /** The lanes of each piece. */
    static List<Integer> laneCounts(Blocks blocks, int pieceLanes) {
        List<Integer> counts = new ArrayList<>();
        int ofPiece = blocksOfPiece(blocks, pieceLanes);
        for (int first = 0; first < blocks.ofSegment(); first += ofPiece) {
            int end = (int) Math.min(blocks.ofSegment(), (long) first + ofPiece);
            counts.add(Math.multiplyExact(blocks.segments(), blocks.lanes(first, end)));
        }
        return counts;
    }

    @Nullable
    Reduction next() {
        if (firstBlock == blocks.ofSegment()) {
            return null;
        }
        int end = (int) Math.min(blocks.ofSegment(), (long) firstBlock + pieceBlocks);
        Step now = steps.get(step);
        BlockVector vector = new BlockVector(
                now.coding, blocks, buffers, elementBytes, firstBlock, end, now.lanes);
        step = (step + 1) % steps.size();
        firstBlock = step == 0 ? end : firstBlock;
        reductions++;
        return new Reduction(
                vector, now.op, contracts.applyAsInt(reductions), now.plan, now.demand);
    }
}
