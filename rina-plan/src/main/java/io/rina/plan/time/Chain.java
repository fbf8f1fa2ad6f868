package io.rina.plan.time;

import io.rina.plan.Channel;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.plan.Traffic;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;

/** The longest chain of exchanges of a plan, in time, with one fragment in each. */
final class Chain {
    private final PlanCost cost;
    private final Topology topology;
    private final int fragmentBytes;
    private final CostModel model;
    private final List<Channel> channels;
    private final IdentityHashMap<Exchange, Double> latencies = new IdentityHashMap<>();

    Chain(Plan plan, PlanCost cost, int fragmentBytes, CostModel model) {
        this.cost = cost;
        this.topology = plan.topology();
        this.fragmentBytes = fragmentBytes;
        this.model = model;
        channels = cost.channels();
        for (Channel channel : channels) {
            if (channel.isRoot()) {
                channel.exchanges()
                        .forEach(
                                exchange -> latencies.put(exchange, exchangeNs(channel, exchange)));
            }
        }
    }

    double latencyNs() {
        return cost.longestChain(exchange -> latencies.getOrDefault(exchange, 0.0));
    }

    /** From the farthest member to the root, and on to the farthest taker. */
    private double exchangeNs(Channel root, Exchange exchange) {
        if (cost.fragments(exchange) == 0) {
            return 0;
        }
        return wayNs(root, exchange.members(), relay -> relay.combines(exchange))
                + wayNs(root, exchange.takers(), relay -> relay.replicates(exchange));
    }

    /** The longest way between the channel's node and any of {@code ranks} below it. */
    private double wayNs(Channel channel, RankSet ranks, Predicate<Channel.Relay> leadsOver) {
        int node = topology.nodeOf(channel.at());
        double longest = 0;
        for (int member : channel.members().toArray()) {
            longest = Math.max(longest, ranks.contains(member) ? legNs(member, node) : 0);
        }
        for (Channel.Relay relay : channel.relays()) {
            if (leadsOver.test(relay)) {
                int at = topology.nodeOf(relay.at());
                longest = Math.max(longest, legNs(relay.ranks().first(), at) + legNs(at, node));
            }
        }
        for (int id : channel.branches()) {
            Channel branch = channels.get(id);
            if (ranks.intersects(branch.below())) {
                double legNs = legNs(topology.nodeOf(branch.at()), node);
                longest = Math.max(longest, wayNs(branch, ranks, leadsOver) + legNs);
            }
        }
        return longest;
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
