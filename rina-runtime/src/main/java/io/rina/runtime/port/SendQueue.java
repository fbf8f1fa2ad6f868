package io.rina.runtime.port;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The frames queued for one node, end to end in one piece of memory, so that a run of them can
 * leave as one super-packet without a copy.
 *
 * <p>Room is won back only when the queue has run empty, which after a flush it nearly always has;
 * a ring would tear runs apart where it wraps.
 */
final class SendQueue {
    /** A full queue is the largest super-packet: 44 frames of 1,472 bytes are 64,768 bytes. */
    static final int BYTES = 65_536;

    /** Enough for 64-byte frames; a credit is 40 bytes, but nobody owes a node a thousand. */
    static final int MAX_FRAMES = 1_024;

    private final int node;
    private final MemorySegment memory;
    private final long base;
    private final int[] lengths = new int[MAX_FRAMES];
    private int headFrame;
    private int tailFrame;
    private int headBytes;
    private int tailBytes;
    private int runFrames;
    private @Nullable InetSocketAddress peer;

    /**
     * @param base where this queue's {@link #BYTES} start in {@code memory}
     * @param runFrames how many frames may leave as one super-packet
     */
    SendQueue(int node, MemorySegment memory, long base, int runFrames) {
        this.node = node;
        this.memory = memory;
        this.base = base;
        this.runFrames = runFrames;
    }

    int node() {
        return node;
    }

    MemorySegment memory() {
        return memory;
    }

    @Nullable
    InetSocketAddress peer() {
        return peer;
    }

    void peer(InetSocketAddress address) {
        peer = address;
    }

    boolean isEmpty() {
        return headFrame == tailFrame;
    }

    boolean hasRoom(int lengthBytes) {
        return tailBytes + lengthBytes <= BYTES && tailFrame < MAX_FRAMES;
    }

    /** Where in the memory the next frame goes. */
    long tailOffset() {
        return base + tailBytes;
    }

    /** Where in the memory the oldest frame lies. */
    long headOffset() {
        return base + headBytes;
    }

    int headFrame() {
        return headFrame;
    }

    int tailFrame() {
        return tailFrame;
    }

    int lengthBytes(int frame) {
        return lengths[frame];
    }

    void append(int lengthBytes) {
        lengths[tailFrame++] = lengthBytes;
        tailBytes += lengthBytes;
    }

    /** Takes the oldest frames out. */
    void remove(int frames, int bytes) {
        headFrame += frames;
        headBytes += bytes;
        if (isEmpty()) {
            headFrame = 0;
            tailFrame = 0;
            headBytes = 0;
            tailBytes = 0;
        }
    }

    void runFrames(int frames) {
        runFrames = frames;
    }

    /**
     * How many frames from {@code frame} on may leave as one super-packet: the kernel cuts it into
     * equal pieces, so all are as long as the first but the last, which may be shorter.
     */
    int framesInRun(int frame) {
        int segmentBytes = lengths[frame];
        int end = Math.min(tailFrame, frame + runFrames);
        int bytes = segmentBytes;
        int next = frame + 1;
        while (next < end && lengths[next - 1] == segmentBytes && lengths[next] <= segmentBytes) {
            bytes += lengths[next];
            if (bytes > PortOptions.MAX_DATAGRAM_BYTES) {
                break;
            }
            next++;
        }
        return next - frame;
    }
}
