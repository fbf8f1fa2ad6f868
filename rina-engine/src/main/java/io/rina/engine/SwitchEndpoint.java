package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.wire.Frame;
import io.rina.wire.FrameCheck;
import io.rina.wire.Outbox;

import java.util.List;
import java.util.function.Function;

/** An aggregating ToR in software: the site of its rack's channels, and nothing else. */
public final class SwitchEndpoint implements Endpoint {
    private final Aggregator aggregator;
    private final Egress egress;
    private final Counters counters = new Counters();

    public SwitchEndpoint(Job job, Program program, int rack, Limits limits) {
        this(job, program, rack, limits, table -> table);
    }

    /** {@code wrap} may put something around the table: a recorder, or a fault to be caught. */
    public SwitchEndpoint(
            Job job,
            Program program,
            int rack,
            Limits limits,
            Function<SlotTable, SwitchPipeline> wrap) {
        List<Channel> sited = program.channels().stream()
                .filter(c -> c.site() instanceof Site.Tor tor && tor.rack() == rack)
                .toList();
        SwitchPipeline table = wrap.apply(new SlotTable(job, sited, limits, counters));
        aggregator = new Aggregator(job, sited, limits, table);
        int node = program.topology().torNode(rack);
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
        if (FrameCheck.check(frame) != FrameCheck.Result.VALID || !frame.type().isForSite()) {
            counters.increment(Counter.MALFORMED);
            return;
        }
        aggregator.onFrame(nowNs, frame);
    }

    @Override
    public void onTimer(long nowNs) {
        // A switch has no timers: its members repeat what was lost.
    }

    @Override
    public int poll(long nowNs, Outbox out) {
        return aggregator.poll(egress.to(nowNs, out));
    }

    @Override
    public long deadlineNs() {
        return Long.MAX_VALUE;
    }
}
