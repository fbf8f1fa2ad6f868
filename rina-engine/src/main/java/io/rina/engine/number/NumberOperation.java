package io.rina.engine.number;

import io.rina.engine.IntVector;
import io.rina.engine.Reduction;
import io.rina.engine.number.Pieces.Step;
import io.rina.plan.Demand;
import io.rina.wire.ReduceOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sum, average, minimum or maximum of elements of any type, as reductions of int32 lanes,
 * by any collective that reduces.
 *
 * <p>A fixed-point sum of floats begins with the MAX of all blocks' exponents. From them every rank
 * also learns of NaN and infinities, before any buffer changes. Then the elements are reduced, piece
 * by piece: once, or twice for the minimum or maximum of 64-bit elements.
 *
 * <p>The constructor belongs in the caller's thread: for a fixed-point sum of floats it reads the
 * whole source once. The rest is called by the worker.
 */
public final class NumberOperation implements Collective {
    private static final Demand ALL = new Demand.AllReduce();

    private final Terms terms;
    private final Buffers buffers;
    private final Workspace workspace;
    private final Tally tally = new Tally();
    private final @Nullable Exponents exponents;

    /** Reduced before all else; null where nothing has to be, or when it has been. */
    private int @Nullable [] opening;

    private boolean begun;
    private @Nullable Pieces pieces;
    private @Nullable NotFiniteException failure;

    /**
     * @param buffers with as many elements as the terms say; the target may be the part of the
     *     outcome that this rank gets
     * @param workspace shared by successive operations of one worker
     */
    public NumberOperation(Terms terms, Buffers buffers, Workspace workspace) {
        this.terms = terms;
        this.buffers = buffers;
        this.workspace = workspace;
        exponents = terms.isScaled() ? new Exponents(terms, buffers.source(), tally) : null;
        opening = opening();
    }

    /** A rank that reduces nothing must not pass by ranks that reduce something. */
    private int @Nullable [] opening() {
        if (exponents != null) {
            return exponents.biased();
        }
        return terms.segmentElements() == 0 ? new int[1] : null;
    }

    @Override
    public @Nullable Reduction next() {
        if (opening != null) {
            IntVector vector = new IntVector(opening);
            opening = null;
            return new Reduction(
                    vector, ReduceOp.MAX, terms.contract(0), terms.route().plan(), ALL);
        }
        if (!begun) {
            begun = true;
            pieces = exponents == null ? unscaled() : scaled(exponents);
        }
        return pieces == null ? null : pieces.next();
    }

    /** Null when the operation fails. */
    private @Nullable Pieces scaled(Exponents agreed) {
        int notFinite = agreed.firstNotFinite();
        if (notFinite < 0) {
            return pieces(agreed.coding(), ReduceOp.SUM);
        }
        return switch (terms.options().policy()) {
            case FAIL -> {
                failure = agreed.notFinite(notFinite);
                yield null;
            }
            case SATURATE -> pieces(agreed.coding(), ReduceOp.SUM);
            case FLOAT_RING -> inFloat();
        };
    }

    private Pieces inFloat() {
        tally.inFloat = true;
        return terms.type() == DataType.F64
                ? pieces(new DoubleLanes(terms.divisor(), terms.blockLanes()), ReduceOp.DOUBLE_SUM)
                : pieces(new FloatLanes(terms), ReduceOp.FLOAT_SUM);
    }

    private Pieces unscaled() {
        if (terms.isFloatSum()) {
            return inFloat();
        }
        ReduceKind kind = terms.kind();
        return switch (terms.type()) {
            case I32 -> pieces(new Ints(), op());
            case I64 ->
                kind == ReduceKind.SUM
                        ? pieces(new Longs(terms.blockLanes()), op())
                        : wideExtremes();
            case F64 -> wideExtremes();
            case F32, BF16, F16 ->
                pieces(new FloatKeys(terms.type(), kind, terms.blockLanes()), op());
        };
    }

    private ReduceOp op() {
        return switch (terms.kind()) {
            case SUM, AVG -> ReduceOp.SUM;
            case MIN -> ReduceOp.MIN;
            case MAX -> ReduceOp.MAX;
        };
    }

    private Pieces pieces(Coding coding, ReduceOp op) {
        Blocks blocks = terms.blocks(coding.packing());
        int[] lanes = workspace.lanes(Pieces.lanes(blocks, terms.pieceLanes()));
        return pieces(blocks, List.of(step(coding, op, terms.route().demand(), lanes)));
    }

    private Pieces wideExtremes() {
        Blocks blocks = terms.blocks(Packing.ONE_LANE);
        int most = Pieces.lanes(blocks, terms.pieceLanes());
        int[] highs = workspace.highs(most);
        int[] lanes = workspace.lanes(most);
        WideKeys keys = new WideKeys(terms.type(), terms.kind(), terms.blockLanes());
        // Every rank must know which upper halves have won.
        Step first = step(new HighWords(keys), op(), ALL, highs);
        Step second = step(new LowWords(keys, highs), op(), terms.route().demand(), lanes);
        return pieces(blocks, List.of(first, second));
    }

    private Step step(Coding coding, ReduceOp op, Demand demand, int[] lanes) {
        return new Step(coding, op, terms.route().planFor(op), demand, lanes);
    }

    private Pieces pieces(Blocks blocks, List<Step> steps) {
        return new Pieces(
                blocks, buffers, terms.type().bytes(), terms.pieceLanes(), terms::contract, steps);
    }

    @Override
    public @Nullable NotFiniteException failure() {
        return failure;
    }

    @Override
    public NumberReport report() {
        return tally.report();
    }
}
