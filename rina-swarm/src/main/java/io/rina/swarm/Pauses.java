package io.rina.swarm;

import io.rina.sim.kernel.EventQueue;

/** Stops nodes for a while, switches among them. */
final class Pauses {
    private static final long RATE_WINDOW_NS = 10_000_000;
    private static final long SHORTEST_NS = 20_000;
    private static final long LONGEST_NS = 5_000_000;

    private final EventQueue queue;
    private final Tally tally;
    private final int rate;
    private final Dice dice;

    Pauses(Scenario scenario, EventQueue queue, Tally tally) {
        this.queue = queue;
        this.tally = tally;
        rate = scenario.faults().rate(Fault.PAUSE);
        dice = new Dice(scenario.seed(), "pause");
    }

    void scheduleNext() {
        if (rate > 0) {
            long gapNs = dice.upTo(2 * RATE_WINDOW_NS / rate);
            queue.add(queue.now() + gapNs, EventKind.PAUSE.event(0));
        }
    }

    /** Stops one of {@code nodes}, unless that one has stopped already. */
    void pause(Node[] nodes) {
        Node node = nodes[dice.below(nodes.length)];
        long forNs = dice.magnitude(SHORTEST_NS, LONGEST_NS);
        if (!node.paused) {
            node.paused = true;
            tally.pauses++;
            queue.add(queue.now() + forNs, EventKind.WAKE.event(node.id));
        }
    }
}
