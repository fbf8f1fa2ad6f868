package io.rina.engine;

import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameCheck;
import io.rina.wire.Outbox;

/**
 * An aggregating switch in software, a ToR or the core: the site of its channels, a relay of others,
 * and nothing else.
 */
public final class SwitchEndpoint implements Endpoint {
    /** What a switch is made of; others than these are recorders, or faults to be caught. */
    public interface Parts {
        default SwitchPipeline site(SlotTable table) {
            return table;
        }

        default RelayPipeline relay(RelayTable table) {
            return table;
        }

        /**
         * How many slots it has as a relay, where {@code needed}, more than 0, would be enough for
         * all positions to have their own.
         */
        default int relaySlots(int needed) {
            return needed;
        }
    }

    /**
     * A switch knows nothing of what is to come but that one thing follows another; so many in a row
     * are of something long.
     */
    private static final int STREAM_FRAGMENTS = 128;

    private final Aggregator aggregator;
    private final Relay relay;
    private final Egress egress;
    private final Counters counters = new Counters();
    /** Fragments in a row after which there were more. */
    private long followed;

    /** {@code at} is a ToR or the core. */
    public SwitchEndpoint(Job job, Program program, Site at, Limits limits) {
        this(job, program, at, limits, new Parts() {});
    }

    public SwitchEndpoint(Job job, Program program, Site at, Limits limits, Parts parts) {
        Topology topology = program.topology();
        int node = topology.nodeOf(at);
        SitedChannels sited = new SitedChannels(topology, program.channels(), node);
        SwitchPipeline table = parts.site(new SlotTable(job, sited, limits, counters));
        aggregator = new Aggregator(job, sited, limits, table);
        RelayedChannels relayed = new RelayedChannels(topology, program.channels(), node);
        int needed = relayed.count() * limits.pool();
        int slots = needed == 0 ? 0 : parts.relaySlots(needed);
        RelayPipeline combiner = parts.relay(new RelayTable(job, relayed, limits, slots, counters));
        relay = new Relay(relayed, limits, combiner, counters);
        egress = new Egress(node, limits.maxFrameBytes(), SwitchEndpoint::refuse, counters);
    }

    private static void refuse(long nowNs, Frame frame) {
        throw new IllegalStateException("a switch has no worker to deliver to: " + frame);
    }

    public Counters counters() {
        return counters;
    }

    @Override
    public void onFrame(long nowNs, Frame frame) {
        counters.increment(Counter.FRAMES_RECEIVED);
        if (FrameCheck.check(frame) != FrameCheck.Result.VALID) {
            counters.increment(Counter.MALFORMED);
            return;
        }
        if (frame.payloadBytes() > 0) {
            followed = frame.more() ? followed + 1 : 0;
        }
        if (relay.relays(frame)) {
            relay.onFrame(nowNs, frame);
        } else {
            aggregator.onFrame(nowNs, frame);
        }
    }

    @Override
    public void onTimer(long nowNs) {
        // A switch has no timers: its members repeat what was lost.
    }

    @Override
    public int poll(long nowNs, Outbox out) {
        Egress way = egress.to(nowNs, out);
        return aggregator.poll(way) + relay.poll(way);
    }

    @Override
    public boolean isStreaming() {
        return followed >= STREAM_FRAGMENTS;
    }

    @Override
    public long deadlineNs() {
        return Long.MAX_VALUE;
    }
}
