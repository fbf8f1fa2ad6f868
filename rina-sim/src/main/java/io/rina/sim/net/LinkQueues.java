package io.rina.sim.net;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The output queue and the wire of every link.
 *
 * <p>A queue is served in order at a constant rate, so a packet's time of departure is known when it
 * joins: {@code freeAtPs}, when the last bit ahead of it has left, is all the state that a queue
 * needs, and what waits is (freeAt - now) x rate bytes. So a packet costs one event a link, its
 * arrival at the far end, and since arrivals keep their order, one pending event a link.
 */
final class LinkQueues {
    private static final int NONE = -1;

    final long[] freeAtPs;
    private final LinkSpeed[] speed;
    private final long[] capacityPs;
    private final long[] markPs;
    /** Null where a port has a buffer of its own. */
    private final @Nullable SharedBuffer[] shared;

    private final int[] head;
    private final int[] tail;

    final long[] packets;
    final long[] bytes;
    final long[] dropped;
    final long[] marked;
    final long[] peakPs;

    LinkQueues(List<Link> links, BufferOptions[] buffers) {
        int count = links.size();
        speed = links.stream().map(Link::speed).toArray(LinkSpeed[]::new);
        freeAtPs = new long[count];
        capacityPs = new long[count];
        markPs = new long[count];
        for (int i = 0; i < count; i++) {
            capacityPs[i] = speed[i].sendingPs(buffers[i].capacityBytes());
            markPs[i] = speed[i].sendingPs(buffers[i].markAboveBytes());
        }
        shared = shared(links, buffers);
        head = new int[count];
        tail = new int[count];
        Arrays.fill(head, NONE);
        packets = new long[count];
        bytes = new long[count];
        dropped = new long[count];
        marked = new long[count];
        peakPs = new long[count];
    }

    /** One for each node that has links with a shared buffer. */
    private static @Nullable SharedBuffer[] shared(List<Link> links, BufferOptions[] buffers) {
        double[] bytesPerPs = links.stream()
                .mapToDouble(link -> link.speed().rateBitsPerSec() / 8e12)
                .toArray();
        @Nullable SharedBuffer[] shared = new SharedBuffer[links.size()];
        Map<Integer, SharedBuffer> ofNode = new HashMap<>();
        for (int i = 0; i < shared.length; i++) {
            if (buffers[i].isShared()) {
                BufferOptions options = buffers[i];
                shared[i] = ofNode.computeIfAbsent(
                        links.get(i).from(),
                        node -> new SharedBuffer(linksFrom(node, links), bytesPerPs, options));
            }
        }
        return shared;
    }

    private static int[] linksFrom(int node, List<Link> links) {
        return IntStream.range(0, links.size())
                .filter(link -> links.get(link).from() == node)
                .toArray();
    }

    /** How long what waits at {@code link} will take to leave. */
    long backlogPs(int link, long nowPs) {
        return Math.max(0, freeAtPs[link] - nowPs);
    }

    /**
     * Puts {@code packet} on {@code link}. Returns false when the buffer is full and the packet lost.
     */
    boolean join(int link, long nowPs, int packet, Packets pool) {
        long startPs = Math.max(nowPs, freeAtPs[link]);
        long endPs = startPs + speed[link].sendingPs(pool.wireBytes[packet]);
        long backlogPs = endPs - nowPs;
        SharedBuffer others = shared[link];
        if (backlogPs > capacityPs[link]
                || (others != null
                        && !others.takes(
                                link, startPs - nowPs, pool.wireBytes[packet], nowPs, freeAtPs))) {
            dropped[link]++;
            return false;
        }
        if (startPs - nowPs > markPs[link]) {
            pool.marked[packet] = true;
            marked[link]++;
        }
        freeAtPs[link] = endPs;
        peakPs[link] = Math.max(peakPs[link], backlogPs);
        packets[link]++;
        bytes[link] += pool.wireBytes[packet];
        pool.arrivalPs[packet] = endPs + speed[link].delayPs();
        pool.next[packet] = NONE;
        if (head[link] == NONE) {
            head[link] = packet;
        } else {
            pool.next[tail[link]] = packet;
        }
        tail[link] = packet;
        return true;
    }

    /** Whether {@code packet} is next to arrive at the end of {@code link}. */
    boolean isFirst(int link, int packet) {
        return head[link] == packet;
    }

    /** Takes the packet that has arrived at the end of {@code link}. */
    int remove(int link, Packets pool) {
        int packet = head[link];
        head[link] = pool.next[packet];
        return packet;
    }

    /** The packet that arrives next at the end of {@code link}, or -1. */
    int first(int link) {
        return head[link];
    }
}
