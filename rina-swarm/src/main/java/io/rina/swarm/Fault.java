package io.rina.swarm;

import java.util.Locale;

/**
 * What may go wrong, each at a level of its own from 0 (never) to {@link #WORST_LEVEL}. All but
 * PAUSE are chances by frame, here per thousand for levels 1, 2 and 3; for PAUSE it is the mean
 * number of pauses in ten milliseconds.
 */
public enum Fault {
    /** The frame is lost. */
    DROP(5, 40, 200),
    /** The frame arrives twice, the second time up to several round trips later. */
    DUPLICATE(5, 40, 200),
    /** The frame is up to several round trips late, so that others overtake it. */
    REORDER(30, 150, 500),
    /** The frame is late by many timeouts, often by whole operations. */
    LATE(2, 10, 50),
    /**
     * One to three bits of the frame flip; the frame check sequence finds out, and the frame is
     * lost.
     */
    CORRUPT(5, 20, 100),
    /**
     * A node, which may be a switch, does nothing for a while; frames queue up in front of it, and
     * then are lost.
     */
    PAUSE(2, 10, 40),
    /** With this frame comes another one that has no business here; see {@link Garbage}. */
    GARBAGE(5, 40, 200),
    /** A queue on the way marks the frame (ECN). */
    MARK(10, 100, 500);

    public static final int WORST_LEVEL = 3;

    private final int light;
    private final int medium;
    private final int heavy;

    Fault(int light, int medium, int heavy) {
        this.light = light;
        this.medium = medium;
        this.heavy = heavy;
    }

    int rate(int level) {
        return switch (level) {
            case 0 -> 0;
            case 1 -> light;
            case 2 -> medium;
            default -> heavy;
        };
    }

    /** Its key in a scenario's line. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
