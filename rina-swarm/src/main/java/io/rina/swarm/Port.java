package io.rina.swarm;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;

import org.jspecify.annotations.Nullable;

/**
 * A node's way out: a short queue in front of a link. What leaves is shown to the audit of the
 * windows first.
 */
final class Port implements Outbox {
    /** What the link takes for a frame: 1,400 bytes at 25 Gbit/s. */
    static final long FRAME_NS = 450;

    private final int node;
    private final FrameStore store;
    private final Network network;
    private final MemberWindows windows;
    private final long queueNs;
    private final Frame view = new Frame();

    private int claimed = -1;
    private long nowNs;
    private long busyUntilNs;
    private boolean refused;

    Port(int node, int queueFrames, FrameStore store, Network network, MemberWindows windows) {
        this.node = node;
        this.store = store;
        this.network = network;
        this.windows = windows;
        this.queueNs = queueFrames * FRAME_NS;
    }

    /** To be called before each poll. */
    Port at(long timeNs) {
        nowNs = timeNs;
        refused = false;
        return this;
    }

    /** Whether the poll before met a full queue. */
    boolean hasRefused() {
        return refused;
    }

    /** When there is room for a frame again. */
    long roomAtNs() {
        return Math.max(nowNs, busyUntilNs + FRAME_NS - queueNs);
    }

    @Override
    public @Nullable Frame claim(int to, int lengthBytes) {
        if (roomAtNs() > nowNs) {
            refused = true;
            return null;
        }
        if (claimed >= 0) {
            store.release(claimed);
        }
        claimed = store.take(node, to, lengthBytes);
        return store.view(claimed, view);
    }

    @Override
    public void commit() {
        if (claimed < 0) {
            throw new IllegalStateException("node " + node + " commits without a claim");
        }
        if (view.type().isForSite()) {
            windows.onSent(node, view);
        }
        busyUntilNs = Math.max(nowNs, busyUntilNs) + FRAME_NS;
        int slot = claimed;
        claimed = -1;
        network.send(busyUntilNs, slot);
    }
}
