package io.rina.engine;

import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.Outbox;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * All endpoints of a plan on a network that loses nothing and keeps order unless told otherwise:
 * one frame at a time.
 */
final class PerfectNetwork {
    /** A frame on its way. */
    record Sent(int from, int to, MemorySegment bytes) {
        Frame frame() {
            return new Frame().wrap(bytes, 0, (int) bytes.byteSize());
        }
    }

    final List<HostEndpoint> hosts = new ArrayList<>();
    final List<Endpoint> nodes = new ArrayList<>();
    final List<Sent> wire = new ArrayList<>();
    private final Consumer<Sent> tap;
    private final IntUnaryOperator pick;
    private long nowNs;

    PerfectNetwork(Plan plan, Limits limits, Consumer<Sent> tap) {
        this(plan, limits, tap, inFlight -> 0);
    }

    /** Delivers in the order that {@code pick} makes: from the number in flight to an index. */
    PerfectNetwork(Plan plan, Limits limits, Consumer<Sent> tap, IntUnaryOperator pick) {
        this(Program.of(plan), limits, tap, pick);
    }

    PerfectNetwork(Program program, Limits limits, Consumer<Sent> tap, IntUnaryOperator pick) {
        this.tap = tap;
        this.pick = pick;
        Job job = new Job(0x1234_5678_9abc_def0L, 1);
        Topology topology = program.topology();
        for (int rank = 0; rank < topology.workers(); rank++) {
            hosts.add(new HostEndpoint(job, program, rank, limits));
        }
        nodes.addAll(hosts);
        for (int rack = 0; rack < topology.racks().size(); rack++) {
            nodes.add(new SwitchEndpoint(job, program, new Site.Tor(rack), limits));
        }
        nodes.add(new SwitchEndpoint(job, program, new Site.Core(), limits));
    }

    /** Delivers until nothing moves. */
    void run() {
        pollAll();
        while (!wire.isEmpty()) {
            Sent sent = wire.remove(pick.applyAsInt(wire.size()));
            nowNs += 1_000;
            nodes.get(sent.to).onFrame(nowNs, sent.frame());
            poll(sent.to);
        }
    }

    void pollAll() {
        for (int node = 0; node < nodes.size(); node++) {
            poll(node);
        }
    }

    private void poll(int node) {
        nodes.get(node).poll(nowNs, new Outbox() {
            private int to;
            private MemorySegment bytes = MemorySegment.NULL;

            @Override
            public Frame claim(int destination, int lengthBytes) {
                to = destination;
                bytes = MemorySegment.ofArray(new byte[lengthBytes]);
                return new Frame().wrap(bytes, 0, lengthBytes);
            }

            @Override
            public void commit() {
                Sent sent = new Sent(node, to, bytes);
                tap.accept(sent);
                wire.add(sent);
            }
        });
    }
}
