package io.rina.sim.trace;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.Link;
import io.rina.sim.net.NetworkObserver;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Writes what it sees of a network as a trace for Perfetto (ui.perfetto.dev), in five sections
 * of tracks:
 *
 * <ul>
 *   <li>hosts: what each computes and communicates;
 *   <li>links: when each is busy, with the packets that it carried, marked and lost meanwhile;
 *   <li>queues: the bytes that wait at each link or are being sent;
 *   <li>slots: how many of a switch's hold a position;
 *   <li>flows: from the first byte sent to the last received.
 * </ul>
 *
 * <p>The resolution says how coarse it is: pauses of a link that are shorter are not shown, and
 * in each such time only one loss, and the highest and the last value of a counter; losses are
 * counted in what shows that the link is busy. Nothing but what is open is kept, so a long run
 * takes no more memory. The bytes of a trace depend on the run alone.
 */
public final class NetworkTrace implements NetworkObserver, AutoCloseable {
    private static final int HOSTS = 1;
    private static final int LINKS = 2;
    private static final int QUEUES = 3;
    private static final int SLOTS = 4;
    private static final int FLOWS = 5;
    /** Bits of a byte, times picoseconds of a second. */
    private static final double PS_BITS = 8e12;

    private final TraceWriter out;
    private final Fabric fabric;
    private final long resolutionPs;
    private final boolean[] isNamed;
    private final double[] bytesPerPs;
    private final Counters queues;
    private final Counters slots;
    private final Tracks hostTracks;
    private final Tracks flowTracks;

    /** Of the open slice of a link; there is one where packets are over 0. */
    private final long[] busyFromPs;

    private final long[] busyToPs;
    private final long[] packets;
    private final long[] bytes;
    private final long[] marked;
    private final long[] lost;
    /** When a loss was last shown. */
    private final long[] lossPs;

    /** {@code resolutionPs} is 0 or more; 0 shows every pause and every change. */
    public NetworkTrace(OutputStream stream, Fabric fabric, long resolutionPs) {
        if (resolutionPs < 0) {
            throw new IllegalArgumentException(
                    "a resolution of " + resolutionPs + " ps: 0 or more is needed");
        }
        out = new TraceWriter(stream);
        this.fabric = fabric;
        this.resolutionPs = resolutionPs;
        int links = fabric.links().size();
        isNamed = new boolean[links];
        bytesPerPs = fabric.links().stream()
                .mapToDouble(link -> link.speed().rateBitsPerSec() / PS_BITS)
                .toArray();
        queues = new Counters(out, QUEUES, links, resolutionPs, this::linkName);
        slots = new Counters(out, SLOTS, fabric.nodes(), resolutionPs, this::nodeName);
        hostTracks = new Tracks(out, HOSTS);
        flowTracks = new Tracks(out, FLOWS);
        busyFromPs = new long[links];
        busyToPs = new long[links];
        packets = new long[links];
        bytes = new long[links];
        marked = new long[links];
        lost = new long[links];
        lossPs = new long[links];
        Arrays.fill(lossPs, Long.MIN_VALUE);
        nameSections();
    }

    private void nameSections() {
        out.nameSection(HOSTS, "hosts");
        out.nameSection(LINKS, "links");
        out.nameSection(QUEUES, "queues");
        out.nameSection(SLOTS, "slots");
        out.nameSection(FLOWS, "flows");
    }

    private String nodeName(int node) {
        return fabric.isHost(node) ? "host " + node : "switch " + (node - fabric.hosts());
    }

    private String linkName(int index) {
        Link link = fabric.links().get(index);
        return nodeName(link.from()) + " to " + nodeName(link.to()) + ", link " + index;
    }

    @Override
    public void onPacket(
            long nowPs, int link, int wireBytes, boolean isMarked, long startPs, long endPs) {
        if (startPs > busyToPs[link] + resolutionPs) {
            endBusy(link);
        }
        queues.note(nowPs, link, Math.round((endPs - nowPs) * bytesPerPs[link]));
        if (packets[link] == 0) {
            busyFromPs[link] = startPs;
        }
        packets[link]++;
        bytes[link] += wireBytes;
        marked[link] += isMarked ? 1 : 0;
        busyToPs[link] = endPs;
    }

    private void endBusy(int link) {
        if (packets[link] == 0) {
            return;
        }
        name(link);
        out.slice(LINKS, link, "busy", busyFromPs[link], busyToPs[link])
                .number("packets", packets[link])
                .number("bytes", bytes[link]);
        if (marked[link] > 0) {
            out.number("marked", marked[link]);
        }
        if (lost[link] > 0) {
            out.number("lost", lost[link]);
        }
        out.end();
        queues.note(busyToPs[link], link, 0);
        packets[link] = 0;
        bytes[link] = 0;
        marked[link] = 0;
        lost[link] = 0;
    }

    private void name(int link) {
        if (!isNamed[link]) {
            isNamed[link] = true;
            out.nameTrack(LINKS, link, linkName(link));
        }
    }

    @Override
    public void onDrop(long nowPs, int link, int wireBytes) {
        lost[link]++;
        if (lossPs[link] == Long.MIN_VALUE || nowPs > lossPs[link] + resolutionPs) {
            lossPs[link] = nowPs;
            name(link);
            out.instant(LINKS, link, "lost", nowPs).number("bytes", wireBytes).end();
        }
    }

    @Override
    public void onSlots(long nowPs, int node, int inUse) {
        slots.note(nowPs, node, inUse);
    }

    @Override
    public void onFlow(long nowPs, int from, int to, long flowBytes, long startPs) {
        int track = flowTracks.take(from, "from " + nodeName(from), startPs, nowPs);
        out.slice(FLOWS, track, "to " + nodeName(to), startPs, nowPs)
                .number("bytes", flowBytes)
                .end();
    }

    @Override
    public void onActivity(long nowPs, int host, String name, boolean computes, long startPs) {
        // Computing first: one track of it, and as many more as overlap.
        int owner = 2 * host + (computes ? 0 : 1);
        String what = nodeName(host) + (computes ? " computes" : " communicates");
        int track = hostTracks.take(owner, what, startPs, nowPs);
        out.slice(HOSTS, track, name, startPs, nowPs).end();
    }

    /** Ends what is open, and the file. */
    @Override
    public void close() {
        for (int link = 0; link < packets.length; link++) {
            endBusy(link);
        }
        queues.flush();
        slots.flush();
        out.close();
    }
}
