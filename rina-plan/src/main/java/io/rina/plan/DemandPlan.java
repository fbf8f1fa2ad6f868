package io.rina.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plan of a demand from the plan of an all-reduce.
 *
 * <p>Each segment takes the way of some of the all-reduce's chunks, pruned to what the segment
 * needs. A chunk that serves one segment well may be no use to another: in a ring each chunk ends
 * its summing at another rank. Three choices are weighed against each other, and that which loads
 * the busiest host link of the whole collective least is taken (or else all links least, or else
 * the one of fewest hops):
 *
 * <ul>
 *   <li>for each segment the ways that load their busiest link least,
 *   <li>for each segment the ways that load all links together least,
 *   <li>for each segment all ways: parameter servers share a reduce so. This loads no link more
 *       than the all-reduce does.
 * </ul>
 *
 * <p>Of the ways of the first two choices that load every link alike, a segment takes only the one
 * that starts first. A segment that takes several ways is cut into as many chunks.
 *
 * <p>The exchanges keep the order of the all-reduce; those that come from the same exchange follow
 * each other by segment.
 */
final class DemandPlan {
    private DemandPlan() {}

    static Plan of(Plan base, Demand demand) {
        int workers = base.topology().workers();
        List<Demand.Segment> segments = demand.segments(workers);
        Pruning pruning = new Pruning(base);
        List<Choice> choices = List.of(
                new Choice(Way.BY_BUSIEST_LINK, workers),
                new Choice(Way.BY_TOTAL, workers),
                new Choice(null, workers));
        for (Demand.Segment segment : segments) {
            choices.forEach(Choice::beginSegment);
            for (int chunk = 0; chunk < base.chunks(); chunk++) {
                Way way = Way.of(chunk, pruning.prune(chunk, segment), workers);
                choices.forEach(choice -> choice.offer(way));
            }
            choices.forEach(Choice::endSegment);
        }
        // The first of equals.
        List<List<Integer>> chunks = choices.stream().min(Choice.BEST_FIRST).orElseThrow().chunks;
        return new Plan(
                base.strategy(),
                base.topology(),
                base.groups(),
                demand,
                chunks.stream().map(List::size).toList(),
                exchanges(pruning, segments, chunks));
    }

    /** The ways that come first by one order, or all ways without one, for each segment. */
    private static final class Choice {
        static final Comparator<Choice> BEST_FIRST = Comparator.comparing(
                        (Choice choice) -> choice.load,
                        HostLoad.BY_MOST.thenComparing(HostLoad.BY_TOTAL))
                .thenComparingInt(choice -> choice.hops);

        private final @Nullable Comparator<Way> order;
        /** By segment. */
        final List<List<Integer>> chunks = new ArrayList<>();

        private final HostLoad load;
        private int hops;
        private final List<Way> ways = new ArrayList<>();

        Choice(@Nullable Comparator<Way> order, int workers) {
            this.order = order;
            load = new HostLoad(workers);
        }

        void beginSegment() {
            ways.clear();
        }

        void offer(Way way) {
            if (order == null || ways.isEmpty()) {
                ways.add(way);
                return;
            }
            int place = order.compare(way, ways.getFirst());
            if (place < 0) {
                ways.clear();
            }
            if (place <= 0) {
                merge(way);
            }
        }

        private void merge(Way way) {
            for (int i = 0; i < ways.size(); i++) {
                if (ways.get(i).load().isSame(way.load())) {
                    if (way.firstExchange() < ways.get(i).firstExchange()) {
                        ways.set(i, way);
                    }
                    return;
                }
            }
            ways.add(way);
        }

        void endSegment() {
            for (Way way : ways) {
                load.add(way.load(), 1.0 / ways.size());
                hops = Math.max(hops, way.hops());
            }
            chunks.add(ways.stream().map(Way::chunk).sorted().toList());
        }
    }

    private static List<Exchange> exchanges(
            Pruning pruning, List<Demand.Segment> segments, List<List<Integer>> chunks) {
        List<Pruning.Kept> kept = new ArrayList<>();
        int chunk = 0;
        for (int segment = 0; segment < segments.size(); segment++) {
            for (int baseChunk : chunks.get(segment)) {
                for (Pruning.Kept each : pruning.prune(baseChunk, segments.get(segment))) {
                    kept.add(new Pruning.Kept(each.index(), each.exchange().onChunk(chunk)));
                }
                chunk++;
            }
        }
        // Stable, so what comes from one exchange stays in the order of its chunks.
        kept.sort(Comparator.comparingInt(Pruning.Kept::index));
        return kept.stream().map(Pruning.Kept::exchange).toList();
    }
}
