package io.rina.sim.run;

import io.rina.plan.Combine;
import io.rina.plan.Demand;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.plan.Topology;

import java.util.ArrayList;
import java.util.List;

/**
 * Every rank sends a part of its own to every other rank: chunk i N + j goes from rank i to rank j
 * of N. Each begins with the rank after it, so that not all send to the same one at first.
 */
final class AllToAll {
    private AllToAll() {}

    static Plan plan(Topology topology) {
        int ranks = topology.workers();
        List<Exchange> exchanges = new ArrayList<>();
        for (int step = 1; step < ranks; step++) {
            for (int from = 0; from < ranks; from++) {
                int to = (from + step) % ranks;
                exchanges.add(new Exchange(
                        new Site.Host(to),
                        RankSet.of(from),
                        RankSet.of(to),
                        from * ranks + to,
                        Combine.REPLACE));
            }
        }
        return new Plan("all-to-all", topology, List.of(), ranks * ranks, exchanges);
    }

    /** By chunk. */
    static List<Demand.Segment> segments(int ranks) {
        List<Demand.Segment> segments = new ArrayList<>();
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                segments.add(new Demand.Segment(RankSet.of(from), RankSet.of(to)));
            }
        }
        return segments;
    }
}
