package io.rina.sim.workload;

import io.rina.plan.RankSet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * One rank's way through its activities in time. It computes by itself; collective operations it
 * only asks for, and is told when they are done:
 *
 * <ul>
 *   <li>{@link #start} begins, {@link #onTimer} is due at {@link #deadlinePs};
 *   <li>{@link #poll} gives the next operation to take part in; poll again after each input, until
 *       it gives {@link #NONE};
 *   <li>{@link #onCompleted} says that an operation is done at this rank.
 * </ul>
 *
 * <p>Of several activities that could begin, the first in the graph does.
 */
public final class ActivityRun {
    /** No operation is to be started. */
    public static final int NONE = -1;

    private final List<Activity> activities;
    private final double slowdown;
    private final int[] missing;
    private final List<List<Integer>> successors = new ArrayList<>();
    private final Processor host = new Processor();
    private final Processor accelerator = new Processor();
    /** What is still to come of each set of ranks, in order; the head may be under way. */
    private final Map<RankSet, ArrayDeque<Integer>> streams = new LinkedHashMap<>();
    /** By activity; {@code noStream}, which stays empty, for computing. */
    private final List<ArrayDeque<Integer>> streamOf = new ArrayList<>();

    private final ArrayDeque<Integer> noStream = new ArrayDeque<>();

    private final PriorityQueue<Integer> offered = new PriorityQueue<>();
    private final boolean[] underWay;
    private int left;
    private long startedPs;
    private long donePs;
    private long acceleratorPs;
    private final Listener listener;

    /** Is told what has been computed. */
    public interface Listener {
        void onComputed(int activity, long startPs, long endPs);
    }

    /** A processor, and what could run on it. */
    private static final class Processor {
        final PriorityQueue<Integer> ready = new PriorityQueue<>();
        int current = NONE;
        long startPs;
        long endPs = Long.MAX_VALUE;
    }

    /**
     * {@code slowdown} is the factor by which this rank computes longer than its activities say.
     */
    public ActivityRun(ActivityGraph graph, double slowdown) {
        this(graph, slowdown, (activity, startPs, endPs) -> {});
    }

    /** The same, and {@code listener} is told what has been computed. */
    public ActivityRun(ActivityGraph graph, double slowdown, Listener listener) {
        if (!(slowdown >= 0) || slowdown == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "a rank cannot compute " + slowdown + " times as long: 0 or more is needed");
        }
        activities = graph.activities();
        this.slowdown = slowdown;
        this.listener = listener;
        missing = new int[activities.size()];
        underWay = new boolean[activities.size()];
        left = activities.size();
        for (int i = 0; i < activities.size(); i++) {
            successors.add(new ArrayList<>());
            missing[i] = activities.get(i).after().size();
            for (int before : activities.get(i).after()) {
                successors.get(before).add(i);
            }
            streamOf.add(stream(i));
        }
    }

    private ArrayDeque<Integer> stream(int activity) {
        if (!(activities.get(activity) instanceof Activity.Communicate communicate)) {
            return noStream;
        }
        ArrayDeque<Integer> stream =
                streams.computeIfAbsent(communicate.ranks(), ranks -> new ArrayDeque<>());
        stream.add(activity);
        return stream;
    }

    public void start(long nowPs) {
        startedPs = nowPs;
        donePs = nowPs;
        for (int i = 0; i < missing.length; i++) {
            if (missing[i] == 0) {
                onReady(i);
            }
        }
        begin(host, nowPs);
        begin(accelerator, nowPs);
        onTimer(nowPs);
    }

    /** Ends what has been computed by now; a spurious call is harmless. */
    public void onTimer(long nowPs) {
        while (deadlinePs() <= nowPs && deadlinePs() < Long.MAX_VALUE) {
            Processor first = host.endPs < accelerator.endPs ? host : accelerator;
            int activity = first.current;
            long endPs = first.endPs;
            first.current = NONE;
            first.endPs = Long.MAX_VALUE;
            listener.onComputed(activity, first.startPs, endPs);
            complete(activity, endPs);
        }
    }

    /** When the next activity will have been computed; {@code Long.MAX_VALUE} when none is. */
    public long deadlinePs() {
        return Math.min(host.endPs, accelerator.endPs);
    }

    /** The index of the operation to start now, or {@link #NONE}. */
    public int poll() {
        Integer next = offered.poll();
        if (next == null) {
            return NONE;
        }
        underWay[next] = true;
        return next;
    }

    /** The operation {@code activity}, which {@link #poll} gave, is done. */
    public void onCompleted(int activity, long nowPs) {
        if (!underWay[activity]) {
            throw new IllegalArgumentException("activity " + activity + ", "
                    + activities.get(activity).name() + ", is not under way");
        }
        underWay[activity] = false;
        onTimer(nowPs);
        ArrayDeque<Integer> stream = streamOf.get(activity);
        stream.remove();
        Integer next = stream.peek();
        // One that is missing something yet is offered when that is complete.
        if (next != null && missing[next] == 0) {
            offered.add(next);
        }
        complete(activity, nowPs);
    }

    private void complete(int activity, long nowPs) {
        left--;
        donePs = Math.max(donePs, nowPs);
        for (int next : successors.get(activity)) {
            if (--missing[next] == 0) {
                onReady(next);
            }
        }
        begin(host, nowPs);
        begin(accelerator, nowPs);
    }

    private void onReady(int activity) {
        switch (activities.get(activity)) {
            case Activity.Compute compute ->
                (compute.onHost() ? host : accelerator).ready.add(activity);
            case Activity.Communicate communicate -> {
                Integer head = streamOf.get(activity).peek();
                if (head != null && head == activity) {
                    offered.add(activity);
                }
            }
        }
    }

    private void begin(Processor processor, long nowPs) {
        if (processor.current != NONE) {
            return;
        }
        Integer next = processor.ready.poll();
        if (next != null && activities.get(next) instanceof Activity.Compute compute) {
            long durationPs = Math.round(compute.durationPs() * slowdown);
            acceleratorPs += compute.onHost() ? 0 : durationPs;
            processor.current = next;
            processor.startPs = nowPs;
            processor.endPs = Math.addExact(nowPs, durationPs);
        }
    }

    public boolean isDone() {
        return left == 0;
    }

    /** When the last activity so far was done. */
    public long donePs() {
        return donePs;
    }

    /** How long the accelerator has computed, what it has begun included. */
    public long computedPs() {
        return acceleratorPs;
    }

    /** How long the accelerator computed nothing, of the time from start to {@link #donePs}. */
    public long idlePs() {
        return donePs - startedPs - acceleratorPs;
    }

    /** What is neither done nor computed at the moment: for a report on why nothing moves. */
    public List<String> waiting() {
        List<String> names = new ArrayList<>();
        streams.forEach((ranks, stream) -> {
            if (!stream.isEmpty()) {
                names.add(activities.get(stream.peek()).name() + " of " + ranks);
            }
        });
        return names;
    }
}
