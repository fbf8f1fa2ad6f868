package io.rina.sim.net;

/**
 * A port's buffer.
 *
 * @param capacityBytes what waits and is being sent; a packet that does not fit is lost
 * @param markAboveBytes packets that find more than this waiting are marked (ECN)
 */
public record BufferOptions(long capacityBytes, long markAboveBytes) {
    /** More than ever waits anywhere. */
    public static final long ENDLESS = 1L << 40;

    public BufferOptions {
        if (capacityBytes < 1 || markAboveBytes < 0) {
            throw new IllegalArgumentException("a buffer of " + capacityBytes
                    + " bytes that marks above " + markAboveBytes
                    + ": it needs a byte at least, and marks above 0 or more");
        }
    }

    /** Never full, never marking. */
    public static BufferOptions endless() {
        return new BufferOptions(ENDLESS, ENDLESS);
    }

    /** Whether packets are ever marked. */
    public boolean marks() {
        return markAboveBytes < ENDLESS;
    }

    /** The same marks, and nothing is lost. */
    public BufferOptions withoutLoss() {
        return new BufferOptions(ENDLESS, markAboveBytes);
    }
}
