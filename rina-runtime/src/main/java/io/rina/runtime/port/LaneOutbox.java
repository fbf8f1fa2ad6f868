package io.rina.runtime.port;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The outbox of both kinds of port: one lane a node, in one piece of memory. */
final class LaneOutbox implements Outbox {
    private final Lane[] lanes;
    private final int maxFrameBytes;
    private final Frame frame = new Frame();
    private @Nullable Lane claimed;
    private int claimedBytes;
    private int queuedFrames;
    private boolean open = true;

    LaneOutbox(MemorySegment memory, int nodes, int maxFrameBytes, int runFrames) {
        this.maxFrameBytes = maxFrameBytes;
        this.lanes = new Lane[nodes];
        for (int node = 0; node < nodes; node++) {
            lanes[node] = new Lane(node, memory, (long) node * Lane.BYTES, runFrames);
        }
    }

    static long memoryBytes(int nodes) {
        return (long) nodes * Lane.BYTES;
    }

    @Override
    public @Nullable Frame claim(int node, int lengthBytes) {
        Lane lane = lane(node);
        if (lengthBytes < 1 || lengthBytes > maxFrameBytes) {
            throw new IllegalArgumentException("a frame of " + lengthBytes + " bytes, where 1 to "
                    + maxFrameBytes + " can be sent");
        }
        if (!open || lane.peer() == null) {
            throw new IllegalStateException(
                    open ? "node " + node + " has no address" : "the port is closed");
        }
        if (!lane.hasRoom(lengthBytes)) {
            claimed = null;
            return null;
        }
        claimed = lane;
        claimedBytes = lengthBytes;
        return frame.wrap(lane.memory(), lane.tailOffset(), lengthBytes);
    }

    @Override
    public void commit() {
        Lane lane = claimed;
        if (lane == null) {
            throw new IllegalStateException("commit without a claim");
        }
        lane.append(claimedBytes);
        queuedFrames++;
        claimed = null;
    }

    /** Forgets a claim that was not committed: a flush may move the place where it would go. */
    void dropClaim() {
        claimed = null;
    }

    int lanes() {
        return lanes.length;
    }

    Lane lane(int node) {
        if (node < 0 || node >= lanes.length) {
            throw new IllegalArgumentException(
                    "node " + node + " of " + lanes.length + ", counted from 0");
        }
        return lanes[node];
    }

    int queuedFrames() {
        return queuedFrames;
    }

    /** Takes the oldest frames out of a lane, sent or given up. */
    void remove(Lane lane, int frames, int bytes) {
        lane.remove(frames, bytes);
        queuedFrames -= frames;
    }

    void close() {
        open = false;
        claimed = null;
    }
}
