package io.rina.runtime.control;

import io.rina.engine.Limits;
import io.rina.plan.Rack;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.runtime.control.proto.Peer;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The job as a whole, as every member is told it.
 *
 * @param addresses where each node's frames go, by node number
 * @param aliveEvery how often the member is to say that it is alive
 */
public record Layout(
        Topology topology,
        Limits limits,
        Map<Integer, InetSocketAddress> addresses,
        Duration aliveEvery) {

    static io.rina.runtime.control.proto.Layout encode(
            JobSpec spec, Map<Integer, InetSocketAddress> addresses) {
        var message = io.rina.runtime.control.proto.Layout.newBuilder()
                .setFragmentElements(spec.fragmentElements())
                .setPool(spec.pool())
                .setCoreAggregates(spec.topology().coreAggregates());
        for (Rack rack : spec.topology().racks()) {
            var part =
                    message.addRacksBuilder().setName(rack.name()).setAggregates(rack.aggregates());
            for (int rank : rack.ranks().toArray()) {
                part.addRanks(rank);
            }
        }
        return message.addAllPeers(encode(addresses))
                .setAliveEveryMs((int) spec.silence().beat().toMillis())
                .build();
    }

    static List<Peer> encode(Map<Integer, InetSocketAddress> addresses) {
        return addresses.entrySet().stream()
                .map(entry -> Peer.newBuilder()
                        .setNode(entry.getKey())
                        .setHost(entry.getValue().getHostString())
                        .setPort(entry.getValue().getPort())
                        .build())
                .toList();
    }

    static Map<Integer, InetSocketAddress> decode(List<Peer> peers) {
        Map<Integer, InetSocketAddress> addresses = new HashMap<>();
        for (Peer peer : peers) {
            addresses.put(peer.getNode(), new InetSocketAddress(peer.getHost(), peer.getPort()));
        }
        return addresses;
    }

    static Layout decode(io.rina.runtime.control.proto.Layout message) {
        List<Rack> racks = message.getRacksList().stream()
                .map(rack -> new Rack(
                        rack.getName(),
                        rack.getAggregates(),
                        RankSet.of(rack.getRanksList().stream()
                                .mapToInt(Integer::intValue)
                                .toArray())))
                .toList();
        Topology topology = new Topology(racks, message.getCoreAggregates());
        return new Layout(
                topology,
                limits(message.getFragmentElements(), message.getPool()),
                decode(message.getPeersList()),
                Duration.ofMillis(message.getAliveEveryMs()));
    }

    private static Limits limits(int fragmentElements, int pool) {
        Limits standard = Limits.standard();
        return new Limits(
                standard.blockElements(),
                fragmentElements,
                pool,
                standard.creditSpan(),
                standard.initialRtoNs(),
                standard.minRtoNs(),
                standard.maxRtoNs());
    }
}
