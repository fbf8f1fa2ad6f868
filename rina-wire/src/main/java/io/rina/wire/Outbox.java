package io.rina.wire;

import org.jspecify.annotations.Nullable;

/**
 * Where a machine puts the frames it wants sent. A full outbox is not an error: the machine stops
 * and is polled again, which is all there is to back-pressure.
 */
public interface Outbox {
    /**
     * Room for a frame of {@code lengthBytes} (header included) to {@code node}, or null when there
     * is none now. The frame is to be filled and then {@linkplain #commit() committed} before the
     * next claim; one that is not committed is not sent.
     */
    @Nullable
    Frame claim(int node, int lengthBytes);

    /** Queues the frame claimed last. */
    void commit();
}
