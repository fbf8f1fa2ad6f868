package io.rina.sim.net;

/**
 * Something at a node that sends and receives packets. A machine like {@code Endpoint}: inputs
 * change its state, {@link #poll} sends.
 */
public interface Station {
    /** Takes a packet's frame; it is valid only during the call. */
    void onPacket(long nowPs, int packet);

    /** Lets it look at its deadlines; a spurious call is harmless. */
    void onTimer(long nowPs);

    /** Sends what there is to send. */
    void poll(long nowPs);

    /** When {@link #onTimer} is next due; {@code Long.MAX_VALUE} for never. */
    long deadlinePs();
}
