package io.rina.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes the plan of a demand from the plan of an all-reduce.
 *
 * <p>Each segment takes the way of some of the all-reduce's chunks, pruned to what the segment
 * needs. A chunk that serves one segment well may be no use to another: in a ring each chunk ends
 * its summing at another rank. So a segment takes the way of its <b>best</b> chunks, those that
 * load the busiest host link least, and then all links least; of chunks that load all links alike
 * that which starts first. Or else all segments are spread over <b>all</b> chunks, if that loads
 * the busiest host link of the whole collective less: parameter servers share a reduce so. A
 * segment that takes several ways is cut into as many chunks.
 *
 * <p>The exchanges keep the order of the all-reduce; those that come from the same exchange follow
 * each other by segment.
 */
final class DemandPlan {
    /** A way through the all-reduce that a segment can take. */
    private record Way(int chunk, HostLoad load, int firstExchange) {}

    private final Plan base;
    private final List<Demand.Segment> segments;
    private final Pruning pruning;
    private final int workers;
    private final List<List<Way>> best = new ArrayList<>();
    private final HostLoad loadOfBest;
    private final HostLoad loadOfAll;

    private DemandPlan(Plan base, Demand demand) {
        this.base = base;
        workers = base.topology().workers();
        segments = demand.segments(workers);
        pruning = new Pruning(base);
        loadOfBest = new HostLoad(workers);
        loadOfAll = new HostLoad(workers);
        segments.forEach(this::weigh);
    }

    static Plan of(Plan base, Demand demand) {
        DemandPlan made = new DemandPlan(base, demand);
        List<List<Integer>> chunks = made.chosen();
        return new Plan(
                base.strategy(),
                base.topology(),
                base.groups(),
                demand,
                chunks.stream().map(List::size).toList(),
                made.exchanges(chunks));
    }

    private void weigh(Demand.Segment segment) {
        List<Way> ways = new ArrayList<>();
        for (int chunk = 0; chunk < base.chunks(); chunk++) {
            Way way = way(chunk, segment);
            loadOfAll.add(way.load, 1.0 / base.chunks());
            int order = ways.isEmpty() ? 0 : way.load.compareTo(ways.getFirst().load);
            if (order < 0) {
                ways.clear();
            }
            if (order <= 0) {
                merge(way, ways);
            }
        }
        for (Way way : ways) {
            loadOfBest.add(way.load, 1.0 / ways.size());
        }
        best.add(ways);
    }

    private Way way(int chunk, Demand.Segment segment) {
        List<Pruning.Kept> kept = pruning.prune(chunk, segment);
        int first = kept.isEmpty() ? Integer.MAX_VALUE : kept.getFirst().index();
        return new Way(chunk, HostLoad.of(kept, workers), first);
    }

    /** Adds {@code way}, unless another one loads all links alike and starts earlier. */
    private static void merge(Way way, List<Way> ways) {
        for (int i = 0; i < ways.size(); i++) {
            if (ways.get(i).load.isSame(way.load)) {
                if (way.firstExchange < ways.get(i).firstExchange) {
                    ways.set(i, way);
                }
                return;
            }
        }
        ways.add(way);
    }

    /** By segment: the chunks of the all-reduce whose ways it takes. */
    private List<List<Integer>> chosen() {
        List<Integer> all = RankSet.firstOf(base.chunks()).toList();
        boolean spread = loadOfAll.compareTo(loadOfBest) < 0;
        return best.stream()
                .map(ways ->
                        spread ? all : ways.stream().map(Way::chunk).sorted().toList())
                .toList();
    }

    private List<Exchange> exchanges(List<List<Integer>> chunks) {
        List<Pruning.Kept> kept = new ArrayList<>();
        int chunk = 0;
        for (int segment = 0; segment < chunks.size(); segment++) {
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
