package io.rina.sim.net;

/**
 * How fast a link is, one way.
 *
 * @param rateBitsPerSec at which a packet leaves, headers and gap between frames included
 * @param delayPs from the last bit sent to the last bit received
 */
public record LinkSpeed(long rateBitsPerSec, long delayPs) {
    /** What the shortest frame of Ethernet takes, with preamble and gap. */
    static final int LEAST_WIRE_BYTES = 84;

    /** Picoseconds a second, times bits a byte. */
    private static final long PS_BITS = 8_000_000_000_000L;
    /** Up to so many bytes the product fits a long. */
    private static final long EXACT_BYTES = 1 << 20;

    public LinkSpeed {
        if (rateBitsPerSec < 1 || delayPs < 0) {
            throw new IllegalArgumentException("a link of " + rateBitsPerSec + " bit/s and "
                    + delayPs + " ps: the rate must be over 0, the delay 0 or more");
        }
    }

    /** So many Gbit/s, and nanoseconds of delay. */
    public static LinkSpeed gbps(double gbitsPerSec, double delayNs) {
        return new LinkSpeed(Math.round(gbitsPerSec * 1e9), Math.round(delayNs * 1e3));
    }

    /** Picoseconds that {@code bytes} take to leave, rounded down: less than one lost a packet. */
    public long sendingPs(long bytes) {
        return bytes <= EXACT_BYTES
                ? bytes * PS_BITS / rateBitsPerSec
                : (long) ((double) bytes * PS_BITS / rateBitsPerSec);
    }
}
