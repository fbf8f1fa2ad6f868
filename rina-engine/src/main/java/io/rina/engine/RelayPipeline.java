package io.rina.engine;

import io.rina.wire.Frame;

/**
 * What a ToR does with one frame on its way to or from the server of a relayed channel. It combines
 * as well as it can and keeps no account: what it cannot keep goes on as it is. Like
 * {@link SwitchPipeline} it has no timers and originates nothing.
 */
public interface RelayPipeline {
    /** What the frame just processed calls for. */
    enum Verdict {
        /** Nothing is to be sent. */
        CONSUME,
        /** All members under the relay are in the slot: {@link #take} it, for the server. */
        FORWARD,
        /** The frame goes on to the server as it is. */
        PASS,
        /** What the slot holds goes to the server, by {@link #take}, and then the frame as it is. */
        FLUSH_AND_PASS,
        /** Each member in the frame's bitmap gets a copy. */
        REPLICATE
    }

    /** Takes DATA from members or RESULT from the server, whose form has been checked. */
    Verdict process(long nowNs, Frame frame);

    /** How many lanes {@link #take} gives after a verdict that calls for it. */
    int lanes();

    /** Writes what the slot of the frame just processed holds into {@code out}, and frees it. */
    void take(Frame out);
}
