package io.rina.runtime.control;

import io.rina.engine.Limits;
import io.rina.plan.Rack;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.runtime.control.proto.Peer;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The job as a whole, as every member is told it.
 *
 * @param addresses where each node's frames go, by node number
 */
public record Layout(Topology topology, Limits limits, Map<Integer, InetSocketAddress> addresses) {

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
        addresses.forEach((node, address) -> message.addPeers(Peer.newBuilder()
                .setNode(node)
                .setHost(address.getHostString())
                .setPort(address.getPort())));
        return message.build();
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
        Map<Integer, InetSocketAddress> addresses = new HashMap<>();
        for (Peer peer : message.getPeersList()) {
            addresses.put(peer.getNode(), new InetSocketAddress(peer.getHost(), peer.getPort()));
        }
        return new Layout(
                topology, limits(message.getFragmentElements(), message.getPool()), addresses);
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
