package io.rina.sim.net;

import io.rina.plan.Demand;

import java.util.List;

/**
 * One operation, as fragments.
 *
 * @param plan on which of the program's plans it runs
 * @param demand of that plan
 * @param segments that the vector consists of, and who brings and gets each
 * @param segmentFragments of each segment
 */
public record GhostWork(
        int plan, Demand demand, List<Demand.Segment> segments, int segmentFragments) {
    public GhostWork {
        segments = List.copyOf(segments);
        if (segmentFragments < 1) {
            throw new IllegalArgumentException(
                    "segments of " + segmentFragments + " fragments: there is one at least");
        }
    }

    /** What {@code demand} asks of the first plan, with segments of so many fragments. */
    public static GhostWork of(Demand demand, int ranks, int segmentFragments) {
        return new GhostWork(0, demand, demand.segments(ranks), segmentFragments);
    }

    int fragments() {
        return Math.multiplyExact(segments.size(), segmentFragments);
    }
}
