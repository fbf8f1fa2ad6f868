package io.rina.engine;

import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.wire.Frame;
import io.rina.wire.FrameCheck;
import io.rina.wire.Outbox;

import java.util.function.Function;

/**
 * An aggregating switch in software, a ToR or the core: the site of its channels, and nothing else.
 */
public final class SwitchEndpoint implements Endpoint {
    private final Aggregator aggregator;
    private final Egress egress;
    private final Counters counters = new Counters();

    /** {@code at} is a ToR or the core. */
    public SwitchEndpoint(Job job, Program program, Site at, Limits limits) {
        this(job, program, at, limits, table -> table);
    }

    /** {@code wrap} may put something around the table: a recorder, or a fault to be caught. */
    public SwitchEndpoint(
            Job job,
            Program program,
            Site at,
            Limits limits,
            Function<SlotTable, SwitchPipeline> wrap) {
        int node = program.topology().nodeOf(at);
        SitedChannels sited = new SitedChannels(program.topology(), program.channels(), node);
        SwitchPipeline table = wrap.apply(new SlotTable(job, sited, limits, counters));
        aggregator = new Aggregator(job, sited, limits, table);
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
