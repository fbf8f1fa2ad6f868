package io.rina.plan;

import java.util.Comparator;
import java.util.List;

/**
 * A way through an all-reduce that a segment can take: that of one of its chunks, pruned.
 *
 * @param hops frames in a row at most, from a source to a sink
 * @param firstExchange the number of the first exchange that is left
 */
record Way(int chunk, HostLoad load, int hops, int firstExchange) {
    /** For a segment that has the links to itself. */
    static final Comparator<Way> BY_BUSIEST_LINK =
            Comparator.comparing(Way::load, HostLoad.BY_MOST.thenComparing(HostLoad.BY_TOTAL));

    /** For segments that share the links, each of which loads another link most. */
    static final Comparator<Way> BY_TOTAL = Comparator.comparing(Way::load, HostLoad.BY_TOTAL)
            .thenComparingInt(Way::hops)
            .thenComparing(Way::load, HostLoad.BY_MOST);

    static Way of(int chunk, List<Pruning.Kept> exchanges, int workers) {
        int first =
                exchanges.isEmpty() ? Integer.MAX_VALUE : exchanges.getFirst().index();
        return new Way(chunk, HostLoad.of(exchanges, workers), hops(exchanges, workers), first);
    }

    private static int hops(List<Pruning.Kept> exchanges, int workers) {
        int[] hops = new int[workers];
        int most = 0;
        for (Pruning.Kept kept : exchanges) {
            Exchange exchange = kept.exchange();
            RankSet touching = exchange.members().where(exchange::touches);
            int start = 0;
            for (int i = 0; i < touching.size(); i++) {
                start = Math.max(start, hops[touching.get(i)]);
            }
            int end = start + hops(exchange);
            for (int i = 0; i < touching.size(); i++) {
                hops[touching.get(i)] = end;
            }
            most = Math.max(most, end);
        }
        return most;
    }

    /** To the site and on to the takers; a site on the only giver's or taker's own host is near. */
    private static int hops(Exchange exchange) {
        RankSet host =
                exchange.site() instanceof Site.Host site ? RankSet.of(site.rank()) : RankSet.of();
        return (exchange.givers().equals(host) ? 0 : 1) + (exchange.takers().equals(host) ? 0 : 1);
    }
}
