package io.rina.engine;

import io.rina.wire.Frame;

/**
 * What an aggregating switch does with one frame. It has no timers and originates nothing, because
 * XDP and P4 cannot: every frame it sends answers one that came in, and all recovery is driven by
 * the end hosts.
 */
public interface SwitchPipeline {
    /** What the frame just processed calls for. */
    enum Verdict {
        /** Nothing is to be sent. */
        CONSUME,
        /** The position is complete already: its sender gets the outcome again. */
        REPLY,
        /** The position has just become complete: every member gets the outcome. */
        MULTICAST
    }

    /** Takes one DATA or CREDIT frame of span 1 whose form has been checked. */
    Verdict process(long nowNs, Frame frame);

    /**
     * How many lanes the outcome of {@code position} has for {@code member}: 0 for one who takes
     * nothing, -1 when no longer held.
     */
    int outcomeLanes(int channel, long position, int member);

    /** Writes the RESULT of a position that is complete and held into {@code out}. */
    void encodeResult(int channel, long position, int member, boolean resent, Frame out);

    /** How many members {@code channel} has. */
    int members(int channel);

    /** The node of a member. */
    int memberNode(int channel, int member);
}
