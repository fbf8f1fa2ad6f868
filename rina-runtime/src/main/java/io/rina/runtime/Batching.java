package io.rina.runtime;

/**
 * How long a driver had better wait before it looks for frames again. Where they come one by one,
 * each would cost a wake-up, a call to receive it, another to send what follows from it, and a
 * packet of its own on every link that it passes; a few together cost hardly more than one.
 *
 * <p>A network card that interrupts seldom does the same. Here the wait is only as long as a batch
 * takes to come, as the frames have come lately, and none where they come fast enough by themselves.
 */
final class Batching {
    /** Frames of a batch, two super-packets that a link of 200 Mbit/s carries as they are. */
    private static final int FRAMES = 16;

    /** The most that a batch is worth: on the way from giver to taker there are several such waits. */
    private static final long MOST_NS = 400_000;
    /** A shorter wait would take longer than it says. */
    private static final long LEAST_NS = 20_000;

    /** Frames come at such intervals, a moving average. */
    private long intervalNs = MOST_NS;

    private long lastNs;

    /**
     * Takes note of a turn at {@code nowNs} that has received so many frames; returns how long to
     * wait now, or 0.
     */
    long pauseNs(long nowNs, int received, boolean isStreaming) {
        if (received == 0) {
            return 0;
        }
        long sampleNs = Math.min(MOST_NS, (nowNs - lastNs) / received);
        lastNs = nowNs;
        intervalNs += (sampleNs - intervalNs) / 8;
        if (!isStreaming || received >= FRAMES) {
            return 0;
        }
        long pauseNs = Math.min(MOST_NS, (FRAMES - received) * intervalNs);
        return pauseNs < LEAST_NS ? 0 : pauseNs;
    }
}
