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
 * @param pause when what came in by a port makes the other end pause
 */
public record BufferOptions(
        long capacityBytes,
        long markAboveBytes,
        long sharedBytes,
        double alpha,
        PauseOptions pause) {
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
        if (sharedBytes < ENDLESS && !pause.isNever()) {
            throw new IllegalArgumentException(
                    "ports that pause and share a buffer are not simulated: say bytes: for what"
                            + " each port holds");
        }
    }

    /** Nobody pauses. */
    public BufferOptions(long capacityBytes, long markAboveBytes, long sharedBytes, double alpha) {
        this(capacityBytes, markAboveBytes, sharedBytes, alpha, PauseOptions.NEVER);
    }

    /** The same where ports pause. */
    public BufferOptions with(PauseOptions pause) {
        return new BufferOptions(capacityBytes, markAboveBytes, sharedBytes, alpha, pause);
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
