package io.rina.sim.flow;

import io.rina.plan.Channel;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Exchange;
import io.rina.plan.Framing;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.plan.Traffic;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.Paths;
import io.rina.sim.net.Payload;
import io.rina.sim.net.Placement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a plan puts on each link of a fabric. It counts as {@link io.rina.plan.PlanCost} does, whose
 * documentation says what is sent, but keeps only the pairs of nodes between which anything goes:
 * of many thousands of nodes that are few of all pairs.
 */
final class PlanBytes {
    /** Exchanges of a channel that move alike, whatever the chunk. */
    private record Move(RankSet givers, RankSet takers) {}

    private final Plan plan;
    private final Topology topology;
    private final List<Channel> channels;
    private final Placement placement;
    private final Payload payload;
    private final Paths paths;

    PlanBytes(Plan plan, List<Channel> channels, Placement placement, Payload payload) {
        this.plan = plan;
        topology = plan.topology();
        this.channels = channels;
        this.placement = placement;
        this.payload = payload;
        paths = new Paths(placement.fabric());
    }

    /** Of one operation over {@code bytes}, headers and gaps included, by link. */
    double[] onLinks(long bytes) {
        Fabric fabric = placement.fabric();
        double[] onLinks = new double[fabric.links().size()];
        pairs(bytes).forEach((pair, traffic) -> {
            int from = (int) (pair / topology.nodes());
            int to = (int) (pair % topology.nodes());
            for (int link : paths.between(placement.nodeOf(from), placement.nodeOf(to))) {
                onLinks[link] += traffic.bytes(Framing.WIRE);
            }
        });
        return onLinks;
    }

    /** From node a to node b under the key a * nodes + b, in whole fragments as they are sent. */
    private Map<Long, Traffic> pairs(long bytes) {
        int elements = ChunkLayout.BLOCK_ELEMENTS;
        long fragments = Math.ceilDiv(bytes, (long) payload.fragmentBytes());
        ChunkLayout layout = new ChunkLayout(fragments * elements, plan.cuts(), elements, elements);
        Map<Long, Traffic> pairs = new HashMap<>();
        for (Channel channel : channels) {
            Map<Move, Traffic> moves = new HashMap<>();
            Map<Move, Exchange> examples = new HashMap<>();
            for (Exchange exchange : channel.exchanges()) {
                Move move = new Move(exchange.givers(), exchange.takers());
                int chunk = exchange.chunk();
                Traffic ofChunk =
                        new Traffic(layout.fragments(chunk), layout.size(chunk) * Float.BYTES);
                moves.merge(move, ofChunk, Traffic::plus);
                examples.putIfAbsent(move, exchange);
            }
            examples.forEach((move, exchange) ->
                    count(channel, exchange, moves.getOrDefault(move, Traffic.NONE), pairs));
        }
        return pairs;
    }

    private void count(
            Channel channel, Exchange exchange, Traffic traffic, Map<Long, Traffic> pairs) {
        int node = topology.nodeOf(channel.at());
        RankSet members = channel.members();
        for (int i = 0; i < members.size(); i++) {
            int rank = members.get(i);
            Channel.Relay relay = channel.relayOf(rank);
            int via = relay == null ? node : topology.nodeOf(relay.at());
            boolean up = relay != null && relay.combines(exchange);
            boolean down = relay != null && relay.replicates(exchange);
            add(rank, up ? via : node, exchange.givers().contains(rank), traffic, pairs);
            add(down ? via : node, rank, exchange.takers().contains(rank), traffic, pairs);
        }
        for (Channel.Relay relay : channel.relays()) {
            int via = topology.nodeOf(relay.at());
            add(via, node, relay.combines(exchange), traffic, pairs);
            add(node, via, relay.replicates(exchange), traffic, pairs);
        }
        if (!channel.isRoot()) {
            int parent = topology.nodeOf(channels.get(channel.parent()).at());
            add(node, parent, exchange.givers().intersects(channel.below()), traffic, pairs);
            add(parent, node, exchange.takers().intersects(channel.below()), traffic, pairs);
        }
    }

    private void add(int from, int to, boolean moves, Traffic traffic, Map<Long, Traffic> pairs) {
        if (moves && from != to) {
            pairs.merge((long) from * topology.nodes() + to, traffic, Traffic::plus);
        }
    }
}
