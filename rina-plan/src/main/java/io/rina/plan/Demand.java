package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What a collective asks of a plan. Its elements are cut into segments of one size; each segment
 * starts at its sources, is summed over them, and must end at its sinks. Any plan of an all-reduce
 * serves every demand ({@link Plan#serving}).
 */
public sealed interface Demand {
    /** One segment, from all ranks to all. */
    record AllReduce() implements Demand {}

    /** One segment, from all ranks to {@code root}. */
    record Reduce(int root) implements Demand {}

    /** One segment, from {@code root} to all ranks; nothing is summed. */
    record Broadcast(int root) implements Demand {}

    /** A segment a rank, from all ranks to that rank. */
    record ReduceScatter() implements Demand {}

    /** A segment a rank, from that rank to all; nothing is summed. */
    record AllGather() implements Demand {}

    /** The ranks that contribute to a segment, and those that need the outcome. */
    record Segment(RankSet sources, RankSet sinks) {}

    /** Throws IllegalArgumentException where the root is not one of {@code ranks} ranks. */
    default List<Segment> segments(int ranks) {
        RankSet all = RankSet.firstOf(ranks);
        return switch (this) {
            case AllReduce() -> List.of(new Segment(all, all));
            case Reduce(int root) -> List.of(new Segment(all, rootOf(ranks, root)));
            case Broadcast(int root) -> List.of(new Segment(rootOf(ranks, root), all));
            case ReduceScatter() -> {
                List<Segment> segments = new ArrayList<>(ranks);
                for (int rank = 0; rank < ranks; rank++) {
                    segments.add(new Segment(all, RankSet.of(rank)));
                }
                yield segments;
            }
            case AllGather() -> {
                List<Segment> segments = new ArrayList<>(ranks);
                for (int rank = 0; rank < ranks; rank++) {
                    segments.add(new Segment(RankSet.of(rank), all));
                }
                yield segments;
            }
        };
    }

    /** How many segments there are. */
    default int segmentCount(int ranks) {
        return switch (this) {
            case AllReduce _, Reduce _, Broadcast _ -> 1;
            case ReduceScatter _, AllGather _ -> ranks;
        };
    }

    private static RankSet rootOf(int ranks, int root) {
        if (root < 0 || root >= ranks) {
            throw new IllegalArgumentException("root " + root + " is not one of the ranks 0 to "
                    + (ranks - 1) + ": name one of them");
        }
        return RankSet.of(root);
    }

    /** "all-reduce", "broadcast" and so on. */
    default String collective() {
        return switch (this) {
            case AllReduce() -> "all-reduce";
            case Reduce _ -> "reduce";
            case Broadcast _ -> "broadcast";
            case ReduceScatter() -> "reduce-scatter";
            case AllGather() -> "all-gather";
        };
    }

    /** The collective with its root: "broadcast from rank 2". */
    default String label() {
        return switch (this) {
            case Reduce(int root) -> "reduce to rank " + root;
            case Broadcast(int root) -> "broadcast from rank " + root;
            case AllReduce _, ReduceScatter _, AllGather _ -> collective();
        };
    }

    /** A number that is the same on all hosts, and another for every other demand. */
    default int code() {
        return switch (this) {
            case AllReduce() -> 0;
            case ReduceScatter() -> 1;
            case AllGather() -> 2;
            case Reduce(int root) -> 3 + 2 * root;
            case Broadcast(int root) -> 4 + 2 * root;
        };
    }
}
