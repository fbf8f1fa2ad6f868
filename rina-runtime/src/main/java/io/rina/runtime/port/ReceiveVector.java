package io.rina.runtime.port;

import io.rina.wire.Frame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What one recvmmsg call receives into. With GRO the kernel merges datagrams of one sender and
 * equal length, so each message needs room for 64 KiB and is cut into frames again here.
 *
 * <p>No sender's address is asked for: a frame says itself whom it is from.
 */
final class ReceiveVector {
    private static final int GRO_MESSAGES = 16; // 1 MiB of buffers
    private static final int PLAIN_MESSAGES = 64;
    private static final int GRO_BYTES = 65_536;
    /**
     * Three cache lines between buffers: at a distance that is a power of two the headers of all
     * frames would fall into the same few lines of the cache.
     */
    private static final int PADDING_BYTES = 3 * 64;

    private final int maxFrameBytes;
    private final int controlBytes;
    private final long strideBytes;
    private final Mmsghdr messages;
    private final MemorySegment buffers;
    private final PortCounters counters;
    private final Frame frame = new Frame();

    ReceiveVector(Arena arena, int maxFrameBytes, boolean gro, PortCounters counters) {
        int count = gro ? GRO_MESSAGES : PLAIN_MESSAGES;
        int capacityBytes = gro ? GRO_BYTES : maxFrameBytes;
        this.maxFrameBytes = maxFrameBytes;
        this.controlBytes = gro ? Mmsghdr.CONTROL_BYTES : 0;
        this.strideBytes = (capacityBytes + 63L) / 64 * 64 + PADDING_BYTES;
        this.messages = new Mmsghdr(arena, count);
        this.buffers = arena.allocate(strideBytes * count, 64);
        this.counters = counters;
        for (int i = 0; i < count; i++) {
            messages.data(i, buffers.address() + strideBytes * i, capacityBytes);
        }
    }

    MemorySegment headers() {
        return messages.headers();
    }

    int count() {
        return messages.count();
    }

    /**
     * Makes ready for a call. The kernel overwrites the length of the control room with what it
     * used: without this every second merged message would pass for a single frame.
     */
    void prepare() {
        for (int i = 0; i < messages.count(); i++) {
            messages.controlBytes(i, controlBytes);
        }
    }

    /** Hands out the frames of the first {@code count} messages and returns their number. */
    int deliver(int count, FrameSink sink) {
        int frames = 0;
        for (int i = 0; i < count; i++) {
            frames += deliverMessage(i, sink);
        }
        return frames;
    }

    private int deliverMessage(int i, FrameSink sink) {
        int totalBytes = messages.movedBytes(i);
        int groBytes = messages.groSegmentBytes(i);
        int segmentBytes = groBytes > 0 ? groBytes : totalBytes;
        if (messages.isTruncated(i)) {
            counters.onTruncated();
            return 0;
        }
        int frames = 0;
        int fromBytes = 0;
        do { // Once even for no bytes at all: an empty datagram is one too.
            int lengthBytes = Math.min(segmentBytes, totalBytes - fromBytes);
            frames += deliverFrame(strideBytes * i + fromBytes, lengthBytes, sink);
            fromBytes += lengthBytes;
        } while (fromBytes < totalBytes);
        return frames;
    }

    /** Merged datagrams may be too long one by one, and the last of them short enough. */
    private int deliverFrame(long offset, int lengthBytes, FrameSink sink) {
        if (lengthBytes > maxFrameBytes) {
            counters.onTruncated();
            return 0;
        }
        counters.onReceived(lengthBytes);
        sink.onFrame(frame.wrap(buffers, offset, lengthBytes));
        return 1;
    }
}
