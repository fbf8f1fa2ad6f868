package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.plan.Channel;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.wire.Frame;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every position of every channel stands for: a pass, an exchange, a range of elements.
 * Follows from the plans and the operations alone.
 */
final class PositionMap {
    /** Consecutive positions of one exchange, the plan's number {@code exchange}, in one pass. */
    record Run(
            long first,
            int fragments,
            Pass pass,
            PlanTrace trace,
            int exchange,
            int chunk,
            ChunkLayout layout) {
        /** The ranks counted in the sum of what {@code members} give. */
        long counted(RankSet members) {
            return trace.counted(exchange, members);
        }

        int from(long position) {
            return (int) layout.fragmentStart(chunk, (int) (position - first));
        }

        int lanes(long position) {
            return layout.fragmentSize(chunk, (int) (position - first));
        }
    }

    private final Program program;
    private final Limits limits;
    private final IdentityHashMap<Plan, PlanTrace> traces = new IdentityHashMap<>();
    /** One channel, or those of a tree. */
    private final Map<Exchange.Meeting, List<Channel>> channelsOf;

    /** Per channel. */
    private final List<List<Run>> runs = new ArrayList<>();

    private final long[] next;
    private int[] lanes = {};

    PositionMap(Program program, Limits limits) {
        this.program = program;
        this.limits = limits;
        next = new long[program.channels().size()];
        channelsOf = Channel.byMeeting(program.channels());
        program.channels().forEach(channel -> runs.add(new ArrayList<>()));
    }

    /** Adds the positions of the next pass, which runs on the program's plan number {@code on}. */
    void append(Pass pass, int on) {
        Plan plan = program.plan(on, pass.demand());
        PlanTrace trace = traces.computeIfAbsent(plan, PlanTrace::new);
        ChunkLayout layout = new ChunkLayout(
                pass.elements() / plan.cuts().size(),
                plan.cuts(),
                limits.blockElements(),
                limits.fragmentElements());
        for (int i = 0; i < plan.exchanges().size(); i++) {
            Exchange exchange = plan.exchanges().get(i);
            int fragments = layout.fragments(exchange.chunk());
            for (Channel channel : channelsOf.getOrDefault(exchange.meeting(), List.of())) {
                if (fragments > 0) {
                    runs.get(channel.id())
                            .add(new Run(
                                    next[channel.id()],
                                    fragments,
                                    pass,
                                    trace,
                                    i,
                                    exchange.chunk(),
                                    layout));
                    next[channel.id()] += fragments;
                }
            }
        }
    }

    /** The run that {@code position} belongs to, or null when no rank has come so far. */
    @Nullable
    Run find(int channel, long position) {
        List<Run> all = runs.get(channel);
        int low = 0;
        int high = all.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Run run = all.get(middle);
            if (position < run.first) {
                high = middle - 1;
            } else if (position >= run.first + run.fragments) {
                low = middle + 1;
            } else {
                return run;
            }
        }
        return null;
    }

    /** Checks that {@code out} has the sum of what {@code members} give, or nothing if none does. */
    void checkSum(int channel, long position, RankSet members, Frame out, String where) {
        Run run = find(channel, position);
        long counted = run == null ? 0 : run.counted(members);
        int expected = run == null || counted == 0 ? 0 : run.lanes(position);
        if (out.payloadLanes() != expected) {
            throw Invariant.RIGHT_PARTIAL.broken(where + ": a sum of " + out.payloadLanes()
                    + " lanes where there should be " + (expected == 0 ? "none" : expected));
        }
        if (run == null || expected == 0) {
            return;
        }
        if (lanes.length < expected) {
            lanes = new int[expected];
        }
        out.copyPayload(lanes, 0);
        for (int i = 0; i < expected; i++) {
            run.pass().checkPartial(counted, run.from(position) + i, lanes[i], where);
        }
    }
}
