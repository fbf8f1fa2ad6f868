package io.rina.sim.net;

import java.util.ArrayList;
import java.util.List;

/** Sends packets of one size at given times to another station, and notes when they arrive. */
final class PacketTrain implements Station {
    final List<Long> arrivalsPs = new ArrayList<>();
    private final Network network;
    private final int wireBytes;
    private final long[] departuresPs;
    private int to;
    private int from;
    private int sent;

    PacketTrain(Network network, int wireBytes, long... departuresPs) {
        this.network = network;
        this.wireBytes = wireBytes;
        this.departuresPs = departuresPs;
    }

    /** Runs {@code departuresPs.length} packets from one node to the other; returns the arrivals. */
    static List<Long> run(
            Network network, int fromNode, int toNode, int wireBytes, long... departuresPs) {
        PacketTrain sender = new PacketTrain(network, wireBytes, departuresPs);
        PacketTrain receiver = new PacketTrain(network, wireBytes);
        sender.from = network.attach(fromNode, sender);
        sender.to = network.attach(toNode, receiver);
        network.wake(sender.from, departuresPs[0]);
        int expected = departuresPs.length;
        network.run(() -> receiver.arrivalsPs.size() == expected, Long.MAX_VALUE - 1);
        return receiver.arrivalsPs;
    }

    @Override
    public void onPacket(long nowPs, int packet) {
        arrivalsPs.add(nowPs);
    }

    @Override
    public void onTimer(long nowPs) {
        // Departures are looked at in poll.
    }

    @Override
    public void poll(long nowPs) {
        while (sent < departuresPs.length && departuresPs[sent] <= nowPs) {
            network.send(from, network.take(to, from, 40, wireBytes));
            sent++;
        }
    }

    @Override
    public long deadlinePs() {
        return sent < departuresPs.length ? departuresPs[sent] : Long.MAX_VALUE;
    }
}
