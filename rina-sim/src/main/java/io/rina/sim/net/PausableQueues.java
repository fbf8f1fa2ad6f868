package io.rina.sim.net;

import io.rina.sim.kernel.EventQueue;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The queues in front of links that may be paused. A packet waits here until its link is free and
 * not paused, and then goes to {@link LinkQueues}, where it finds nobody waiting.
 *
 * <p>For each link into a switch the bytes are counted that came by it and wait there. Where they
 * are more than the pause threshold the link's other end is told to pause, where they have fallen
 * to the other threshold, to go on; it takes a short frame's way back until it does. What a switch
 * sends of its own came by no link, and makes nobody pause.
 *
 * <p>Events: {@code L + e} when the packet that link e sends has left, {@code 2 L + e} when link e
 * is paused, or goes on.
 */
final class PausableQueues {
    /** No packet; no link, of a packet that is the node's own. */
    static final int NONE = -1;

    /** Takes a packet that its link begins to send. */
    interface Wire {
        void send(int link, int packet);
    }

    private final List<Link> all;
    private final BufferOptions[] buffers;
    private final LinkQueues links;
    private final Packets packets;
    private final EventQueue events;
    private final Wire wire;

    /** By link, as the way out of a node: those that wait, and their bytes with the one being sent. */
    private final int[] head;

    private final int[] tail;
    private final long[] waitingBytes;
    private final boolean[] isPaused;
    /** The bytes of the packet being sent, 0 for none, and by which link it had come, or NONE. */
    private final int[] sendingBytes;

    private final int[] sendingCameBy;
    /** By link, as the way into a switch. */
    private final long[] heldBytes;

    private final PauseOptions[] pause;
    private final boolean[] hasToPause;

    PausableQueues(
            Fabric fabric,
            BufferOptions[] buffers,
            LinkQueues links,
            Packets packets,
            EventQueue events,
            Wire wire) {
        all = fabric.links();
        this.buffers = buffers;
        this.links = links;
        this.packets = packets;
        this.events = events;
        this.wire = wire;
        int count = all.size();
        head = new int[count];
        Arrays.fill(head, NONE);
        tail = new int[count];
        waitingBytes = new long[count];
        isPaused = new boolean[count];
        sendingBytes = new int[count];
        sendingCameBy = new int[count];
        heldBytes = new long[count];
        hasToPause = new boolean[count];
        pause = all.stream()
                .map(link -> buffers[fabric.linksFrom(link.to())[0]].pause())
                .toArray(PauseOptions[]::new);
    }

    /**
     * Puts a packet that came by link {@code cameBy}, or from this node and by NONE, at the end of
     * the queue of {@code link}. Returns false when the buffer is full and the packet lost.
     */
    boolean join(int link, long nowPs, int packet, int cameBy) {
        int bytes = packets.wireBytes[packet];
        if (waitingBytes[link] + bytes > buffers[link].capacityBytes()) {
            links.dropped[link]++;
            return false;
        }
        if (waitingBytes[link] > buffers[link].markAboveBytes()) {
            packets.marked[packet] = true;
            links.marked[link]++;
        }
        waitingBytes[link] += bytes;
        packets.cameBy[packet] = cameBy;
        // Until it is sent its time is that at which it came.
        packets.arrivalPs[packet] = nowPs;
        packets.next[packet] = NONE;
        if (head[link] == NONE) {
            head[link] = packet;
        } else {
            packets.next[tail[link]] = packet;
        }
        tail[link] = packet;
        hold(cameBy, bytes, nowPs);
        sendNext(link);
        return true;
    }

    private void sendNext(int link) {
        int packet = head[link];
        if (packet == NONE || isPaused[link] || sendingBytes[link] > 0) {
            return;
        }
        head[link] = packets.next[packet];
        sendingBytes[link] = packets.wireBytes[packet];
        sendingCameBy[link] = packets.cameBy[packet];
        long joinedPs = packets.arrivalPs[packet];
        wire.send(link, packet);
        long leavesPs = links.freeAtPs[link];
        links.peakPs[link] = Math.max(links.peakPs[link], leavesPs - joinedPs);
        events.add(leavesPs, all.size() + link);
    }

    /** The packet that {@code link} sends has left. */
    void onLeft(int link, long nowPs) {
        int bytes = sendingBytes[link];
        sendingBytes[link] = 0;
        waitingBytes[link] -= bytes;
        hold(sendingCameBy[link], -bytes, nowPs);
        sendNext(link);
    }

    private void hold(int cameBy, int bytes, long nowPs) {
        if (cameBy == NONE) {
            return;
        }
        heldBytes[cameBy] += bytes;
        boolean isOver = heldBytes[cameBy] > pause[cameBy].aboveBytes();
        boolean isUnder = heldBytes[cameBy] <= pause[cameBy].belowBytes();
        if (hasToPause[cameBy] ? isUnder : isOver) {
            hasToPause[cameBy] = !hasToPause[cameBy];
            LinkSpeed speed = all.get(cameBy).speed();
            long arrivesPs = nowPs + speed.sendingPs(LinkSpeed.LEAST_WIRE_BYTES) + speed.delayPs();
            events.add(arrivesPs, 2 * all.size() + cameBy);
        }
    }

    /** Pauses and their ends reach {@code link} in turn. */
    void onPauseOrEnd(int link) {
        isPaused[link] = !isPaused[link];
        sendNext(link);
    }

    /** How long what waits at {@code link} takes to leave, unless it is paused. */
    long backlogPs(int link) {
        return all.get(link).speed().sendingPs(waitingBytes[link]);
    }

    /**
     * Names the switches that wait for each other in a circle; null where none do. A link is stuck
     * if more of what came by it than it may go on at waits for stuck links.
     */
    @Nullable
    String deadlock(Fabric fabric) {
        boolean[] stuck = hasToPause.clone();
        boolean isSettled = false;
        while (!isSettled) {
            isSettled = true;
            long[] blocked = blockedBytes(stuck);
            for (int link = 0; link < stuck.length; link++) {
                if (stuck[link] && blocked[link] <= pause[link].belowBytes()) {
                    stuck[link] = false;
                    isSettled = false;
                }
            }
        }
        for (int link = 0; link < stuck.length; link++) {
            if (stuck[link]) {
                return circle(link, stuck, fabric);
            }
        }
        return null;
    }

    /** By the link that they came by: the bytes that wait for stuck links. */
    private long[] blockedBytes(boolean[] stuck) {
        long[] blocked = new long[stuck.length];
        for (int link = 0; link < stuck.length; link++) {
            for (int packet = stuck[link] ? head[link] : NONE;
                    packet != NONE;
                    packet = packets.next[packet]) {
                if (packets.cameBy[packet] != NONE) {
                    blocked[packets.cameBy[packet]] += packets.wireBytes[packet];
                }
            }
        }
        return blocked;
    }

    /** Follows stuck links from one to the next until one comes again. */
    private String circle(int first, boolean[] stuck, Fabric fabric) {
        Set<Integer> seen = new HashSet<>();
        int link = first;
        while (seen.add(link)) {
            link = behind(link, stuck);
        }
        StringJoiner names = new StringJoiner(", ");
        int at = link;
        do {
            int node = all.get(at).from();
            names.add("switch " + (node - fabric.hosts()));
            at = behind(at, stuck);
        } while (at != link);
        return names.toString();
    }

    /** A stuck link for which something that came by {@code link} waits. */
    private int behind(int link, boolean[] stuck) {
        for (int next = 0; next < stuck.length; next++) {
            for (int packet = stuck[next] ? head[next] : NONE;
                    packet != NONE;
                    packet = packets.next[packet]) {
                if (packets.cameBy[packet] == link) {
                    return next;
                }
            }
        }
        throw new IllegalStateException("link " + link + " is stuck and waits for none");
    }
}
