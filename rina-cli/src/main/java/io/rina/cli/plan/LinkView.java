package io.rina.cli.plan;

import io.rina.plan.Framing;
import io.rina.plan.Topology;
import io.rina.plan.Traffic;

import java.util.ArrayList;
import java.util.List;

/** What crosses a link by the plan. Up is towards the core. */
public record LinkView(String link, LoadView up, LoadView down) {

    /**
     * One direction.
     *
     * @param interfaceBytes as network interfaces count them
     * @param wireBytes with all headers and gaps
     */
    public record LoadView(long frames, long payloadBytes, long interfaceBytes, long wireBytes) {
        static LoadView of(Traffic traffic) {
            return new LoadView(
                    traffic.frames(),
                    traffic.payloadBytes(),
                    traffic.bytes(Framing.INTERFACE),
                    traffic.bytes(Framing.WIRE));
        }
    }

    /** Rack by rack: the links of its hosts, then its uplink. */
    public static List<LinkView> of(Topology topology, List<Operations> operations) {
        List<LinkView> links = new ArrayList<>();
        for (int rack = 0; rack < topology.racks().size(); rack++) {
            int tor = topology.torNode(rack);
            for (int rank : topology.racks().get(rack).ranks().toArray()) {
                links.add(of(topology, operations, rank, tor));
            }
            links.add(of(topology, operations, tor, topology.coreNode()));
        }
        return links;
    }

    private static LinkView of(
            Topology topology, List<Operations> operations, int lower, int upper) {
        return new LinkView(
                topology.nodeName(lower) + " - " + topology.nodeName(upper),
                LoadView.of(Operations.sum(operations, cost -> cost.link(lower, upper))),
                LoadView.of(Operations.sum(operations, cost -> cost.link(upper, lower))));
    }
}
