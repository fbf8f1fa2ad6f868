package io.rina.engine.number;

import io.rina.plan.Demand;

/**
 * What is reduced and how: all that the ranks must agree on.
 *
 * @param route whose demand cuts the vector into segments; blocks are counted from the first
 *     element of each
 * @param segmentElements of each segment
 * @param ranks all of which contribute
 * @param blockLanes lanes a block
 * @param pieceLanes an operation is run in pieces of about so many lanes, so that the working copy
 *     does not grow with it
 * @param sequence the operation's number on its communicator
 */
public record Terms(
        DataType type,
        ReduceKind kind,
        NumberOptions options,
        Route route,
        long segmentElements,
        int ranks,
        int blockLanes,
        int pieceLanes,
        long sequence) {
    /** A working copy of 256 MiB. */
    public static final int PIECE_LANES = 1 << 26;
    /** The worker counts lanes in ints, and looks up to a fragment beyond the last. */
    private static final int MOST_BLOCKS = 1 << 30;

    /**
     * Throws IllegalArgumentException where there is no such reduction, saying why.
     */
    public Terms {
        int segments = route.demand().segmentCount(ranks);
        if (segmentElements < 0 || ranks < 1 || blockLanes < 1 || pieceLanes < 1) {
            throw new IllegalArgumentException("cannot reduce " + segments + " segments of "
                    + segmentElements + " elements over " + ranks + " ranks in blocks of "
                    + blockLanes + " lanes and pieces of " + pieceLanes);
        }
        Rules.check(type, kind, options, ranks);
        Rules.check(route.demand());
        long mostElements = (long) MOST_BLOCKS * Math.max(1, blockLanes / 3) / segments;
        if (segmentElements > mostElements) {
            throw new IllegalArgumentException("an operation of " + segments + " segments takes at"
                    + " most " + mostElements + " elements a segment, not " + segmentElements
                    + ": split it");
        }
    }

    /** These terms for operation number {@code sequence}. */
    public Terms numbered(long sequence) {
        return new Terms(
                type,
                kind,
                options,
                route,
                segmentElements,
                ranks,
                blockLanes,
                pieceLanes,
                sequence);
    }

    /**
     * "reduce-scatter, SUM of 4 x 17 f32, policy FAIL" and so on: what a call asks for, to compare
     * it with others. An all-reduce is not named.
     */
    public String describe() {
        Demand demand = route.demand();
        String collective = demand instanceof Demand.AllReduce ? "" : demand.label() + ", ";
        String count = segments() == 1 ? "" : segments() + " x ";
        String what = collective + kind + " of " + count + segmentElements + " " + type.label();
        return isFloatSum() ? what + ", " + options.describe() : what;
    }

    boolean isFloatSum() {
        return type.isFloat() && kind.isSum();
    }

    /** Whether it is a sum in fixed point, unless some numbers are not finite. */
    boolean isScaled() {
        return isFloatSum() && options.arithmetic() == Arithmetic.FIXED;
    }

    /** Of the elements, where all numbers are finite or the policy does not mind. */
    Packing packing() {
        if (kind.isSum() && type.bytes() == Long.BYTES) {
            return options.arithmetic() == Arithmetic.FIXED
                    ? Packing.THREE_LANES
                    : Packing.TWO_LANES;
        }
        return switch (options.wire()) {
            case BITS_32 -> Packing.ONE_LANE;
            case BITS_16 -> Packing.TWO_A_LANE;
        };
    }

    /** Blocks hold the most elements that their lanes have room for. */
    Blocks blocks(Packing packing) {
        return new Blocks(segments(), segmentElements, packing, blockLanes);
    }

    int segments() {
        return route.demand().segmentCount(ranks);
    }

    int divisor() {
        return kind == ReduceKind.AVG ? ranks : 1;
    }

    /** A hash; each reduction of the operation takes one of its own. */
    int contract(int reduction) {
        long hash = mix(sequence, type.ordinal());
        hash = mix(hash, kind.ordinal());
        hash = mix(hash, options.policy().ordinal());
        hash = mix(hash, options.arithmetic().ordinal());
        hash = mix(hash, options.wire().ordinal());
        hash = mix(hash, route.plan());
        hash = mix(hash, route.ordered());
        hash = mix(hash, route.demand().code());
        hash = mix(hash, segmentElements);
        hash = mix(hash, ranks);
        hash = mix(hash, blockLanes);
        hash = mix(hash, pieceLanes);
        hash = mix(hash, reduction);
        return (int) (hash ^ hash >>> 32);
    }

    /** Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014. */
    static long mix(long hash, long next) {
        long z = hash + 0x9e3779b97f4a7c15L * (next + 1);
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
