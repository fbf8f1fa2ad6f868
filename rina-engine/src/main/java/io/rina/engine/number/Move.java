package io.rina.engine.number;

import io.rina.engine.Reduction;
import io.rina.engine.number.Pieces.Step;
import io.rina.wire.ReduceOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes from one rank to all others: a broadcast or an all-gather. */
public final class Move implements Collective {
    private final MoveTerms terms;
    private final Buffers buffers;
    private final Workspace workspace;
    private boolean hasMet;
    private @Nullable Pieces pieces;

    /**
     * @param buffers the source is read where this rank is the source of a segment; every segment
     *     goes into the target
     * @param workspace shared by successive operations of one worker
     */
    public Move(MoveTerms terms, Buffers buffers, Workspace workspace) {
        this.terms = terms;
        this.buffers = buffers;
        this.workspace = workspace;
    }

    @Override
    public @Nullable Reduction next() {
        if (!hasMet && terms.segmentBytes() == 0) {
            // Ranks that move nothing must not pass by ranks that move something.
            hasMet = true;
            return Barrier.meeting(terms.plan(), terms.contract(0));
        }
        if (pieces == null) {
            pieces = pieces();
        }
        return pieces.next();
    }

    private Pieces pieces() {
        Blocks blocks = terms.blocks();
        int[] lanes = workspace.lanes(Pieces.lanes(blocks, terms.pieceLanes()));
        Step only = new Step(new RawBytes(), ReduceOp.SUM, terms.plan(), terms.demand(), lanes);
        return new Pieces(
                blocks, buffers, Byte.BYTES, terms.pieceLanes(), terms::contract, List.of(only));
    }

    @Override
    public @Nullable NotFiniteException failure() {
        return null;
    }

    @Override
    public NumberReport report() {
        return NumberReport.CLEAN;
    }
}
