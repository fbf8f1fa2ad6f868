package io.rina.sim.net;

/**
 * When a port of a switch has the other end of its cable pause (priority flow control, IEEE
 * 802.1Qbb, with one class). What has come in by the port and not left the switch is counted.
 *
 * <p>A switch loses nothing where its ports have room for what all others may have come in: for each
 * of these {@code aboveBytes}, and what is on its way until the pause is there.
 *
 * @param aboveBytes of which more makes the other end pause
 * @param belowBytes at which, or below, it goes on
 */
public record PauseOptions(long aboveBytes, long belowBytes) {
    /** Nobody ever pauses. */
    public static final PauseOptions NEVER =
            new PauseOptions(BufferOptions.ENDLESS, BufferOptions.ENDLESS);

    public PauseOptions {
        if (belowBytes < 0 || aboveBytes < belowBytes) {
            throw new IllegalArgumentException("a port that pauses above " + aboveBytes
                    + " bytes cannot go on at " + belowBytes + ": it goes on at 0 or more, and not"
                    + " above what it pauses at");
        }
    }

    boolean isNever() {
        return equals(NEVER);
    }
}
