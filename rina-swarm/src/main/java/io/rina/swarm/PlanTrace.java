package io.rina.swarm;

import io.rina.plan.Combine;
import io.rina.plan.Demand;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;

import java.util.List;

/**
 * Which ranks are counted in the sum of each exchange, found by running the plan on sets of ranks.
 * A set is the bits of one long.
 */
final class PlanTrace {
    private final long[] counted;

    /** For plans of at most 63 workers. */
    PlanTrace(Plan plan) {
        List<Exchange> exchanges = plan.exchanges();
        List<Demand.Segment> segments = plan.segments();
        int[] segmentOfChunk = plan.segmentOfChunk();
        counted = new long[exchanges.size()];
        long[][] copies = new long[plan.chunks()][plan.topology().workers()];
        for (int chunk = 0; chunk < copies.length; chunk++) {
            RankSet sources = segments.get(segmentOfChunk[chunk]).sources();
            for (int i = 0; i < sources.size(); i++) {
                copies[chunk][sources.get(i)] = 1L << sources.get(i);
            }
        }
        for (int i = 0; i < counted.length; i++) {
            counted[i] = run(exchanges.get(i), copies[exchanges.get(i).chunk()]);
        }
    }

    private static long run(Exchange exchange, long[] copy) {
        long sum = 0;
        RankSet givers = exchange.givers();
        for (int i = 0; i < givers.size(); i++) {
            sum |= copy[givers.get(i)];
        }
        RankSet takers = exchange.takers();
        for (int i = 0; i < takers.size(); i++) {
            int rank = takers.get(i);
            copy[rank] = exchange.combine() == Combine.ADD ? copy[rank] | sum : sum;
        }
        return sum;
    }

    /** The ranks counted in the sum of the plan's exchange number {@code exchange}. */
    long counted(int exchange) {
        return counted[exchange];
    }
}
