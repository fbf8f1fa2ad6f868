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
        MULTICAST,
        /** All members of a branch have arrived: its parent gets their sum. */
        FORWARD,
        /** The parent has had the sum of the position and not answered: it gets it again. */
        FORWARD_AGAIN
    }

    /**
     * Takes one frame of span 1 whose form has been checked: DATA or CREDIT of a member, RESULT or
     * RECEIPT from the parent of a branch.
     */
    Verdict process(long nowNs, Frame frame);

    /**
     * How many lanes the outcome of {@code position} has for {@code member}: 0 for one who takes
     * nothing, -1 when no longer held.
     */
    int outcomeLanes(int channel, long position, int member);

    /**
     * Whether {@code member} has said that its next position belongs to the same exchange, and that
     * is not complete: something for it will follow the outcome of {@code position}.
     */
    boolean isFollowed(int channel, long position, int member);

    /** Whether a frame of {@code position}, which is held, has met a long queue on its way. */
    boolean isMarked(int channel, long position);

    /** Writes the RESULT of a position that is complete and held into {@code out}. */
    void encodeResult(int channel, long position, int member, boolean resent, Frame out);

    /**
     * How many lanes a branch passes on to its parent for {@code position}: 0 when nobody below
     * gives, -1 when it has nothing to pass on now.
     */
    int forwardLanes(int channel, long position);

    /** Writes what a branch passes on, as DATA or as CREDIT, into {@code out}. */
    void encodeForward(int channel, long position, boolean resent, Frame out);
}
