package io.rina.swarm;

import io.rina.engine.Limits;

/** How long a world may take when the faults have ended. */
final class RecoveryBound {
    private RecoveryBound() {}

    /**
     * The terms, generously:
     *
     * <ul>
     *   <li>A position whose frames were lost waits for its timer, which fires within maxRto and a
     *       half. A window repeats some positions in the first firing and the rest in the second.
     *       Windows wait for each other at most along the longest chain of exchanges, which has no
     *       more than two for each worker.
     *   <li>Then nothing is lost any more. At worst every fragment goes alone through the whole
     *       chain, a round trip, a lag on both sides and a queue for each step; in a tree, for each
     *       of its nodes, which are no more than the racks and the core.
     *   <li>Where a relay has few slots, at worst every fragment waits in one for members that went
     *       past it, until their timers fire.
     *   <li>Each operation is thought about.
     * </ul>
     */
    static long ns(Scenario scenario) {
        Limits limits = scenario.limits();
        Timing timing = scenario.timing();
        long steps = 2L * scenario.workers() + 1;
        long timerNs = limits.maxRtoNs() * 3 / 2;
        long repairNs = steps * 2 * timerNs;
        long tripNs = 2L
                * (scenario.cluster().racks().size() + 1)
                * (Network.LATENCY_NS
                        + timing.lagNs()
                        + (long) timing.queueFrames() * Port.FRAME_NS);
        long fragments = 0;
        for (OperationShape operation : scenario.operations()) {
            int segments = operation.demand().segments(scenario.workers()).size();
            // Less than six lanes an element: three, and what a block then has left over.
            long lanes = 6L * operation.elements();
            // A piece is a block of each segment or more. It is reduced once or twice, after a pass
            // of the exponents, which has no more fragments. A segment is cut into no more chunks
            // than there are, each of which may end in a short fragment.
            long pieces = operation.kind().inPieces() ? 1 + lanes / limits.blockElements() : 1;
            fragments += 3L * segments * (lanes / limits.fragmentElements() + pieces * steps);
        }
        long collisionsNs = scenario.relaySlots() == 0 ? 0 : fragments * 2 * timerNs;
        long thinkNs = timing.thinkNs() * scenario.operations().size();
        return repairNs + collisionsNs + fragments * steps * tripNs + thinkNs;
    }
}
