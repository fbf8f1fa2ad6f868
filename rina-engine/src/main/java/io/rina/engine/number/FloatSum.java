package io.rina.engine.number;

import io.rina.engine.IntVector;
import io.rina.engine.Operation;
import io.rina.engine.Reduction;
import io.rina.engine.Vector;
import io.rina.wire.ReduceOp;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The sum (or average) of float32 vectors over all ranks, as two reductions of the same plan: the
 * MAX of the blocks' exponents, then the SUM of the blocks in fixed point. The exponents are 1 lane
 * in 352, and one where there are no elements: so a rank that sums nothing cannot pass by ranks that
 * sum something.
 *
 * <p>The constructor reads the whole source once, for the exponents, and belongs in the caller's
 * thread; the rest is called by the worker. Source and target may be the same memory; they must not
 * overlap otherwise.
 */
public final class FloatSum implements Operation {
    private enum Phase {
        EXPONENTS,
        SUMS,
        DONE
    }

    private final MemorySegment source;
    private final MemorySegment target;
    private final int elements;
    private final int blockElements;
    private final int ranks;
    private final double divisor;
    private final NumberPolicy policy;
    private final Workspace workspace;
    private final int contract;
    private final int[] exponents;
    private final NumberReport notFinite;

    private Phase phase = Phase.EXPONENTS;
    private long clipped;
    private long flushed;
    private @Nullable NotFiniteException failure;

    /**
     * @param source {@code elements} float32 in native byte order, 4 bytes each, from byte 0;
     *     alignment does not matter
     * @param target as long as the source
     * @param divisor 1 for the sum, the number of ranks for the average
     * @param sequence the operation's number on its communicator, part of the contract
     */
    public FloatSum(
            MemorySegment source,
            MemorySegment target,
            int elements,
            int blockElements,
            int ranks,
            double divisor,
            NumberPolicy policy,
            Workspace workspace,
            long sequence) {
        this.source = source;
        this.target = target;
        this.elements = elements;
        this.blockElements = blockElements;
        this.ranks = ranks;
        this.divisor = divisor;
        this.policy = policy;
        this.workspace = workspace;
        this.contract = contract(elements, divisor, policy, sequence);
        // Never none: an empty vector meets the others' contract in one exponent, too.
        exponents = new int[Math.max(1, blocks())];
        notFinite = readExponents();
    }

    private static int contract(int elements, double divisor, NumberPolicy policy, long sequence) {
        long hash = sequence * 0x9e3779b97f4a7c15L + elements;
        hash = (hash ^ hash >>> 29) * 0xbf58476d1ce4e5b9L + Double.hashCode(divisor);
        hash = 31 * hash + policy.ordinal();
        return (int) (hash ^ hash >>> 32);
    }

    private int blocks() {
        return (int) (((long) elements + blockElements - 1) / blockElements);
    }

    private NumberReport readExponents() {
        long nan = 0;
        long infinite = 0;
        for (int block = 0; block < blocks(); block++) {
            long offset = offset(block * blockElements);
            exponents[block] = FixedPoint.exponent(source, offset, blockSize(block));
            if (exponents[block] == FixedPoint.NOT_FINITE) {
                nan += FixedPoint.count(source, offset, blockSize(block), false);
                infinite += FixedPoint.count(source, offset, blockSize(block), true);
            }
        }
        return new NumberReport(nan, infinite, 0, 0);
    }

    private int blockSize(int block) {
        return Math.min(blockElements, elements - block * blockElements);
    }

    private static long offset(int element) {
        return (long) element * Float.BYTES;
    }

    @Override
    public @Nullable Reduction next() {
        return switch (phase) {
            case EXPONENTS -> {
                phase = Phase.SUMS;
                yield new Reduction(new IntVector(exponents), ReduceOp.MAX, contract);
            }
            case SUMS -> {
                phase = Phase.DONE;
                failure = policy == NumberPolicy.FAIL ? firstNotFinite() : null;
                yield failure != null ? null : new Reduction(new Blocks(), ReduceOp.SUM, ~contract);
            }
            case DONE -> null;
        };
    }

    private @Nullable NotFiniteException firstNotFinite() {
        for (int block = 0; block < exponents.length; block++) {
            if (exponents[block] == FixedPoint.NOT_FINITE) {
                return new NotFiniteException(notFiniteMessage(block));
            }
        }
        return null;
    }

    private String notFiniteMessage(int block) {
        int first = block * blockElements;
        return "NaN or an infinity among elements " + first + " to "
                + (first + blockSize(block) - 1)
                + " on at least one rank (on this one, in all: " + notFinite.nan() + " NaN, "
                + notFinite.infinite()
                + " infinite); no rank's buffer was changed. Find where it comes from, or choose policy SATURATE";
    }

    /** Why the operation has no result, or null; valid once it is complete. */
    public @Nullable NotFiniteException failure() {
        return failure;
    }

    /** What became of this rank's contribution; valid once the operation is complete. */
    public NumberReport report() {
        return new NumberReport(notFinite.nan(), notFinite.infinite(), clipped, flushed);
    }

    /**
     * The floats, a block at a time in units of its agreed exponent. Ranges that the worker asks
     * for begin on block edges.
     */
    private final class Blocks implements Vector {
        private final int[] lanes = workspace.lanes(elements);
        private final int limit = FixedPoint.limit(ranks);

        @Override
        public int elements() {
            return elements;
        }

        @Override
        public int[] lanes() {
            return lanes;
        }

        private double unitsInOne(int block) {
            return Math.scalb(1.0, FixedPoint.unitsExponent(exponents[block], ranks));
        }

        @Override
        public void load(int from, int to) {
            for (int at = from; at < to; at += blockElements) {
                int block = at / blockElements;
                int count = Math.min(blockElements, to - at);
                double units = unitsInOne(block);
                FixedPoint.quantise(source, offset(at), lanes, at, count, units, limit);
                flushed += FixedPoint.flushed(source, offset(at), lanes, at, count);
                if (FixedPoint.mayClip(ranks)) {
                    clipped += FixedPoint.clipped(source, offset(at), count, units, limit);
                }
            }
        }

        @Override
        public void store(int from, int to) {
            for (int at = from; at < to; at += blockElements) {
                int count = Math.min(blockElements, to - at);
                FixedPoint.dequantise(
                        lanes,
                        at,
                        count,
                        target,
                        offset(at),
                        unitsInOne(at / blockElements),
                        divisor);
            }
        }
    }
}
