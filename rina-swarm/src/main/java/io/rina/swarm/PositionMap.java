package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.plan.Channel;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every position of every channel stands for: a pass, an exchange, a range of elements.
 * Follows from plan and lengths alone.
 */
final class PositionMap {
    /** Consecutive positions of one exchange in one pass. */
    record Run(long first, int fragments, Pass pass, long counted, int chunk, ChunkLayout layout) {
        int from(long position) {
            return layout.fragmentStart(chunk, (int) (position - first));
        }

        int lanes(long position) {
            return layout.fragmentSize(chunk, (int) (position - first));
        }
    }

    private final Plan plan;
    private final Limits limits;
    private final PlanTrace trace;
    /** Per channel: the plan's numbers of its exchanges. */
    private final List<List<Integer>> exchanges = new ArrayList<>();

    private final List<List<Run>> runs = new ArrayList<>();
    private final long[] next;

    PositionMap(Plan plan, List<Channel> channels, Limits limits) {
        this.plan = plan;
        this.limits = limits;
        trace = new PlanTrace(plan);
        next = new long[channels.size()];
        Map<List<Object>, Integer> channelOf = new HashMap<>();
        for (Channel channel : channels) {
            channelOf.put(List.of(channel.site(), channel.members()), channel.id());
            exchanges.add(new ArrayList<>());
            runs.add(new ArrayList<>());
        }
        for (int i = 0; i < plan.exchanges().size(); i++) {
            Exchange exchange = plan.exchanges().get(i);
            Integer channel = channelOf.get(List.of(exchange.site(), exchange.members()));
            if (channel != null) {
                exchanges.get(channel).add(i);
            }
        }
    }

    /** Adds the positions of the next pass. */
    void append(Pass pass) {
        ChunkLayout layout = new ChunkLayout(
                pass.elements(), plan.chunks(), limits.blockElements(), limits.fragmentElements());
        for (int channel = 0; channel < next.length; channel++) {
            for (int exchange : exchanges.get(channel)) {
                int chunk = plan.exchanges().get(exchange).chunk();
                int fragments = layout.fragments(chunk);
                if (fragments > 0) {
                    runs.get(channel)
                            .add(new Run(
                                    next[channel],
                                    fragments,
                                    pass,
                                    trace.counted(exchange),
                                    chunk,
                                    layout));
                    next[channel] += fragments;
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
}
