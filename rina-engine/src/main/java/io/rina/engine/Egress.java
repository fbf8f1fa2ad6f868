package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The way out of a node: counts what leaves it, and hands frames for the node itself straight to
 * the machine that they are for, so that a site on the worker's own host is a site like any other.
 */
final class Egress implements Outbox {
    /** Takes a frame that stays on this node. */
    interface Local {
        void deliver(long nowNs, Frame frame);
    }

    private final int node;
    private final Local local;
    private final Counters counters;
    private final MemorySegment scratch;
    private final Frame localFrame = new Frame();
    private @Nullable Outbox out;
    private @Nullable Frame claimed;
    private long nowNs;

    Egress(int node, int maxFrameBytes, Local local, Counters counters) {
        this.node = node;
        this.local = local;
        this.counters = counters;
        this.scratch = MemorySegment.ofArray(new byte[maxFrameBytes]);
    }

    Egress to(long nowNs, Outbox out) {
        this.nowNs = nowNs;
        this.out = out;
        return this;
    }

    @Override
    public @Nullable Frame claim(int node, int lengthBytes) {
        claimed = node == this.node
                ? localFrame.wrap(scratch, 0, lengthBytes)
                : outbox().claim(node, lengthBytes);
        return claimed;
    }

    @Override
    public void commit() {
        Frame frame = claimed;
        if (frame == null) {
            throw new IllegalStateException("commit without a claim");
        }
        if (frame == localFrame) {
            local.deliver(nowNs, frame);
        } else {
            counters.onSent(frame);
            outbox().commit();
        }
    }

    private Outbox outbox() {
        if (out == null) {
            throw new IllegalStateException("node " + node + " sends before its first poll");
        }
        return out;
    }
}
