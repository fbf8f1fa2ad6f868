package io.rina.sim.scenario;

import io.rina.engine.WindowPolicy;
import io.rina.sim.net.Processing;

/**
 * How hosts send and receive.
 *
 * @param window fragments that a worker may have under way on a channel
 * @param windowPolicy how many of them it has under way
 * @param leastTimeoutNs after which a fragment is sent again; with a longer round trip, later
 * @param processing what it takes a host to take a frame in
 * @param dcqcn whether their cards keep flows to the rates of DCQCN
 */
public record Hosts(
        int window,
        WindowPolicy windowPolicy,
        long leastTimeoutNs,
        Processing processing,
        boolean dcqcn) {
    public Hosts {
        if (window < 1 || leastTimeoutNs < 1) {
            throw new IllegalArgumentException("a window of " + window + " fragments and a timeout"
                    + " of " + leastTimeoutNs + " ns: both must be over 0");
        }
    }
}
