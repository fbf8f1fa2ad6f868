package io.rina.plan.time;

import io.rina.plan.Channel;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Topology;
import io.rina.plan.Traffic;

import java.util.IdentityHashMap;

/** The longest chain of exchanges of a plan, in time, with one fragment in each. */
final class Chain {
    private final PlanCost cost;
    private final Topology topology;
    private final int fragmentBytes;
    private final CostModel model;
    private final IdentityHashMap<Exchange, Double> latencies = new IdentityHashMap<>();

    Chain(Plan plan, PlanCost cost, int fragmentBytes, CostModel model) {
        this.cost = cost;
        this.topology = plan.topology();
        this.fragmentBytes = fragmentBytes;
        this.model = model;
        plan.channels()
                .forEach(channel -> channel.exchanges().forEach(exchange -> {
                    latencies.put(exchange, exchangeNs(channel, exchange));
                }));
    }

    double latencyNs() {
        return cost.longestChain(exchange -> latencies.getOrDefault(exchange, 0.0));
    }

    /** From the farthest member to the site, and on to the farthest taker. */
    private double exchangeNs(Channel channel, Exchange exchange) {
        if (cost.fragments(exchange) == 0) {
            return 0;
        }
        int site = topology.nodeOf(channel.site());
        double there = 0;
        double back = 0;
        for (int member : channel.members().toArray()) {
            double leg = legNs(member, site);
            there = Math.max(there, leg);
            back = Math.max(back, exchange.takers().contains(member) ? leg : 0);
        }
        return there + back;
    }

    private double legNs(int from, int to) {
        if (from == to) {
            return 0;
        }
        double endsNs = 2 * model.processorNs(new Traffic(1, fragmentBytes));
        return model.messageNs() + endsNs + linksNs(from, to);
    }

    /** Up from the one end until the ways meet, down to the other. */
    private double linksNs(int from, int to) {
        Traffic frame = new Traffic(1, fragmentBytes);
        double hostNs = model.hopNs() + model.wireNs(frame, model.hostBitsPerSec());
        double uplinkNs = model.hopNs() + model.wireNs(frame, model.uplinkBitsPerSec());
        int hostLinks = (isHost(from) ? 1 : 0) + (isHost(to) ? 1 : 0);
        int uplinks = rackOf(from) == rackOf(to)
                ? 0
                : (from == topology.coreNode() ? 0 : 1) + (to == topology.coreNode() ? 0 : 1);
        return hostLinks * hostNs + uplinks * uplinkNs;
    }

    private boolean isHost(int node) {
        return node < topology.workers();
    }

    private int rackOf(int node) {
        return isHost(node) ? topology.rackOf(node) : node - topology.workers();
    }
}
