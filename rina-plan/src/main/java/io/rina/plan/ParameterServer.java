package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Parameter servers on S of N workers' hosts, of which each sums a chunk; all give, all take. A
 * server's link carries M((N-1)/S + (S-1)/S) bytes each way, that of another host M. With one on
 * every host that is 2M(1-1/N), as on a ring's links, but N-1 senders meet at each receiver at once
 * (incast).
 */
public final class ParameterServer implements Strategy {
    private final Servers servers;

    /** A server on every worker's host. */
    public ParameterServer() {
        this(Servers.ON_EVERY_HOST);
    }

    ParameterServer(Servers servers) {
        this.servers = servers;
    }

    @Override
    public String name() {
        return servers.suffixed("ps");
    }

    @Override
    public Plan plan(Topology topology) {
        int workers = topology.workers();
        if (workers > Site.MAX_MEMBERS) {
            throw new UnsupportedTopologyException(name() + " serves at most " + Site.MAX_MEMBERS
                    + " workers, not " + workers + "; ring and rina serve more");
        }
        RankSet everyone = RankSet.firstOf(workers);
        int chunks = servers.among(workers);
        List<Exchange> exchanges = new ArrayList<>();
        for (int chunk = 0; workers > 1 && chunk < chunks; chunk++) {
            Site server = new Site.Host(servers.rankOf(chunk, workers));
            exchanges.add(new Exchange(server, everyone, everyone, chunk, Combine.REPLACE));
        }
        return new Plan(name(), topology, List.of(), chunks, exchanges);
    }
}
