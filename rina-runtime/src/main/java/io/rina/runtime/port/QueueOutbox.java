package io.rina.runtime.port;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The outbox of both kinds of port: one queue a node, in one piece of memory. */
final class QueueOutbox implements Outbox {
    private final SendQueue[] queues;
    private final int maxFrameBytes;
    private final Frame frame = new Frame();
    private @Nullable SendQueue claimed;
    private int claimedBytes;
    private int queuedFrames;
    private boolean open = true;

    QueueOutbox(MemorySegment memory, int nodes, int maxFrameBytes, int runFrames) {
        this.maxFrameBytes = maxFrameBytes;
        this.queues = new SendQueue[nodes];
        for (int node = 0; node < nodes; node++) {
            queues[node] = new SendQueue(node, memory, (long) node * SendQueue.BYTES, runFrames);
        }
    }

    static long memoryBytes(int nodes) {
        return (long) nodes * SendQueue.BYTES;
    }

    @Override
    public @Nullable Frame claim(int node, int lengthBytes) {
        SendQueue queue = queue(node);
        if (lengthBytes < 1 || lengthBytes > maxFrameBytes) {
            throw new IllegalArgumentException("a frame of " + lengthBytes + " bytes, where 1 to "
                    + maxFrameBytes + " can be sent");
        }
        if (!open || queue.peer() == null) {
            throw new IllegalStateException(
                    open ? "node " + node + " has no address" : "the port is closed");
        }
        if (!queue.hasRoom(lengthBytes)) {
            claimed = null;
            return null;
        }
        claimed = queue;
        claimedBytes = lengthBytes;
        return frame.wrap(queue.memory(), queue.tailOffset(), lengthBytes);
    }

    @Override
    public void commit() {
        SendQueue queue = claimed;
        if (queue == null) {
            throw new IllegalStateException("commit without a claim");
        }
        queue.append(claimedBytes);
        queuedFrames++;
        claimed = null;
    }

    /** Forgets a claim that was not committed: a flush may move the place where it would go. */
    void dropClaim() {
        claimed = null;
    }

    int queues() {
        return queues.length;
    }

    SendQueue queue(int node) {
        if (node < 0 || node >= queues.length) {
            throw new IllegalArgumentException(
                    "node " + node + " of " + queues.length + ", counted from 0");
        }
        return queues[node];
    }

    int queuedFrames() {
        return queuedFrames;
    }

    /** Takes the oldest frames out of a queue, sent or given up. */
    void remove(SendQueue queue, int frames, int bytes) {
        queue.remove(frames, bytes);
        queuedFrames -= frames;
    }

    void close() {
        open = false;
        claimed = null;
    }
}
