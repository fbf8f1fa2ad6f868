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
    private final List<Exchange> exchanges;
    /** Per exchange, per giver: the ranks counted in what it gives. */
    private final long[][] given;

    /** For plans of at most 63 workers. */
    PlanTrace(Plan plan) {
        exchanges = plan.exchanges();
        List<Demand.Segment> segments = plan.segments();
        int[] segmentOfChunk = plan.segmentOfChunk();
        given = new long[exchanges.size()][];
        long[][] copies = new long[plan.chunks()][plan.topology().workers()];
        for (int chunk = 0; chunk < copies.length; chunk++) {
            RankSet sources = segments.get(segmentOfChunk[chunk]).sources();
            for (int i = 0; i < sources.size(); i++) {
                copies[chunk][sources.get(i)] = 1L << sources.get(i);
            }
        }
        for (int i = 0; i < given.length; i++) {
            given[i] = run(exchanges.get(i), copies[exchanges.get(i).chunk()]);
        }
    }

    private static long[] run(Exchange exchange, long[] copy) {
        RankSet givers = exchange.givers();
        long[] given = new long[givers.size()];
        long sum = 0;
        for (int i = 0; i < given.length; i++) {
            given[i] = copy[givers.get(i)];
            sum |= given[i];
        }
        RankSet takers = exchange.takers();
        for (int i = 0; i < takers.size(); i++) {
            int rank = takers.get(i);
            copy[rank] = exchange.combine() == Combine.ADD ? copy[rank] | sum : sum;
        }
        return given;
    }

    /**
     * The ranks counted in the sum of what the members {@code among} give in the plan's exchange
     * number {@code exchange}.
     */
    long counted(int exchange, RankSet among) {
        RankSet givers = exchanges.get(exchange).givers();
        long counted = 0;
        for (int i = 0; i < givers.size(); i++) {
            counted |= among.contains(givers.get(i)) ? given[exchange][i] : 0;
        }
        return counted;
    }
}
