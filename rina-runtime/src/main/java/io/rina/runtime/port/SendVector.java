package io.rina.runtime.port;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/**
 * What one sendmmsg call is to send: a snapshot of the queues, cut into messages.
 *
 * <p>The queues alone hold the state. After a call that took some of the messages, or refused one,
 * the vector is gathered anew, which costs little and happens seldom.
 */
final class SendVector {
    /** Five queues of plain 1,472-byte frames, or as many super-packets. */
    private static final int CAPACITY = 256;

    private final QueueOutbox outbox;
    private final int family;
    private final MemorySegment addresses;
    private final Mmsghdr messages;
    private final SendQueue[] queue = new SendQueue[CAPACITY];
    private final int[] frames = new int[CAPACITY];
    private final int[] bytes = new int[CAPACITY];
    /** The queue to start from, so that none starves when the kernel has room for a few only. */
    private int firstNode;

    SendVector(Arena arena, QueueOutbox outbox, int family) {
        this.outbox = outbox;
        this.family = family;
        this.addresses = arena.allocate((long) outbox.queues() * SocketAddressCodec.MAX_BYTES, 8);
        this.messages = new Mmsghdr(arena, CAPACITY);
    }

    void peer(int node, InetSocketAddress address) {
        SocketAddressCodec.encode(address, family, addresses, nameOffset(node));
    }

    private static long nameOffset(int node) {
        return (long) node * SocketAddressCodec.MAX_BYTES;
    }

    MemorySegment headers() {
        return messages.headers();
    }

    /** Fills the vector from the queues and returns the number of messages. */
    int gather() {
        int count = 0;
        int queues = outbox.queues();
        for (int i = 0; i < queues && count < CAPACITY; i++) {
            int node = firstNode + i;
            count = gather(outbox.queue(node < queues ? node : node - queues), count);
        }
        return count;
    }

    private int gather(SendQueue from, int start) {
        int count = start;
        int frame = from.headFrame();
        long offset = from.headOffset();
        while (frame < from.tailFrame() && count < CAPACITY) {
            int run = from.framesInRun(frame);
            int length = bytesOf(from, frame, run);
            put(count, from, offset, length);
            frames[count] = run;
            if (run == 1) {
                messages.controlBytes(count, 0);
            } else {
                messages.segmentBytes(count, from.lengthBytes(frame));
            }
            frame += run;
            offset += length;
            count++;
        }
        return count;
    }

    private static int bytesOf(SendQueue queue, int frame, int frames) {
        int bytes = 0;
        for (int i = 0; i < frames; i++) {
            bytes += queue.lengthBytes(frame + i);
        }
        return bytes;
    }

    private void put(int i, SendQueue from, long offset, int length) {
        queue[i] = from;
        bytes[i] = length;
        messages.name(
                i,
                addresses.address() + nameOffset(from.node()),
                SocketAddressCodec.lengthBytes(family));
        messages.data(i, from.memory().address() + offset, length);
    }

    /** Whether the first message is a super-packet. */
    boolean startsWithRun() {
        return frames[0] > 1;
    }

    /** The queue of the first message. */
    SendQueue firstQueue() {
        return queue[0];
    }

    /** Takes the frames of the first {@code count} messages out of their queues. */
    int remove(int count, PortCounters counters) {
        int total = 0;
        for (int i = 0; i < count; i++) {
            outbox.remove(queue[i], frames[i], bytes[i]);
            counters.onSent(frames[i], bytes[i]);
            total += frames[i];
        }
        SendQueue last = queue[count - 1];
        // A queue that ran empty may be full again by the next call: it goes behind the others.
        firstNode = last.isEmpty() ? (last.node() + 1) % outbox.queues() : last.node();
        return total;
    }

    /** Gives up the first message. */
    void refuse(PortCounters counters) {
        outbox.remove(queue[0], frames[0], bytes[0]);
        counters.onRefused(frames[0]);
    }
}
