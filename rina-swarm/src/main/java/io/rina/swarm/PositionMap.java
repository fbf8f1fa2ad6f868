package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.plan.Channel;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What every position of every channel stands for: a pass, an exchange, a range of elements.
 * Follows from the plans and the operations alone.
 */
final class PositionMap {
    /** Consecutive positions of one exchange in one pass. */
    record Run(long first, int fragments, Pass pass, long counted, int chunk, ChunkLayout layout) {
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
    private final Map<List<Object>, Integer> channelOf = new HashMap<>();
    /** Per channel. */
    private final List<List<Run>> runs = new ArrayList<>();

    private final long[] next;

    PositionMap(Program program, Limits limits) {
        this.program = program;
        this.limits = limits;
        next = new long[program.channels().size()];
        for (Channel channel : program.channels()) {
            channelOf.put(List.of(channel.site(), channel.members()), channel.id());
            runs.add(new ArrayList<>());
        }
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
            int channel = Objects.requireNonNull(
                    channelOf.get(List.of(exchange.site(), exchange.members())));
            int chunk = exchange.chunk();
            int fragments = layout.fragments(chunk);
            if (fragments > 0) {
                long first = next[channel];
                runs.get(channel)
                        .add(new Run(first, fragments, pass, trace.counted(i), chunk, layout));
                next[channel] += fragments;
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
}
