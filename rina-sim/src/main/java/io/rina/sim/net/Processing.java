package io.rina.sim.net;

/**
 * What it takes a station to take a packet in.
 *
 * @param servicePs one after the other: a host's or a software switch's work on a frame
 * @param latencyPs besides, any number at once: a pipeline's length
 */
public record Processing(long servicePs, long latencyPs) {
    /** Packets are taken in as they come. */
    public static final Processing NONE = new Processing(0, 0);

    public Processing {
        if (servicePs < 0 || latencyPs < 0) {
            throw new IllegalArgumentException(
                    "processing takes 0 ps or more, not " + servicePs + " and " + latencyPs);
        }
    }
}
