package io.rina.sim.flow;

import io.rina.plan.Channel;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A plan as rounds: an exchange is in the round after the last one that its members wait for on its
 * chunk. Rounds that differ in nothing but the chunks, as those of a ring do, are one round that
 * runs several times; so a long plan is few rounds.
 *
 * @param rounds in order
 */
record Rounds(List<Round> rounds) {
    /**
     * What moves at once.
     *
     * @param transfers each of one chunk
     * @param times that it runs, one after the other
     */
    record Round(List<Transfer> transfers, int times) {}

    /** One chunk from one node of the plan's topology to another. */
    record Transfer(int from, int to) {}

    /** {@code channels} are those of the plan. */
    static Rounds of(Plan plan, List<Channel> channels) {
        List<List<Exchange>> layers = layers(plan);
        Map<Exchange.Meeting, List<Channel>> meetings = Channel.byMeeting(channels);
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < layers.size(); ) {
            int next = i + 1;
            while (next < layers.size() && sameButChunks(layers.get(i), layers.get(next))) {
                next++;
            }
            List<Transfer> transfers = new ArrayList<>();
            for (Exchange exchange : layers.get(i)) {
                for (Channel channel : Objects.requireNonNull(meetings.get(exchange.meeting()))) {
                    addTransfers(plan.topology(), channels, channel, exchange, transfers);
                }
            }
            rounds.add(new Round(transfers, next - i));
            i = next;
        }
        return new Rounds(rounds);
    }

    private static List<List<Exchange>> layers(Plan plan) {
        int chunks = plan.chunks();
        int[] done = new int[chunks * plan.topology().workers()];
        List<List<Exchange>> layers = new ArrayList<>();
        for (Exchange exchange : plan.exchanges()) {
            RankSet members = exchange.members();
            int layer = 0;
            for (int i = 0; i < members.size(); i++) {
                layer = Math.max(layer, done[members.get(i) * chunks + exchange.chunk()]);
            }
            for (int i = 0; i < members.size(); i++) {
                done[members.get(i) * chunks + exchange.chunk()] = layer + 1;
            }
            if (layer == layers.size()) {
                layers.add(new ArrayList<>());
            }
            layers.get(layer).add(exchange);
        }
        return layers;
    }

    private static boolean sameButChunks(List<Exchange> one, List<Exchange> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            Exchange a = one.get(i);
            Exchange b = other.get(i);
            if (!a.site().equals(b.site())
                    || !a.givers().equals(b.givers())
                    || !a.takers().equals(b.takers())) {
                return false;
            }
        }
        return true;
    }

    /** What {@code exchange} moves at one node of its site, and between it and its parent. */
    private static void addTransfers(
            Topology topology,
            List<Channel> channels,
            Channel channel,
            Exchange exchange,
            List<Transfer> transfers) {
        int node = topology.nodeOf(channel.at());
        for (int i = 0; i < channel.members().size(); i++) {
            int rank = channel.members().get(i);
            add(rank, node, exchange.givers().contains(rank), transfers);
            add(node, rank, exchange.takers().contains(rank), transfers);
        }
        if (!channel.isRoot()) {
            int parent = topology.nodeOf(channels.get(channel.parent()).at());
            add(node, parent, exchange.givers().intersects(channel.below()), transfers);
            add(parent, node, exchange.takers().intersects(channel.below()), transfers);
        }
    }

    private static void add(int from, int to, boolean moves, List<Transfer> transfers) {
        if (moves && from != to) {
            transfers.add(new Transfer(from, to));
        }
    }
}
