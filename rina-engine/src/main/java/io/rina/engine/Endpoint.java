package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;

/**
 * A protocol machine without socket, clock, thread or random source: inputs change its state,
 * {@link #poll} emits. Poll after any input, and when {@link #deadlineNs()} has passed after
 * {@link #onTimer}. Times are nanoseconds from any fixed origin.
 */
public interface Endpoint {
    /** Takes one datagram, well formed or not; the view is valid only during the call. */
    void onFrame(long nowNs, Frame frame);

    /** Lets the machine look at its deadlines; a spurious call is harmless. */
    void onTimer(long nowNs);

    /**
     * Emits until there is nothing more to say or the outbox is full; returns how many frames it
     * emitted.
     */
    int poll(long nowNs, Outbox out);

    /**
     * Whether so much is still to come of what is under way that frames may wait a little for each
     * other: what a driver gains from large batches is then more than what it loses by the wait.
     */
    boolean isStreaming();

    /** When {@link #onTimer} is next due; {@code Long.MAX_VALUE} for never. */
    long deadlineNs();
}
