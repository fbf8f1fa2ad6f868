package io.rina.runtime;

import io.rina.engine.Endpoint;
import io.rina.engine.HostEndpoint;
import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.engine.SwitchEndpoint;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Strategies;
import io.rina.plan.Subtopology;
import io.rina.plan.Topology;
import io.rina.plan.UnsupportedTopologyException;
import io.rina.plan.time.Choice;
import io.rina.runtime.control.Assignment;
import io.rina.runtime.job.JobException;
import io.rina.wire.Frame;
import io.rina.wire.Outbox;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The ranks and switches of a job, from their calls to their frames, in one thread and in virtual time.
 * A switch goes at a chosen moment; then the ranks stop, one after the other, and go on in the next epoch,
 * one after the other, while frames of both epochs arrive in any order.
 */
final class EpochWorld {
    /** Frames that overtake each other. */
    private static final int NEAR = 6;

    private static final int MOST_STEPS = 200_000;
    private static final Limits LIMITS = new Limits(8, 16, 3, 2, 50_000, 50_000, 400_000);

    private record Sent(int to, MemorySegment bytes) {}

    /** What a rank does with its calls; told when something may have changed. */
    interface Caller {
        /** Makes calls and looks at results; returns whether it has all of them. */
        boolean look();
    }

    private final Topology topology;
    private final String strategy;
    private final Random random;
    private final List<Sent> wire = new ArrayList<>();
    private final Set<Integer> gone = new HashSet<>();
    private final Map<Integer, Endpoint> nodes = new HashMap<>();
    private final OperationQueue[] queues;
    private final HostEndpoint[] hosts;
    final Calls[] calls;
    private final List<Caller> callers = new ArrayList<>();
    private Assignment assignment;
    private int epoch = 1;
    private long nowNs = 1;
    private int delivered;

    EpochWorld(Topology topology, String strategy, long seed) {
        this.topology = topology;
        this.strategy = strategy;
        random = new Random(seed);
        int ranks = topology.workers();
        queues = new OperationQueue[ranks];
        hosts = new HostEndpoint[ranks];
        calls = new Calls[ranks];
        assignment = assign();
        startSwitches();
        for (int rank = 0; rank < ranks; rank++) {
            HostEndpoint host = host(rank);
            InputCopies copies = new InputCopies();
            queues[rank] = new OperationQueue(
                    host.worker(), assignment.part(), rank, Long.MAX_VALUE, new Nobody(), copies);
            calls[rank] = new Calls(rank, assignment, queues[rank], copies, "", () -> {});
        }
    }

    void add(Caller caller) {
        callers.add(caller);
    }

    int delivered() {
        return delivered;
    }

    /** The nodes at which the plans sum beside the ranks. */
    List<Integer> switches() {
        return assignment.program().channels().stream()
                .flatMap(channel -> channel.nodes().stream())
                .map(topology::nodeOf)
                .filter(node -> node >= topology.workers())
                .distinct()
                .toList();
    }

    /** Whatever the switches that are left, there is a plan. */
    private Assignment assign() {
        Subtopology part =
                Subtopology.of(topology, RankSet.firstOf(topology.workers())).withOrdinary(gone);
        Choice choice = Choice.always(strategy);
        try {
            choice.plans(part.topology());
        } catch (UnsupportedTopologyException e) {
            choice = Choice.always("ring");
        }
        List<io.rina.plan.Plan> plans = new ArrayList<>(choice.plans(part.topology()));
        plans.add(Strategies.named("ring").plan(part.topology()));
        return new Assignment(
                new Job(random.nextLong(), epoch),
                part,
                choice,
                new Program(plans),
                LIMITS,
                Map.of(topology.workers(), new InetSocketAddress(0)));
    }

    private void startSwitches() {
        for (int node = topology.workers(); node < topology.nodes(); node++) {
            if (!gone.contains(node)) {
                nodes.put(
                        node,
                        new SwitchEndpoint(
                                assignment.job(),
                                assignment.program(),
                                assignment.part().topology().switchAt(node),
                                LIMITS));
            }
        }
    }

    private HostEndpoint host(int rank) {
        HostEndpoint host = new HostEndpoint(assignment.job(), assignment.program(), rank, LIMITS);
        nodes.put(rank, host);
        hosts[rank] = host;
        return host;
    }

    /** Until so many frames have been delivered, or all callers have all results, which is returned. */
    boolean runUntil(int frames) {
        for (int steps = 0; delivered < frames; steps++) {
            if (allDone()) {
                return true;
            }
            if (steps > MOST_STEPS) {
                throw new AssertionError("no end is in sight: " + stalls());
            }
            step();
        }
        return false;
    }

    private String stalls() {
        StringBuilder text = new StringBuilder("epoch " + epoch + " without " + gone);
        for (int rank = 0; rank < queues.length; rank++) {
            text.append("; rank ").append(rank).append(" has completed ");
            text.append(queues[rank].completed()).append(", runs ").append(queues[rank].current());
            text.append(", waits at ").append(hosts[rank].worker().stalls());
        }
        return text.toString();
    }

    private boolean allDone() {
        boolean done = true;
        for (Caller caller : callers) {
            done &= caller.look();
        }
        return done;
    }

    private void step() {
        for (int rank = 0; rank < queues.length; rank++) {
            queues[rank].run(nowNs);
        }
        nodes.forEach(this::poll);
        nowNs += 1_000;
        if (wire.isEmpty()) {
            nowNs = Math.max(nowNs, nextDeadline());
        } else {
            Sent sent = wire.remove(random.nextInt(Math.min(NEAR, wire.size())));
            delivered++;
            Endpoint node = nodes.get(sent.to);
            if (node != null) {
                node.onFrame(nowNs, new Frame().wrap(sent.bytes, 0, (int) sent.bytes.byteSize()));
            }
        }
        for (Endpoint node : nodes.values()) {
            if (node.deadlineNs() <= nowNs) {
                node.onTimer(nowNs);
            }
        }
    }

    private long nextDeadline() {
        long next =
                nodes.values().stream().mapToLong(Endpoint::deadlineNs).min().orElseThrow();
        return next == Long.MAX_VALUE ? nowNs : next;
    }

    private void poll(int from, Endpoint node) {
        node.poll(nowNs, new Outbox() {
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
                wire.add(new Sent(to, bytes));
            }
        });
    }

    /** From now on nothing comes out of the switch, and nothing goes in. What it has sent is under way. */
    void kill(int node) {
        gone.add(node);
        nodes.remove(node);
    }

    /** What coordinator and ranks do then. */
    void changeEpoch() {
        List<Integer> order = new ArrayList<>();
        for (int rank = 0; rank < queues.length; rank++) {
            order.add(rank);
        }
        Collections.shuffle(order, random);
        for (int rank : order) {
            linger();
            queues[rank].suspend();
            nodes.remove(rank);
        }
        epoch++;
        assignment = assign();
        startSwitches();
        long completed = Long.MAX_VALUE;
        for (OperationQueue queue : queues) {
            completed = Math.min(completed, queue.completed());
        }
        Collections.shuffle(order, random);
        for (int rank : order) {
            linger();
            resume(rank, completed);
        }
    }

    private void resume(int rank, long completed) {
        calls[rank].changeEpoch(
                assignment,
                () -> queues[rank].takeBack(completed),
                unfinished ->
                        queues[rank].resume(host(rank).worker(), assignment.part(), unfinished));
    }

    /** Frames go on arriving where there is still somebody; perhaps there are none. */
    private void linger() {
        for (int steps = random.nextInt(8); steps > 0; steps--) {
            boolean _ = allDone();
            step();
        }
    }

    /** No operation is to stall here, or fail. */
    private static final class Nobody implements OperationQueue.Others {
        @Override
        public void onStall(long sequence) {}

        @Override
        public String finding(long sequence) {
            return "";
        }

        @Override
        public void onFailure(JobException failure) {
            throw new AssertionError(failure);
        }
    }
}
