package io.rina.swarm;

import io.rina.plan.Demand;
import io.rina.plan.RankSet;
import io.rina.wire.ReduceOp;

import java.util.Arrays;
import java.util.List;

/**
 * One reduction as all ranks see it: who has contributed what, and who has got the result where.
 * Where the order matters, results are left to the operation's own check.
 */
final class Pass {
    private final String name;
    private final ReduceOp op;
    private final int elements;
    private final Demand demand;
    /** By segment, as bits. */
    private final long[] sources;

    private final long[] sinks;
    private final int[][] contribution;
    private final boolean[][] loaded;
    private final boolean[][] stored;

    Pass(String name, ReduceOp op, int elements, Demand demand, int ranks) {
        this.name = name;
        this.op = op;
        this.elements = elements;
        this.demand = demand;
        List<Demand.Segment> segments = demand.segments(ranks);
        sources = segments.stream().mapToLong(s -> bits(s.sources())).toArray();
        sinks = segments.stream().mapToLong(s -> bits(s.sinks())).toArray();
        contribution = new int[ranks][elements];
        loaded = new boolean[ranks][elements];
        stored = new boolean[ranks][elements];
    }

    private static long bits(RankSet ranks) {
        long bits = 0;
        for (int rank : ranks.toArray()) {
            bits |= 1L << rank;
        }
        return bits;
    }

    int elements() {
        return elements;
    }

    Demand demand() {
        return demand;
    }

    private int segment(int element) {
        return element / (elements / sources.length);
    }

    private boolean isSource(int rank, int element) {
        return (sources[segment(element)] & 1L << rank) != 0;
    }

    private boolean isSink(int rank, int element) {
        return (sinks[segment(element)] & 1L << rank) != 0;
    }

    void onLoaded(int rank, int[] lanes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (loaded[rank][i] || !isSource(rank, i)) {
                throw Invariant.LOADED_ONCE.broken("rank " + rank + " loads element " + i + " of "
                        + name
                        + (loaded[rank][i] ? " again" : ", to which it contributes nothing"));
            }
        }
        Arrays.fill(loaded[rank], from, to, true);
        System.arraycopy(lanes, from, contribution[rank], from, to - from);
    }

    void onStored(int rank, int[] lanes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (stored[rank][i] || !isSink(rank, i)) {
                throw Invariant.STORED_ONCE.broken("rank " + rank + " stores element " + i + " of "
                        + name + (stored[rank][i] ? " again" : ", of which it gets nothing"));
            }
            long counted = sources[segment(i)];
            requireLoaded(Invariant.STORED_ONCE, counted, i, "stored at rank " + rank);
            if (op.isOrderFree() && lanes[i] != fold(counted, i)) {
                throw Invariant.RIGHT_RESULT.broken("rank " + rank + " has " + lanes[i] + " where "
                        + op + " over the ranks " + ranks(counted) + " is " + fold(counted, i)
                        + ", element " + i + " of " + name);
            }
        }
        Arrays.fill(stored[rank], from, to, true);
    }

    /** Checks one lane of what a site says that the ranks of {@code counted} make. */
    void checkPartial(long counted, int element, int value, String where) {
        requireLoaded(Invariant.RIGHT_PARTIAL, counted, element, where);
        if (op.isOrderFree() && value != fold(counted, element)) {
            throw Invariant.RIGHT_PARTIAL.broken(where + " says " + value + " where " + op
                    + " over the ranks " + ranks(counted) + " is " + fold(counted, element)
                    + ", element " + element + " of " + name);
        }
    }

    private void requireLoaded(Invariant invariant, long counted, int element, String where) {
        for (long left = counted; left != 0; left &= left - 1) {
            int rank = Long.numberOfTrailingZeros(left);
            if (!loaded[rank][element]) {
                throw invariant.broken(where + " before rank " + rank + " has loaded it: element "
                        + element + " of " + name);
            }
        }
    }

    private int fold(long counted, int element) {
        int result = contribution[Long.numberOfTrailingZeros(counted)][element];
        for (long left = counted & counted - 1; left != 0; left &= left - 1) {
            result = op.apply(result, contribution[Long.numberOfTrailingZeros(left)][element]);
        }
        return result;
    }

    private static String ranks(long counted) {
        StringBuilder text = new StringBuilder();
        for (long left = counted; left != 0; left &= left - 1) {
            text.append(text.isEmpty() ? "" : ",").append(Long.numberOfTrailingZeros(left));
        }
        return text.toString();
    }

    /** Checks that nothing is missing at a rank that believes itself done. */
    void checkComplete(int rank) {
        for (int i = 0; i < elements; i++) {
            if (!stored[rank][i] && isSink(rank, i)) {
                throw Invariant.STORED_ONCE.broken(
                        "rank " + rank + " is done without element " + i + " of " + name);
            }
        }
    }
}
