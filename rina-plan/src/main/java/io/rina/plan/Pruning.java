package io.rina.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Leaves of the exchanges on one chunk of an all-reduce what serves one segment.
 *
 * <p>Each rank's copy of the chunk stands for the set of sources counted in it: at first its own,
 * if it is a source. Then
 *
 * <ul>
 *   <li><b>forward</b>: a giver that holds nothing is dropped; REPLACE by what a taker holds
 *       already drops the taker; ADD to a taker that holds nothing becomes REPLACE;
 *   <li><b>backward</b>: a taker whose copy nobody needs is dropped. A sink needs its last copy, a
 *       giver the copy that it gives; REPLACE ends the need for what was there before, ADD does
 *       not.
 * </ul>
 *
 * <p>An exchange without givers or without takers is dropped. Why the outcome is right: every copy
 * holds what it holds in the all-reduce, less the ranks that are no sources, so a sink holds the
 * sources at the end, each of them once.
 */
final class Pruning {
    /** What is left of exchange number {@code index}; its chunk is still the plan's. */
    record Kept(int index, Exchange exchange) {}

    private final Plan plan;
    private final int[][] byChunk;
    private final BitSet[] held;
    private final BitSet sum = new BitSet();

    Pruning(Plan plan) {
        this.plan = plan;
        byChunk = plan.byChunk();
        held = new BitSet[plan.topology().workers()];
        for (int rank = 0; rank < held.length; rank++) {
            held[rank] = new BitSet(held.length);
        }
    }

    /** In plan order. */
    List<Kept> prune(int chunk, Demand.Segment segment) {
        return needed(reached(chunk, segment.sources()), segment.sinks());
    }

    private List<Kept> reached(int chunk, RankSet sources) {
        for (int rank = 0; rank < held.length; rank++) {
            held[rank].clear();
        }
        for (int i = 0; i < sources.size(); i++) {
            held[sources.get(i)].set(sources.get(i));
        }
        List<Kept> kept = new ArrayList<>();
        for (int index : byChunk[chunk]) {
            reach(index, kept);
        }
        return kept;
    }

    private void reach(int index, List<Kept> kept) {
        Exchange exchange = plan.exchanges().get(index);
        RankSet givers = exchange.givers().where(rank -> !held[rank].isEmpty());
        sum.clear();
        for (int i = 0; i < givers.size(); i++) {
            sum.or(held[givers.get(i)]);
        }
        boolean adds = adds(index, exchange);
        RankSet takers =
                adds ? exchange.takers() : exchange.takers().where(rank -> !held[rank].equals(sum));
        for (int i = 0; i < takers.size(); i++) {
            // Even by nothing, REPLACE ends what was there.
            BitSet copy = held[takers.get(i)];
            copy.and(adds ? copy : sum);
            copy.or(sum);
        }
        if (givers.size() > 0 && takers.size() > 0) {
            kept.add(new Kept(index, changed(exchange, givers, takers, adds)));
        }
    }

    /** Whether the exchange still adds: its takers hold something. */
    private boolean adds(int index, Exchange exchange) {
        if (exchange.combine() == Combine.REPLACE) {
            return false;
        }
        int holding = exchange.takers().where(rank -> !held[rank].isEmpty()).size();
        if (holding > 0 && holding < exchange.takers().size()) {
            throw PlanVerifier.wrong(
                    plan, index, "adds, but only some of its takers hold something to add to");
        }
        return holding > 0;
    }

    private List<Kept> needed(List<Kept> reached, RankSet sinks) {
        BitSet needs = new BitSet(held.length);
        for (int i = 0; i < sinks.size(); i++) {
            needs.set(sinks.get(i));
        }
        List<Kept> kept = new ArrayList<>();
        for (Kept each : reached.reversed()) {
            Exchange exchange = each.exchange;
            RankSet takers = exchange.takers().where(needs::get);
            if (takers.size() == 0) {
                continue;
            }
            boolean adds = exchange.combine() == Combine.ADD;
            for (int i = 0; i < takers.size(); i++) {
                needs.set(takers.get(i), adds);
            }
            for (int i = 0; i < exchange.givers().size(); i++) {
                needs.set(exchange.givers().get(i));
            }
            kept.add(new Kept(each.index, changed(exchange, exchange.givers(), takers, adds)));
        }
        return kept.reversed();
    }

    private static Exchange changed(
            Exchange exchange, RankSet givers, RankSet takers, boolean adds) {
        return new Exchange(
                exchange.meeting(),
                givers,
                takers,
                exchange.chunk(),
                adds ? Combine.ADD : Combine.REPLACE);
    }
}
