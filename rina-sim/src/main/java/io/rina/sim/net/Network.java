package io.rina.sim.net;

import io.rina.sim.kernel.EventQueue;
import io.rina.wire.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A fabric in virtual time, in picoseconds: packets wait in the queue of a link, cross it, and are
 * forwarded by switches or taken by a station. Output-queued switches: a packet that has arrived is
 * in its next queue at once.
 *
 * <p>The event heap holds at most one event a link and two a station, whatever is under way, and a few
 * more a link where links may be paused ({@link PausableQueues}). With L links, event e &lt; L is an
 * arrival at the end of link e, and 3L + 2a and 3L + 2a + 1 are for the station at address a: it is
 * woken, or has a packet processed.
 */
public final class Network {
    private static final long NOTICE = -1;
    private static final long DEADLOCK_CHECK_PS = 1_000_000_000;

    private final Fabric fabric;
    private final Routes routes;
    private final int[] endOf;
    private final EventQueue queue;
    private final LinkQueues links;
    /** Null where no link is ever paused. */
    private final @Nullable PausableQueues pausable;

    private final int firstStationEvent;
    private final Packets packets;
    private final NetworkObserver observer;
    private final boolean isObserved;
    private final List<Station> stations = new ArrayList<>();
    private final List<Inbox> inboxes = new ArrayList<>();
    private int[] nodeOf = {};
    private long[] wakePs = {};
    /** By node: slots that hold a position, of all jobs together; counted where it is observed. */
    private final int[] slotsInUse;

    private long traversals;
    private long events;
    private long nextCheckPs;
    private @Nullable String deadlock;

    /**
     * A network that nobody watches.
     *
     * @param buffers of each link, by index
     * @param frameBytes of the longest frame that is carried, not its length on the wire
     */
    public Network(Fabric fabric, IntFunction<BufferOptions> buffers, int frameBytes) {
        this(fabric, buffers, frameBytes, NetworkObserver.NONE);
    }

    /** The same, and {@code observer} is told what happens. */
    public Network(
            Fabric fabric,
            IntFunction<BufferOptions> buffers,
            int frameBytes,
            NetworkObserver observer) {
        this.fabric = fabric;
        this.observer = observer;
        isObserved = !observer.equals(NetworkObserver.NONE);
        slotsInUse = new int[fabric.nodes()];
        routes = new Routes(fabric);
        endOf = fabric.links().stream().mapToInt(Link::to).toArray();
        queue = new EventQueue(2 * fabric.links().size());
        BufferOptions[] all = new BufferOptions[fabric.links().size()];
        Arrays.setAll(all, buffers);
        links = new LinkQueues(fabric.links(), all);
        packets = new Packets(frameBytes);
        firstStationEvent = 3 * all.length;
        boolean mayPause =
                Arrays.stream(all).anyMatch(options -> !options.pause().isNever());
        pausable = mayPause
                ? new PausableQueues(fabric, all, links, packets, queue, this::enter)
                : null;
    }

    public Fabric fabric() {
        return fabric;
    }

    public long nowPs() {
        return queue.now();
    }

    /** Adds a station at {@code node} that takes packets as they come; returns its address. */
    public int attach(int node, Station station) {
        return attach(node, station, Processing.NONE);
    }

    /** Adds a station at {@code node}; returns its address. */
    public int attach(int node, Station station, Processing processing) {
        if (node < 0 || node >= fabric.nodes()) {
            throw new IllegalArgumentException(
                    "no node " + node + " in " + fabric.name() + ", which has " + fabric.nodes());
        }
        int address = stations.size();
        stations.add(station);
        inboxes.add(new Inbox(processing));
        if (address == nodeOf.length) {
            nodeOf = Arrays.copyOf(nodeOf, Math.max(64, 2 * address));
            wakePs = Arrays.copyOf(wakePs, nodeOf.length);
        }
        nodeOf[address] = node;
        wakePs[address] = Long.MAX_VALUE;
        return address;
    }

    /** Wakes the station at {@code atPs}, unless it is woken earlier. */
    public void wake(int address, long atPs) {
        if (atPs < wakePs[address]) {
            wakePs[address] = atPs;
            queue.add(atPs, firstStationEvent + 2 * address);
        }
    }

    /** Runs until {@code isDone} or nothing more happens; returns whether it is done. */
    public boolean run(BooleanSupplier isDone, long deadlinePs) {
        while (!isDone.getAsBoolean()) {
            if (queue.nextTime() > deadlinePs || isDeadlocked()) {
                return false;
            }
            step();
        }
        return true;
    }

    private boolean isDeadlocked() {
        if (pausable == null || queue.now() < nextCheckPs) {
            return false;
        }
        nextCheckPs = queue.now() + DEADLOCK_CHECK_PS;
        return deadlock() != null;
    }

    /**
     * The switches that have each other pause in a circle, so that nothing of what waits there will
     * ever move; null where there is no such circle.
     */
    public @Nullable String deadlock() {
        if (deadlock == null && pausable != null) {
            deadlock = pausable.deadlock(fabric);
        }
        return deadlock;
    }

    private void step() {
        int event = queue.remove();
        events++;
        if (event < endOf.length) {
            arrive(event);
        } else if (event >= firstStationEvent) {
            onStation(event - firstStationEvent);
        } else if (pausable != null && event < 2 * endOf.length) {
            pausable.onLeft(event - endOf.length, queue.now());
        } else if (pausable != null) {
            pausable.onPauseOrEnd(event - 2 * endOf.length);
        }
    }

    private void onStation(int event) {
        if (event % 2 == 0) {
            onWake(event / 2);
        } else {
            process(event / 2);
        }
    }

    private void arrive(int link) {
        int packet = links.remove(link, packets);
        int behind = links.first(link);
        if (behind >= 0) {
            queue.add(packets.arrivalPs[behind], link);
        }
        traversals++;
        int address = packets.target[packet];
        if (endOf[link] != nodeOf[address]) {
            forward(endOf[link], packet, link);
        } else if (inboxes.get(address).isInstant()) {
            deliver(address, packet);
        } else if (inboxes.get(address).add(queue.now(), packet, packets)) {
            queue.add(packets.arrivalPs[packet], firstStationEvent + 2 * address + 1);
        }
    }

    private void process(int address) {
        Inbox inbox = inboxes.get(address);
        int packet = inbox.remove(packets);
        int behind = inbox.first();
        if (behind >= 0) {
            queue.add(packets.arrivalPs[behind], firstStationEvent + 2 * address + 1);
        }
        deliver(address, packet);
    }

    private void deliver(int address, int packet) {
        Station station = stations.get(address);
        station.onPacket(queue.now(), packet);
        packets.release(packet);
        settle(address, station);
    }

    private void onWake(int address) {
        if (wakePs[address] != queue.now()) {
            return;
        }
        wakePs[address] = Long.MAX_VALUE;
        Station station = stations.get(address);
        station.onTimer(queue.now());
        settle(address, station);
    }

    private void settle(int address, Station station) {
        station.poll(queue.now());
        long deadlinePs = station.deadlinePs();
        if (deadlinePs < wakePs[address]) {
            wake(address, Math.max(deadlinePs, queue.now()));
        }
    }

    private void forward(int node, int packet, int cameBy) {
        int to = nodeOf[packets.target[packet]];
        int link = routes.next(node, to, Paths.flow(packets.flow[packet], to));
        if (pausable == null) {
            enter(link, packet);
        } else if (!pausable.join(link, queue.now(), packet, cameBy)) {
            observer.onDrop(queue.now(), link, packets.wireBytes[packet]);
            packets.release(packet);
        }
    }

    private void enter(int link, int packet) {
        boolean joins = links.join(link, queue.now(), packet, packets);
        if (isObserved) {
            tell(link, packet, joins);
        }
        if (!joins) {
            packets.release(packet);
        } else if (links.isFirst(link, packet)) {
            queue.add(packets.arrivalPs[packet], link);
        }
    }

    private void tell(int link, int packet, boolean joins) {
        int wireBytes = packets.wireBytes[packet];
        if (joins) {
            long endPs = links.freeAtPs[link];
            observer.onPacket(
                    queue.now(),
                    link,
                    wireBytes,
                    packets.marked[packet],
                    endPs - fabric.links().get(link).speed().sendingPs(wireBytes),
                    endPs);
        } else {
            observer.onDrop(queue.now(), link, wireBytes);
        }
    }

    /** Whether anybody wants to be told what happens. */
    public boolean isObserved() {
        return isObserved;
    }

    /** Who is told; may be told what a network does not see. */
    public NetworkObserver observer() {
        return observer;
    }

    /** A packet to fill: {@code frameBytes} in memory, {@code wireBytes} on the wire. */
    int take(int to, int flow, int frameBytes, int wireBytes) {
        return packets.take(to, flow, frameBytes, wireBytes);
    }

    /** A packet without a frame that tells station {@code to} of congestion on its way here. */
    int takeNotice(int to, int from) {
        int packet = packets.take(to, from, 0, LinkSpeed.LEAST_WIRE_BYTES);
        packets.number[packet] = NOTICE;
        return packet;
    }

    boolean isNotice(int packet) {
        return packets.frameLength[packet] == 0 && packets.number[packet] == NOTICE;
    }

    int flow(int packet) {
        return packets.flow[packet];
    }

    int target(int packet) {
        return packets.target[packet];
    }

    int wireBytes(int packet) {
        return packets.wireBytes[packet];
    }

    long lineRate(int host) {
        return fabric.links().get(fabric.uplink(host)).speed().rateBitsPerSec();
    }

    Frame view(int packet, Frame view) {
        return packets.view(packet, view);
    }

    /** What a packet without a frame says. */
    long number(int packet) {
        return packets.number[packet];
    }

    void number(int packet, long number) {
        packets.number[packet] = number;
    }

    boolean isMarked(int packet) {
        return packets.marked[packet];
    }

    void release(int packet) {
        packets.release(packet);
    }

    /** Sends a packet that was taken, from the node of station {@code from}. */
    void send(int from, int packet) {
        int node = nodeOf[from];
        if (node == nodeOf[packets.target[packet]]) {
            throw new IllegalStateException("a packet from node " + node + " to itself");
        }
        forward(node, packet, PausableQueues.NONE);
    }

    /** How long it takes until what waits at the link of {@code host} has left. */
    long backlogPs(int host) {
        int link = fabric.uplink(host);
        return pausable == null ? links.backlogPs(link, queue.now()) : pausable.backlogPs(link);
    }

    /** What has crossed and what was lost, by link. */
    public LinkCounts counts(int link) {
        return new LinkCounts(
                links.packets[link],
                links.bytes[link],
                links.dropped[link],
                links.marked[link],
                links.peakPs[link]);
    }

    /** Packets that have arrived at the end of a link. */
    public long traversals() {
        return traversals;
    }

    public long events() {
        return events;
    }

    /** At the switch {@code node} so many more slots hold a position, or with -1 one less does. */
    void countSlots(int node, int by) {
        slotsInUse[node] += by;
        observer.onSlots(queue.now(), node, slotsInUse[node]);
    }

    /** Whether nothing will ever happen again by itself. */
    public boolean isQuiet() {
        return queue.isEmpty();
    }

    /** Packets on a link or in a queue. */
    public int packetsUnderWay() {
        return packets.inUse();
    }
}
