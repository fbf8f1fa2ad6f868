package io.rina.plan;

import java.util.Arrays;
import java.util.List;

/**
 * Runs a plan on sets of ranks in place of numbers: each rank's copy of a chunk is the set of ranks
 * counted in it, at first its own if it is a source of the chunk's segment, else none.
 *
 * <p>A sum is the union of the givers' sets, and ADD the union of the sum and the taker's; where
 * two sets to be joined meet, a rank would count twice and the plan is wrong, even if what is
 * counted twice were replaced later. Whoever gives, or adds to a copy, must hold one. At the end the
 * copy of each sink must be the set of the sources. Plan order
 * stands for every order the network can produce, because exchanges that touch the same chunk at a
 * worker run in plan order and others do not see each other. Chunks do not see each other either,
 * so they run one after the other.
 */
final class ExactlyOnce {
    private final Plan plan;
    private final int workers;
    /** Longs a set. */
    private final int words;
    /** Rank r's set is {@code words} longs from {@code r * words}. */
    private final long[] counted;

    private final long[] sum;
    /** The last exchange each rank took in this chunk, or -1. */
    private final int[] lastTaken;

    private ExactlyOnce(Plan plan) {
        this.plan = plan;
        workers = plan.topology().workers();
        words = (workers + Long.SIZE - 1) / Long.SIZE;
        counted = new long[workers * words];
        sum = new long[words];
        lastTaken = new int[workers];
    }

    /**
     * Throws {@link PlanException} unless every sink of a segment ends with every chunk of it
     * complete. The plan must be well formed.
     */
    static void check(Plan plan) {
        ExactlyOnce run = new ExactlyOnce(plan);
        List<Demand.Segment> segments = plan.segments();
        int[][] byChunk = plan.byChunk();
        int[] segmentOfChunk = plan.segmentOfChunk();
        for (int chunk = 0; chunk < byChunk.length; chunk++) {
            run.checkChunk(chunk, byChunk[chunk], segments.get(segmentOfChunk[chunk]));
        }
    }

    private void checkChunk(int chunk, int[] indices, Demand.Segment segment) {
        Arrays.fill(counted, 0);
        Arrays.fill(lastTaken, -1);
        for (int i = 0; i < segment.sources().size(); i++) {
            int rank = segment.sources().get(i);
            counted[rank * words + rank / Long.SIZE] = 1L << rank % Long.SIZE;
        }
        for (int index : indices) {
            Exchange exchange = plan.exchanges().get(index);
            give(index, exchange);
            take(index, exchange);
        }
        for (int i = 0; i < segment.sinks().size(); i++) {
            requireComplete(chunk, segment.sinks().get(i), segment.sources());
        }
    }

    private void give(int index, Exchange exchange) {
        Arrays.fill(sum, 0);
        RankSet givers = exchange.givers();
        for (int i = 0; i < givers.size(); i++) {
            int from = givers.get(i) * words;
            requireHeld(index, givers.get(i), "give");
            for (int w = 0; w < words; w++) {
                requireDisjoint(index, w, sum[w] & counted[from + w]);
                sum[w] |= counted[from + w];
            }
        }
    }

    private void take(int index, Exchange exchange) {
        RankSet takers = exchange.takers();
        boolean adds = exchange.combine() == Combine.ADD;
        for (int i = 0; i < takers.size(); i++) {
            int rank = takers.get(i);
            lastTaken[rank] = index;
            if (adds) {
                requireHeld(index, rank, "add to");
            }
            for (int w = 0; w < words; w++) {
                int at = rank * words + w;
                requireDisjoint(index, w, adds ? counted[at] & sum[w] : 0);
                counted[at] = adds ? counted[at] | sum[w] : sum[w];
            }
        }
    }

    private void requireDisjoint(int index, int word, long twice) {
        if (twice != 0) {
            int rank = word * Long.SIZE + Long.numberOfTrailingZeros(twice);
            throw PlanVerifier.wrong(plan, index, "counts rank " + rank + " twice");
        }
    }

    private void requireHeld(int index, int rank, String action) {
        for (int w = 0; w < words; w++) {
            if (counted[rank * words + w] != 0) {
                return;
            }
        }
        throw PlanVerifier.wrong(
                plan, index, "lets rank " + rank + " " + action + " a chunk that it does not hold");
    }

    private void requireComplete(int chunk, int rank, RankSet sources) {
        for (int i = 0; i < sources.size(); i++) {
            int other = sources.get(i);
            if ((counted[rank * words + other / Long.SIZE] & 1L << other % Long.SIZE) != 0) {
                continue;
            }
            if (lastTaken[rank] < 0) {
                throw new PlanException("no exchange of " + plan.strategy() + " gives chunk "
                        + chunk + " to rank " + rank);
            }
            throw PlanVerifier.wrong(
                    plan,
                    lastTaken[rank],
                    "is the last that gives rank " + rank + " its chunk, and lacks rank " + other);
        }
    }
}
