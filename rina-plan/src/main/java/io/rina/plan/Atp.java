package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * ATP (NSDI 2021): parameter servers as in {@link ParameterServer}, and ToRs that aggregate combine
 * what their ranks send them as well as they can. A ToR keeps a frame in a slot that a hash of its
 * channel and position gives; where another position holds the slot the frame goes on as it is, and
 * so does what is sent again. The server takes it in any grouping.
 *
 * <p>Per chunk, of which there are N, the server gets one frame from each INA rack of which two or
 * more ranks other than itself are members, and one from each other worker, and sends as many. With
 * all of R racks of k INA, k > 2 and M bytes:
 *
 * <pre>
 *   host     M(N-1+R)/N, up and down alike: N-1 chunks of others, R frames for its own
 *   uplink   2M(1-1/R): N-k chunks of others, R-1 frames for each of the k of the rack
 * </pre>
 *
 * <p>With A workers under ordinary ToRs, in R INA racks of k each, a host in a rack carries
 * M(N-1+R+A)/N, one that is not M(N-1+R+A-1)/N. That is near the parameter server's 2M(1-1/N)
 * while most workers are under ordinary ToRs. These are the bytes without collisions.
 *
 * <p>With servers on S of the hosts there are S chunks, and a server's link carries a Sth of M for
 * each INA rack and each worker elsewhere. ATP's second level, at the server's own ToR, is missing.
 */
public final class Atp implements Strategy {
    private final Servers servers;

    /** A server on every worker's host. */
    public Atp() {
        this(Servers.ON_EVERY_HOST);
    }

    Atp(Servers servers) {
        this.servers = servers;
    }

    @Override
    public String name() {
        return servers.suffixed("atp");
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
            Site server = site(topology, servers.rankOf(chunk, workers));
            exchanges.add(new Exchange(server, everyone, everyone, chunk, Combine.REPLACE));
        }
        return new Plan(name(), topology, List.of(), chunks, exchanges);
    }

    private Site site(Topology topology, int server) {
        List<Site.Tor> relays = new ArrayList<>();
        for (int i = 0; i < topology.racks().size(); i++) {
            Rack rack = topology.racks().get(i);
            int others = rack.ranks().without(server).size();
            if (rack.aggregates() && others > Site.Relayed.MAX_RANKS_UNDER_A_RELAY) {
                throw new UnsupportedTopologyException(
                        name() + " serves at most " + Site.Relayed.MAX_RANKS_UNDER_A_RELAY
                                + " workers under one aggregating ToR, not "
                                + rack.ranks().size() + " as in rack " + rack.name()
                                + "; ps and rina serve more");
            }
            if (rack.aggregates() && others > 1) {
                relays.add(new Site.Tor(i));
            }
        }
        Site.Host host = new Site.Host(server);
        return relays.isEmpty() ? host : new Site.Relayed(host, relays);
    }
}
