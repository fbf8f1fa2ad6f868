package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;

import java.lang.foreign.MemorySegment;

/**
 * A relay in software: feeds a {@link RelayPipeline}, and keeps what is to be sent until there is
 * room. Where that is more than its queue holds, frames are lost as in any switch.
 */
final class Relay {
    /** A repetition sends two: what was held, and itself. */
    private static final int MOST_A_FRAME = 2;

    private final RelayedChannels relayed;
    private final RelayPipeline pipeline;
    private final Counters counters;
    private final int frameBytes;
    private final MemorySegment memory;
    private final Frame frame = new Frame();
    /** By place: the frame's length, its channel's number, and who still gets a copy. */
    private final int[] lengthBytes;

    private final int[] channel;
    /** Counted from the first member under the relay; 0 for a frame to the server. */
    private final int[] copies;

    private int head;
    private int size;

    Relay(RelayedChannels relayed, Limits limits, RelayPipeline pipeline, Counters counters) {
        this.relayed = relayed;
        this.pipeline = pipeline;
        this.counters = counters;
        frameBytes = limits.maxFrameBytes();
        // For each position under way one sum up and one result down, and some repetitions.
        int places = relayed.count() == 0 ? 0 : (relayed.count() + 1) * 2 * limits.pool() + 2;
        memory = MemorySegment.ofArray(new byte[Math.multiplyExact(places, frameBytes)]);
        lengthBytes = new int[places];
        channel = new int[places];
        copies = new int[places];
    }

    /** Whether the frame's channel is relayed here. */
    boolean relays(Frame frame) {
        return relayed.number(frame.channel()) >= 0;
    }

    /** Takes a frame of a relayed channel, whose form has been checked. */
    void onFrame(long nowNs, Frame in) {
        if (lengthBytes.length - size < MOST_A_FRAME) {
            counters.increment(Counter.QUEUE_FULL);
            return;
        }
        if (in.lengthBytes() > frameBytes) {
            counters.increment(Counter.MISMATCH);
            return;
        }
        int number = relayed.number(in.channel());
        switch (pipeline.process(nowNs, in)) {
            case CONSUME -> {}
            case FORWARD -> addSum(number);
            case PASS -> add(number, in, 0);
            case FLUSH_AND_PASS -> {
                addSum(number);
                add(number, in, 0);
            }
            case REPLICATE -> add(number, in, relayed.bitmap(number, in.member(), in.bitmap()));
        }
    }

    private void addSum(int number) {
        pipeline.take(place(number, Frame.HEADER_BYTES + pipeline.lanes() * Integer.BYTES, 0));
    }

    private void add(int number, Frame in, int members) {
        Frame out = place(number, in.lengthBytes(), members);
        MemorySegment.copy(
                in.segment(), in.offset(), out.segment(), out.offset(), in.lengthBytes());
    }

    /** The next place in the queue, for a frame of that length. */
    private Frame place(int number, int bytes, int members) {
        int tail = (head + size) % lengthBytes.length;
        size++;
        lengthBytes[tail] = bytes;
        channel[tail] = number;
        copies[tail] = members;
        return frame.wrap(memory, (long) tail * frameBytes, bytes);
    }

    /** As {@link Endpoint#poll}. */
    int poll(Outbox out) {
        int sent = 0;
        while (size > 0) {
            int number = channel[head];
            int place = Integer.numberOfTrailingZeros(copies[head]);
            int member = copies[head] == 0 ? 0 : relayed.member(number, place);
            int node =
                    copies[head] == 0 ? relayed.serverNode(number) : relayed.node(number, member);
            Frame claimed = out.claim(node, lengthBytes[head]);
            if (claimed == null) {
                break;
            }
            MemorySegment.copy(
                    memory,
                    (long) head * frameBytes,
                    claimed.segment(),
                    claimed.offset(),
                    lengthBytes[head]);
            if (copies[head] != 0) {
                claimed.member(member).bitmap(1);
            }
            out.commit();
            sent++;
            advance();
        }
        return sent;
    }

    /** Past the copy just sent, and past the frame when it was the last. */
    private void advance() {
        copies[head] &= copies[head] - 1;
        if (copies[head] == 0) {
            head = (head + 1) % lengthBytes.length;
            size--;
        }
    }
}
