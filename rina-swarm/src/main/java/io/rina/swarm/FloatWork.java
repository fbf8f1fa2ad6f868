package io.rina.swarm;

import io.rina.engine.Operation;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Route;
import io.rina.engine.number.Terms;
import io.rina.engine.number.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Floats summed through fixed point, in place or from one buffer to another. All ranks must get the
 * same bits, within the bound that {@link io.rina.engine.number.FixedPoint} states for a sum: half
 * a unit for each rank, and one rounding to float.
 */
final class FloatWork implements Work {
    private final int number;
    private final int blockElements;
    private final boolean isAverage;
    private final double divisor;
    private final NumberPolicy policy;
    private final List<Workspace> workspaces;
    private final float[][] given;
    private final float[][] source;
    private final float[][] target;
    private final boolean[] inPlace;
    private final @Nullable NumberOperation[] sums;
    private final boolean finite;
    /** What the first rank to finish got; the others must have the same bits. */
    private float @Nullable [] first;

    /** {@code workspaces}: one a rank, shared with its other operations. */
    FloatWork(
            OperationShape shape,
            int number,
            int blockElements,
            List<Workspace> workspaces,
            Dice dice) {
        int ranks = workspaces.size();
        this.number = number;
        this.blockElements = blockElements;
        this.workspaces = workspaces;
        isAverage = shape.kind() == OperationKind.MEAN;
        divisor = isAverage ? ranks : 1;
        policy = shape.kind() == OperationKind.SATURATE ? NumberPolicy.SATURATE : NumberPolicy.FAIL;
        given = new float[ranks][];
        source = new float[ranks][];
        target = new float[ranks][];
        inPlace = new boolean[ranks];
        sums = new NumberOperation[ranks];
        boolean allFinite = true;
        for (int rank = 0; rank < ranks; rank++) {
            given[rank] = Floats.draw(shape, blockElements, dice);
            source[rank] = given[rank].clone();
            inPlace[rank] = dice.oneIn(2);
            target[rank] = inPlace[rank] ? source[rank] : given[rank].clone();
            allFinite &= Floats.areFinite(given[rank]);
        }
        finite = allFinite;
    }

    @Override
    public Operation operation(int rank) {
        Terms terms = new Terms(
                DataType.F32,
                isAverage ? ReduceKind.AVG : ReduceKind.SUM,
                NumberOptions.STANDARD.withPolicy(policy),
                Route.ALL_REDUCE,
                source[rank].length,
                sums.length,
                blockElements,
                Terms.PIECE_LANES,
                number);
        Buffers buffers = new Buffers(
                MemorySegment.ofArray(source[rank]), MemorySegment.ofArray(target[rank]));
        NumberOperation sum = new NumberOperation(terms, buffers, workspaces.get(rank));
        sums[rank] = sum;
        return sum;
    }

    /** All have a part in every exponent, of which there is always one. */
    @Override
    public boolean waitsFor(int rank, int other) {
        return true;
    }

    @Override
    public void check(int rank) {
        NumberOperation sum = sums[rank];
        boolean failed = sum != null && sum.failure() != null;
        if (failed != (policy == NumberPolicy.FAIL && !finite)) {
            throw Invariant.FAILS_ALIKE.broken("operation " + number + " at rank " + rank
                    + (failed ? " fails" : " does not fail") + ", but the ranks' numbers are "
                    + (finite ? "all finite" : "not all finite"));
        }
        if (failed) {
            requireUnchanged(rank, target[rank]);
        } else {
            checkBits(rank);
            checkBounds(rank);
        }
        if (!inPlace[rank]) {
            requireUnchanged(rank, source[rank]);
        }
    }

    private void requireUnchanged(int rank, float[] buffer) {
        int at = Floats.mismatch(buffer, given[rank]);
        if (at >= 0) {
            throw Invariant.FAILS_ALIKE.broken("operation " + number + " changed element " + at
                    + " of a buffer of rank " + rank + " that it should leave alone");
        }
    }

    private void checkBits(int rank) {
        if (first == null) {
            first = target[rank].clone();
        }
        int at = Floats.mismatch(target[rank], first);
        if (at >= 0) {
            throw Invariant.SAME_BITS.broken("element " + at + " of operation " + number + " is "
                    + target[rank][at] + " at rank " + rank + ", but " + first[at]
                    + " at another rank");
        }
    }

    private void checkBounds(int rank) {
        for (int from = 0; from < target[rank].length; from += blockElements) {
            int to = Math.min(from + blockElements, target[rank].length);
            double unit = Floats.unit(given, from, to);
            for (int i = from; i < to; i++) {
                checkBound(rank, i, unit);
            }
        }
    }

    private void checkBound(int rank, int element, double unit) {
        int ranks = given.length;
        double exact = 0;
        for (float[] values : given) {
            exact += Floats.contribution(values[element]);
        }
        exact /= divisor;
        float got = target[rank][element];
        double allowed = ranks * unit / 2 / divisor;
        // One rounding to float, and one of the sum here; both lie within one unit in the last
        // place.
        allowed += Math.ulp((float) Math.min(Math.abs(exact) + allowed, Float.MAX_VALUE));
        if (!isWithin(got, exact, allowed)) {
            throw Invariant.FLOAT_BOUND.broken("element " + element + " of operation " + number
                    + " is " + got + " at rank " + rank + "; in double precision it is " + exact
                    + ", and the bound is " + allowed);
        }
    }

    private boolean isWithin(float got, double exact, double allowed) {
        if (Float.isInfinite(got)) {
            boolean mayOverflow = !isAverage && Math.abs(exact) + allowed >= Float.MAX_VALUE;
            return mayOverflow && got > 0 == exact > 0;
        }
        boolean isNegativeZero = got == 0 && Float.floatToRawIntBits(got) != 0;
        return Math.abs(got - exact) <= allowed && (isAverage || !isNegativeZero);
    }

    /** What came of it; null where it fails at all ranks, or has not completed at any. */
    @Nullable
    FloatOutcome outcome() {
        return first == null ? null : new FloatOutcome(given, first);
    }

    @Override
    public void scribble(int rank) {
        Arrays.fill(source[rank], Float.NaN);
        Arrays.fill(target[rank], Float.NaN);
    }
}
