package io.rina.engine.number;

import io.rina.plan.Demand;

/**
 * Which bytes go where: all that the ranks must agree on.
 *
 * @param demand of which each segment has one source
 * @param plan which of the program's plans it runs on
 * @param segmentBytes of each segment
 * @param blockLanes lanes a block
 * @param pieceLanes it is done in pieces of about so many lanes, as in {@link Terms}
 * @param sequence the operation's number on its communicator
 */
public record MoveTerms(
        Demand demand,
        int plan,
        long segmentBytes,
        int ranks,
        int blockLanes,
        int pieceLanes,
        long sequence) {
    /** The worker counts lanes in ints; a block's number is one as well. */
    private static final long MOST_BYTES = 1L << 40;

    /** Throws IllegalArgumentException where something would have to be summed. */
    public MoveTerms {
        boolean moves = switch (demand) {
            case Demand.Broadcast _, Demand.AllGather _ -> true;
            case Demand.AllReduce _, Demand.Reduce _, Demand.ReduceScatter _ -> false;
        };
        if (!moves) {
            throw new IllegalArgumentException(
                    "bytes are not summed: a " + demand.collective() + " needs a type of number");
        }
        if (segmentBytes < 0 || ranks < 1 || blockLanes < 1 || pieceLanes < 1) {
            throw new IllegalArgumentException("cannot move " + segmentBytes + " bytes among "
                    + ranks + " ranks in blocks of " + blockLanes + " lanes and pieces of "
                    + pieceLanes);
        }
        if (segmentBytes > MOST_BYTES / demand.segmentCount(ranks)) {
            throw new IllegalArgumentException("a " + demand.collective() + " over " + ranks
                    + " ranks takes at most " + MOST_BYTES / demand.segmentCount(ranks)
                    + " bytes a segment, not " + segmentBytes + ": split it");
        }
    }

    /** These terms for operation number {@code sequence}. */
    public MoveTerms numbered(long sequence) {
        return new MoveTerms(demand, plan, segmentBytes, ranks, blockLanes, pieceLanes, sequence);
    }

    /** "broadcast from rank 0 of 17 bytes": what a call asks for, to compare it with others. */
    public String describe() {
        int segments = demand.segmentCount(ranks);
        String count = segments == 1 ? "" : segments + " x ";
        return demand.label() + " of " + count + segmentBytes + " bytes";
    }

    Blocks blocks() {
        return new Blocks(
                demand.segmentCount(ranks), segmentBytes, Packing.FOUR_A_LANE, blockLanes);
    }

    /** A hash; each reduction takes one of its own. */
    int contract(int reduction) {
        // Numbers have a type in this place.
        long hash = Terms.mix(sequence, -1);
        hash = Terms.mix(hash, demand.code());
        hash = Terms.mix(hash, plan);
        hash = Terms.mix(hash, segmentBytes);
        hash = Terms.mix(hash, ranks);
        hash = Terms.mix(hash, blockLanes);
        hash = Terms.mix(hash, pieceLanes);
        hash = Terms.mix(hash, reduction);
        return (int) (hash ^ hash >>> 32);
    }
}
