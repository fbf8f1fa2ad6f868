package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Endpoints in one thread, with a queue in native memory from each to each other. */
final class MemoryLinks implements Outbox {
    private final Endpoint[] nodes;
    private final Queue[][] queues;
    private int from;
    private @Nullable Queue claimed;
    private long nowNs;

    MemoryLinks(int frameBytes, List<Endpoint> nodes) {
        this.nodes = nodes.toArray(Endpoint[]::new);
        queues = new Queue[nodes.size()][nodes.size()];
        for (Queue[] row : queues) {
            Arrays.setAll(row, node -> new Queue(frameBytes));
        }
    }

    @Override
    public @Nullable Frame claim(int node, int lengthBytes) {
        claimed = queues[from][node];
        return claimed.claim(lengthBytes);
    }

    @Override
    public void commit() {
        if (claimed != null) {
            claimed.commit();
        }
    }

    /** Polls and delivers until nothing moves; returns how many frames have. */
    long run() {
        long frames = 0;
        long before;
        do {
            before = frames;
            nowNs += 1_000;
            for (from = 0; from < nodes.length; from++) {
                frames += nodes[from].poll(nowNs, this);
                for (int to = 0; to < nodes.length; to++) {
                    queues[from][to].deliver(nowNs, nodes[to]);
                }
            }
        } while (frames > before);
        return frames;
    }

    /** As many frames as a port queues for one node. */
    private static final class Queue {
        private static final int FRAMES = 64;

        private final int frameBytes;
        private final MemorySegment memory;
        private final int[] lengths = new int[FRAMES];
        private final Frame frame = new Frame();
        private int size;
        private int claimedBytes;

        Queue(int frameBytes) {
            this.frameBytes = frameBytes;
            memory = Arena.ofAuto().allocate((long) FRAMES * frameBytes, 64);
        }

        @Nullable
        Frame claim(int lengthBytes) {
            if (size == FRAMES) {
                return null;
            }
            claimedBytes = lengthBytes;
            return frame.wrap(memory, (long) size * frameBytes, lengthBytes);
        }

        void commit() {
            lengths[size++] = claimedBytes;
        }

        /** All of them: an endpoint sends nothing while it takes a frame. */
        void deliver(long nowNs, Endpoint node) {
            for (int i = 0; i < size; i++) {
                node.onFrame(nowNs, frame.wrap(memory, (long) i * frameBytes, lengths[i]));
            }
            size = 0;
        }
    }
}
