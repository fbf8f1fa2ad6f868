package io.rina.swarm;

import io.rina.engine.Counter;
import io.rina.engine.HostEndpoint;
import io.rina.plan.Topology;
import io.rina.sim.kernel.EventQueue;
import io.rina.wire.Frame;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The real endpoints of one job on a network that goes wrong, under virtual time. First faults
 * strike (safety: nothing may come out wrong), then they end (progress: everything must come out,
 * in bounded time).
 */
final class World {
    /** More than any world needs; a world that gets here goes round in circles. */
    private static final long MOST_EVENTS = 20_000_000;

    private final Scenario scenario;
    private final EventQueue queue = new EventQueue(1024);
    private final Tally tally = new Tally();
    private final Trace trace;
    private final FrameStore store;
    private final MemberWindows windows;
    private final Cast cast;
    private final Topology topology;
    private final Workload workload;
    private final List<HostEndpoint> hosts;
    private final Node[] nodes;
    private final Pauses pauses;
    private final Dice think;
    private final Frame view = new Frame();
    private boolean over;
    private long recoveryNs;

    private World(Scenario scenario, Sabotage sabotage, @Nullable Consumer<String> reader) {
        this.scenario = scenario;
        trace = new Trace(reader);
        think = new Dice(scenario.seed(), "think");
        store = new FrameStore(scenario.limits().maxFrameBytes());
        cast = new Cast(scenario, sabotage);
        topology = cast.program.topology();
        windows = cast.windows;
        hosts = cast.hosts;
        workload = new Workload(
                scenario, cast.program, new Passes(cast.positions, topology.workers()));
        int count = cast.endpoints.size();
        Network network = new Network(scenario, queue, store, count, sabotage, tally);
        nodes = new Node[count];
        for (int id = 0; id < count; id++) {
            Port port = new Port(id, scenario.timing().queueFrames(), store, network, windows);
            nodes[id] = new Node(id, cast.endpoints.get(id), port);
        }
        pauses = new Pauses(scenario, queue, tally);
    }

    static WorldResult run(Scenario scenario) {
        return run(scenario, Sabotage.NONE, null);
    }

    /** {@code reader} is told every event, as text. */
    static WorldResult run(
            Scenario scenario, Sabotage sabotage, @Nullable Consumer<String> reader) {
        return new World(scenario, sabotage, reader).run();
    }

    private WorldResult run() {
        Failure failure = null;
        try {
            live();
        } catch (InvariantException e) {
            failure = failure(e.invariant(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            failure = failure(Invariant.NO_EXCEPTION, describe(e));
        }
        tally.virtualNs = queue.now();
        return new WorldResult(
                scenario,
                trace.digest(),
                workload.digest(),
                tally.statistics(),
                cast.counts(),
                recoveryNs,
                workload.numbers(),
                failure);
    }

    private Failure failure(Invariant invariant, String detail) {
        return new Failure(scenario, invariant, detail, queue.now(), tally.events);
    }

    private static String describe(RuntimeException e) {
        StackTraceElement[] calls = e.getStackTrace();
        return Invariant.NO_EXCEPTION.label() + ": " + e + " at "
                + Arrays.asList(calls).subList(0, Math.min(6, calls.length));
    }

    private void live() {
        for (int rank = 0; rank < hosts.size(); rank++) {
            scheduleStart(rank);
        }
        queue.add(scenario.timing().healNs(), EventKind.HEAL.event(0));
        pauses.scheduleNext();
        long deadlineNs = scenario.timing().healNs() + RecoveryBound.ns(scenario);
        while (!workload.isDone()) {
            if (queue.nextTime() > deadlineNs || tally.events > MOST_EVENTS) {
                throw Invariant.PROGRESS.broken(stalls());
            }
            step();
        }
        recoveryNs = Math.max(0, queue.now() - scenario.timing().healNs());
        drain();
    }

    /** Lets what is still under way arrive: it must change nothing and call for nothing. */
    private void drain() {
        over = true;
        while (!queue.isEmpty()) {
            step();
            if (tally.events > MOST_EVENTS) {
                throw Invariant.QUIET.broken(
                        "all operations are complete, but the nodes go on sending");
            }
        }
        long frames = tally.frames;
        for (Node node : nodes) {
            node.endpoint.onTimer(queue.now());
            poll(node);
            if (node.endpoint.deadlineNs() != Long.MAX_VALUE || tally.frames != frames) {
                throw Invariant.QUIET.broken(topology.nodeName(node.id)
                        + " still has something to do when all operations are complete");
            }
        }
        requireNone(Counter.FUTURE_POSITION);
        requireNone(Counter.MISMATCH);
    }

    private void requireNone(Counter counter) {
        Long count = cast.counts().get(counter);
        if (count != null) {
            throw Invariant.NO_FALSE_ALARM.broken(
                    counter + " was counted " + count + " times, though nobody lied");
        }
    }

    private void step() {
        int event = queue.remove();
        int index = EventKind.indexOf(event);
        EventKind kind = EventKind.kindOf(event);
        tally.events++;
        if (kind != EventKind.ARRIVAL) {
            // An arrival is traced with its frame.
            trace.event(queue.now(), index, kind);
        }
        switch (kind) {
            case ARRIVAL -> arrive(index);
            case TIMER -> onTimer(nodes[index]);
            case POLL -> onPoll(nodes[index]);
            case START -> start(nodes[index]);
            case PAUSE -> pause();
            case WAKE -> wake(nodes[index]);
            case HEAL -> heal();
        }
    }

    private void arrive(int slot) {
        Node node = nodes[store.to(slot)];
        trace.arrival(queue.now(), store.from(slot), node.id, store.view(slot, view));
        if (!store.passesCheck(slot)) {
            tally.corrupted++;
            store.release(slot);
        } else if (!node.paused) {
            take(node, slot);
            settle(node);
        } else if (!node.postpone(slot)) {
            tally.overflowed++;
            store.release(slot);
        }
    }

    private void take(Node node, int slot) {
        Frame frame = store.view(slot, view);
        windows.onArrival(node.id, frame);
        node.endpoint.onFrame(queue.now(), frame);
        // A machine must not look at a frame after the call.
        Arrays.fill(store.bytes(slot), (byte) 0xa5);
        store.release(slot);
    }

    private void onTimer(Node node) {
        if (node.armedNs != queue.now()) {
            return;
        }
        node.armedNs = Long.MAX_VALUE;
        if (!node.paused) {
            fire(node);
            settle(node);
        }
    }

    private void fire(Node node) {
        node.endpoint.onTimer(queue.now());
        if (node.endpoint.deadlineNs() <= queue.now()) {
            throw Invariant.TIMER_MOVES.broken(topology.nodeName(node.id)
                    + " wants to be woken at " + node.endpoint.deadlineNs()
                    + " ns, which is not after now, " + queue.now() + " ns");
        }
    }

    private void onPoll(Node node) {
        node.pollPending = false;
        if (!node.paused) {
            poll(node);
        }
    }

    /** What follows any input: a poll, now or a little later. */
    private void settle(Node node) {
        if (scenario.timing().lagNs() == 0) {
            poll(node);
        } else {
            schedulePoll(node, queue.now() + scenario.timing().lagNs());
            look(node);
        }
    }

    private void schedulePoll(Node node, long atNs) {
        if (!node.pollPending) {
            node.pollPending = true;
            queue.add(atNs, EventKind.POLL.event(node.id));
        }
    }

    private void poll(Node node) {
        node.endpoint.poll(queue.now(), node.port.at(queue.now()));
        if (node.port.hasRefused()) {
            schedulePoll(node, node.port.roomAtNs());
        }
        look(node);
    }

    /** Notes completions, and sets the timer. */
    private void look(Node node) {
        if (node.id < hosts.size()) {
            long completed = hosts.get(node.id).worker().completedOperations();
            while (workload.completed(node.id) < completed) {
                tally.operations++;
                workload.onCompleted(node.id);
                scheduleStart(node.id);
            }
        }
        long deadlineNs = Math.max(node.endpoint.deadlineNs(), queue.now() + 1);
        if (deadlineNs < node.armedNs) {
            node.armedNs = deadlineNs;
            queue.add(deadlineNs, EventKind.TIMER.event(node.id));
        }
    }

    private void scheduleStart(int rank) {
        if (workload.hasNext(rank)) {
            long atNs = queue.now() + think.upTo(scenario.timing().thinkNs());
            queue.add(atNs, EventKind.START.event(rank));
        }
    }

    private void start(Node node) {
        if (node.paused) {
            node.startPending = true;
            return;
        }
        workload.startNext(node.id, hosts.get(node.id).worker());
        settle(node);
    }

    private void pause() {
        if (!over && queue.now() < scenario.timing().healNs()) {
            pauses.pause(nodes);
            pauses.scheduleNext();
        }
    }

    private void wake(Node node) {
        if (!node.paused) {
            return;
        }
        node.paused = false;
        for (int slot : node.takeBacklog()) {
            take(node, slot);
        }
        fire(node);
        settle(node);
        if (node.startPending) {
            node.startPending = false;
            start(node);
        }
    }

    private void heal() {
        for (Node node : nodes) {
            wake(node);
        }
    }

    private String stalls() {
        return StallReport.of(scenario, topology, hosts, workload, queue.now());
    }
}
