package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Parameter servers, one on every worker's host: chunk c is summed at rank c; all give, all take.
 * Each host link carries 2M(1-1/N) bytes each way, as a ring's does, but N-1 senders meet at each
 * receiver at once (incast).
 */
public final class ParameterServer implements Strategy {
    @Override
    public String name() {
        return "ps";
    }

    @Override
    public Plan plan(Topology topology) {
        int workers = topology.workers();
        if (workers > Site.MAX_MEMBERS) {
            throw new UnsupportedTopologyException("ps serves at most " + Site.MAX_MEMBERS
                    + " workers, not " + workers + "; ring and rina serve more");
        }
        int[] all = new int[workers];
        for (int rank = 0; rank < workers; rank++) {
            all[rank] = rank;
        }
        RankSet everyone = RankSet.of(all);
        List<Exchange> exchanges = new ArrayList<>();
        for (int chunk = 0; workers > 1 && chunk < workers; chunk++) {
            exchanges.add(
                    new Exchange(new Site.Host(chunk), everyone, everyone, chunk, Combine.REPLACE));
        }
        return new Plan(name(), topology, List.of(), workers, exchanges);
    }
}
