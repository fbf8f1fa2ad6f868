package io.rina.sim.net;

/**
 * A port's buffer, and what its switch has for all ports together.
 *
 * <p>Ports that share a buffer are kept apart by a dynamic threshold (Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998): a packet is taken where less waits at its port than
 * {@code alpha} times what is free. So one port alone fills alpha / (1 + alpha) of the buffer, and
 * n of them alpha / (1 + n alpha) each.
 *
 * @param capacityBytes what waits and is being sent; a packet that does not fit is lost
 * @param markAboveBytes packets that find more than this waiting are marked (ECN)
 * @param sharedBytes that all ports of a switch hold together
 * @param alpha of the threshold; not looked at where the shared buffer is endless
 */
public record BufferOptions(
        long capacityBytes, long markAboveBytes, long sharedBytes, double alpha) {
    /** More than ever waits anywhere. */
    public static final long ENDLESS = 1L << 40;

    public BufferOptions {
        if (capacityBytes < 1 || markAboveBytes < 0) {
            throw new IllegalArgumentException("a buffer of " + capacityBytes
                    + " bytes that marks above " + markAboveBytes
                    + ": it needs a byte at least, and marks above 0 or more");
        }
        if (sharedBytes < 1 || !(alpha > 0) || alpha == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("a shared buffer of " + sharedBytes
                    + " bytes with a threshold of " + alpha
                    + " times what is free: both must be over 0");
        }
    }

    /** Each port has its own. */
    public BufferOptions(long capacityBytes, long markAboveBytes) {
        this(capacityBytes, markAboveBytes, ENDLESS, 1);
    }

    /** Never full, never marking. */
    public static BufferOptions endless() {
        return new BufferOptions(ENDLESS, ENDLESS);
    }

    /** Whether packets are ever marked. */
    public boolean marks() {
        return markAboveBytes < ENDLESS;
    }

    boolean isShared() {
        return sharedBytes < ENDLESS;
    }

    /** The same marks, and nothing is lost. */
    public BufferOptions withoutLoss() {
        return new BufferOptions(ENDLESS, markAboveBytes);
    }
}
