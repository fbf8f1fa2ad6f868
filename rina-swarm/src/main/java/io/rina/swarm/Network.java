package io.rina.swarm;

import io.rina.sim.kernel.EventQueue;
import io.rina.wire.Frame;

/**
 * The way of a frame from a node to another, and what befalls it. Without faults every frame
 * arrives after the same time, so order is kept between any two nodes.
 */
final class Network {
    /** One way, from the last bit sent to its arrival. */
    static final long LATENCY_NS = 5_000;
    /** How late a reordered or a second frame may be. */
    private static final long REORDER_NS = 20 * LATENCY_NS;
    /** How late a late frame may be: longer than most worlds live. */
    private static final long LATE_NS = 20_000_000;

    private final EventQueue queue;
    private final FrameStore store;
    private final Faults faults;
    private final long healNs;
    private final Sabotage sabotage;
    private final Tally tally;
    private final Garbage garbage;
    private final Frame view = new Frame();

    private final Dice drop;
    private final Dice duplicate;
    private final Dice reorder;
    private final Dice late;
    private final Dice corrupt;
    private final Dice intrude;
    private final Dice mark;

    Network(
            Scenario scenario,
            EventQueue queue,
            FrameStore store,
            int nodes,
            Sabotage sabotage,
            Tally tally) {
        this.queue = queue;
        this.store = store;
        this.faults = scenario.faults();
        this.healNs = scenario.timing().healNs();
        this.sabotage = sabotage;
        this.tally = tally;
        drop = new Dice(scenario.seed(), "drop");
        duplicate = new Dice(scenario.seed(), "duplicate");
        reorder = new Dice(scenario.seed(), "reorder");
        late = new Dice(scenario.seed(), "late");
        corrupt = new Dice(scenario.seed(), "corrupt");
        intrude = new Dice(scenario.seed(), "garbage");
        mark = new Dice(scenario.seed(), "mark");
        garbage = new Garbage(store, intrude, nodes);
    }

    /** Takes over a slot whose frame leaves its node at {@code departureNs}. */
    void send(long departureNs, int slot) {
        tally.frames++;
        if (sabotage.loses(store.view(slot, view))) {
            store.release(slot);
        } else if (departureNs >= healNs) {
            arriveAt(departureNs + LATENCY_NS, slot);
        } else {
            sendThroughFaults(departureNs, slot);
        }
    }

    private void sendThroughFaults(long departureNs, int slot) {
        if (faults.level(Fault.GARBAGE) > 0) {
            garbage.remember(slot);
            if (intrude.perThousand(faults.rate(Fault.GARBAGE))) {
                tally.garbage++;
                arriveAt(departureNs + LATENCY_NS + intrude.upTo(REORDER_NS), garbage.make());
            }
        }
        if (duplicate.perThousand(faults.rate(Fault.DUPLICATE))) {
            tally.duplicated++;
            deliver(departureNs + duplicate.upTo(REORDER_NS), store.copy(slot));
        }
        if (drop.perThousand(faults.rate(Fault.DROP))) {
            tally.dropped++;
            store.release(slot);
        } else {
            deliver(departureNs, slot);
        }
    }

    private void deliver(long departureNs, int slot) {
        long delayNs = LATENCY_NS;
        if (reorder.perThousand(faults.rate(Fault.REORDER))) {
            tally.reordered++;
            delayNs += reorder.upTo(REORDER_NS);
        }
        if (late.perThousand(faults.rate(Fault.LATE))) {
            tally.late++;
            delayNs += late.magnitude(REORDER_NS, LATE_NS);
        }
        if (mark.perThousand(faults.rate(Fault.MARK))) {
            tally.marked++;
            store.view(slot, view).marked(true);
        }
        if (corrupt.perThousand(faults.rate(Fault.CORRUPT))) {
            store.corrupt(slot, corrupt);
        }
        arriveAt(departureNs + delayNs, slot);
    }

    private void arriveAt(long timeNs, int slot) {
        queue.add(timeNs, EventKind.ARRIVAL.event(slot));
    }
}
