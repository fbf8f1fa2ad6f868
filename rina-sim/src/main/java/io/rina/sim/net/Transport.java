package io.rina.sim.net;

import org.jspecify.annotations.Nullable;

/**
 * How a job's machines send and receive.
 *
 * @param host what it takes a host to take a frame in
 * @param aggregation what it takes a switch to take in a frame that is to be summed
 * @param relaySlots that a switch has at most for the frames that it combines on their way to a host
 * @param dcqcn how a host's card keeps flows to a rate; null when only the windows bound them
 */
public record Transport(
        Processing host,
        Processing aggregation,
        int relaySlots,
        @Nullable DcqcnOptions dcqcn) {
    /** Nothing takes time but the links, and windows bound what is under way. */
    public static Transport ideal() {
        return new Transport(Processing.NONE, Processing.NONE, Integer.MAX_VALUE, null);
    }
}
