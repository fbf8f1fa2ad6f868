package io.rina.swarm;

import io.rina.engine.Endpoint;

import java.util.Arrays;

/** An endpoint and what the driver knows of it. */
final class Node {
    /** Frames that wait in front of a paused node; more are lost. */
    private static final int BACKLOG_FRAMES = 16;

    final int id;
    final Endpoint endpoint;
    final Port port;

    /** Slots that arrived during a pause. */
    private final int[] backlog = new int[BACKLOG_FRAMES];

    private int backlogCount;
    boolean paused;
    /** The time of the timer event that counts, or MAX_VALUE; others are out of date. */
    long armedNs = Long.MAX_VALUE;

    boolean pollPending;
    /** A start that fell into a pause. */
    boolean startPending;

    Node(int id, Endpoint endpoint, Port port) {
        this.id = id;
        this.endpoint = endpoint;
        this.port = port;
    }

    /** Keeps a frame for later; false when there is no room. */
    boolean postpone(int slot) {
        if (backlogCount == backlog.length) {
            return false;
        }
        backlog[backlogCount++] = slot;
        return true;
    }

    /** The frames kept, in order; there are none afterwards. */
    int[] takeBacklog() {
        int[] taken = Arrays.copyOf(backlog, backlogCount);
        backlogCount = 0;
        return taken;
    }
}
