package io.rina.engine;

import io.rina.plan.Program;
import io.rina.wire.Frame;
import io.rina.wire.FrameCheck;
import io.rina.wire.Outbox;

import java.util.function.Function;

/**
 * A worker's host: the {@link Worker}, and the {@link Aggregator} for the channels that are sited
 * here.
 */
public final class HostEndpoint implements Endpoint {
    private final Worker worker;
    private final Aggregator aggregator;
    private final Egress egress;
    private final Counters counters = new Counters();

    public HostEndpoint(Job job, Program program, int rank, Limits limits) {
        this(job, program, rank, limits, table -> table);
    }

    /**
     * {@code wrap} may put something around the site's table: a recorder, or a fault to be caught.
     */
    public HostEndpoint(
            Job job,
            Program program,
            int rank,
            Limits limits,
            Function<SlotTable, SwitchPipeline> wrap) {
        SitedChannels sited = new SitedChannels(program.topology(), program.channels(), rank);
        worker = new Worker(job, program, rank, limits, counters);
        SwitchPipeline table = wrap.apply(new SlotTable(job, sited, limits, counters));
        aggregator = new Aggregator(job, sited, limits, table);
        egress = new Egress(rank, limits.maxFrameBytes(), this::dispatch, counters);
    }

    public Worker worker() {
        return worker;
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
        dispatch(nowNs, frame);
    }

    private void dispatch(long nowNs, Frame frame) {
        if (frame.type().isForSite()) {
            aggregator.onFrame(nowNs, frame);
        } else {
            worker.onFrame(nowNs, frame);
        }
    }

    @Override
    public void onTimer(long nowNs) {
        worker.onTimer(nowNs);
    }

    @Override
    public int poll(long nowNs, Outbox out) {
        Egress way = egress.to(nowNs, out);
        int total = 0;
        int sent;
        do {
            // Answers first: they let others go on, and there is one at most for each arrival,
            // while the worker's own data could fill a slow link for ever.
            sent = aggregator.poll(way) + worker.poll(nowNs, way);
            total += sent;
        } while (sent > 0);
        return total;
    }

    @Override
    public boolean isStreaming() {
        return worker.isStreaming();
    }

    @Override
    public long deadlineNs() {
        return worker.deadlineNs();
    }
}
