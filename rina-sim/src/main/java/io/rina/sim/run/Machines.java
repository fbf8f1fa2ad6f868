package io.rina.sim.run;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.sim.net.Collective;
import io.rina.sim.net.DcqcnOptions;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.Network;
import io.rina.sim.net.Payload;
import io.rina.sim.net.Transport;
import io.rina.sim.scenario.Hosts;
import io.rina.sim.scenario.Scenario;

/** Puts the machines of programs on a network, each program with a key of its own. */
final class Machines {
    private static final long MS = 1_000_000;
    private static final int CREDIT_SPAN = 32;

    private final Network network;
    private final Scenario scenario;
    private final int window;
    private final int programs;
    private final Payload payload = Payload.standard();
    private int made;

    /** So many {@code programs} share the slots of switches. */
    Machines(Network network, Scenario scenario, int window, int programs) {
        this.network = network;
        this.scenario = scenario;
        this.window = window;
        this.programs = programs;
    }

    Collective of(PlacedProgram placed, Collective.Listener listener) {
        return new Collective(
                network,
                placed.placement(),
                new Job(++made, 1),
                placed.program(),
                limits(),
                payload,
                transport(),
                listener);
    }

    /** How many fragments {@code bytes} are; one at least, since an operation is a meeting too. */
    int fragments(long bytes) {
        return Math.max(1, Math.toIntExact(Math.ceilDiv(bytes, (long) payload.fragmentBytes())));
    }

    /** Fragments of one element: ghosts. */
    private Limits limits() {
        long leastNs = scenario.hosts().leastTimeoutNs();
        return new Limits(
                1,
                1,
                window,
                CREDIT_SPAN,
                Math.max(leastNs, 50 * MS),
                leastNs,
                Math.max(leastNs, 1_000 * MS),
                scenario.hosts().windowPolicy());
    }

    private Transport transport() {
        Hosts hosts = scenario.hosts();
        Fabric fabric = scenario.fabric();
        long rate = fabric.links().get(fabric.uplink(0)).speed().rateBitsPerSec();
        return new Transport(
                hosts.processing(),
                scenario.deployment().processing(),
                scenario.deployment().slots() / programs,
                hosts.dcqcn() ? DcqcnOptions.hpcc(rate) : null);
    }
}
