package io.rina.sim.net;

import io.rina.wire.Frame;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The packets under way, as one array a field, in slots that are used again. A packet's length on
 * the wire is a number of its own: the frame in it carries a digest in place of the payload.
 */
final class Packets {
    private final int frameBytes;
    private byte[] bytes = {};
    private MemorySegment segment = MemorySegment.ofArray(bytes);
    int[] wireBytes = {};
    int[] frameLength = {};
    /** The station that it is for. */
    int[] target = {};

    int[] flow = {};
    /** The link into the switch that it waits at, or -1; kept where links may be paused. */
    int[] cameBy = {};
    /** The packet behind it on its link. */
    int[] next = {};

    long[] arrivalPs = {};
    /** What a packet without a frame says. */
    long[] number = {};

    boolean[] marked = {};
    private int[] free = {};
    private int freeCount;

    /** For frames of {@code frameBytes} at most. */
    Packets(int frameBytes) {
        this.frameBytes = frameBytes;
    }

    int take(int to, int ofFlow, int length, int onWire) {
        if (length > frameBytes) {
            throw new IllegalArgumentException(
                    "a frame of " + length + " bytes where " + frameBytes + " is the most");
        }
        if (freeCount == 0) {
            grow();
        }
        int packet = free[--freeCount];
        target[packet] = to;
        flow[packet] = ofFlow;
        frameLength[packet] = length;
        wireBytes[packet] = onWire;
        marked[packet] = false;
        return packet;
    }

    void release(int packet) {
        free[freeCount++] = packet;
    }

    /** Packets taken and not released. */
    int inUse() {
        return wireBytes.length - freeCount;
    }

    private void grow() {
        int old = wireBytes.length;
        int capacity = Math.max(256, 2 * old);
        bytes = Arrays.copyOf(bytes, Math.multiplyExact(capacity, frameBytes));
        segment = MemorySegment.ofArray(bytes);
        wireBytes = Arrays.copyOf(wireBytes, capacity);
        frameLength = Arrays.copyOf(frameLength, capacity);
        target = Arrays.copyOf(target, capacity);
        flow = Arrays.copyOf(flow, capacity);
        cameBy = Arrays.copyOf(cameBy, capacity);
        next = Arrays.copyOf(next, capacity);
        arrivalPs = Arrays.copyOf(arrivalPs, capacity);
        number = Arrays.copyOf(number, capacity);
        marked = Arrays.copyOf(marked, capacity);
        free = new int[capacity];
        for (int packet = capacity - 1; packet >= old; packet--) {
            free[freeCount++] = packet;
        }
    }

    /** Points {@code view} at the packet's frame; valid until the next packet is taken. */
    Frame view(int packet, Frame view) {
        return view.wrap(segment, (long) packet * frameBytes, frameLength[packet]);
    }
}
