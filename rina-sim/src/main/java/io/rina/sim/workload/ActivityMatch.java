package io.rina.sim.workload;

import io.rina.plan.RankSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether the graphs of all ranks belong together: the ranks of an operation all have it, in the
 * same order among the operations of these ranks, and no rank waits, over others, for itself.
 *
 * <p>Both follow from the graphs alone, whatever anything takes. So it is found out by going through
 * them once with operations that end when all of their ranks have begun them.
 */
public final class ActivityMatch {
    private final List<ActivityGraph> graphs;
    private final List<ActivityRun> runs = new ArrayList<>();
    private final Map<RankSet, Meeting> meetings = new HashMap<>();

    /** Who has come to the operation that these ranks are at, and for which of its activities. */
    private static final class Meeting {
        final Map<Integer, Integer> activityOfRank = new HashMap<>();
    }

    private ActivityMatch(List<ActivityGraph> graphs) {
        this.graphs = graphs;
    }

    /**
     * Throws IllegalArgumentException, naming ranks and operations, unless graph r of
     * {@code graphs} can be run by rank r.
     */
    public static void require(List<ActivityGraph> graphs) {
        if (graphs.isEmpty()) {
            throw new IllegalArgumentException("there are activities of no rank");
        }
        new ActivityMatch(graphs).run();
    }

    private void run() {
        for (int rank = 0; rank < graphs.size(); rank++) {
            requireMember(rank);
            runs.add(new ActivityRun(graphs.get(rank), 0));
            runs.getLast().start(0);
        }
        boolean moves = true;
        while (moves) {
            moves = false;
            for (int rank = 0; rank < runs.size(); rank++) {
                moves |= goOn(rank);
            }
        }
        requireAllDone();
    }

    private void requireMember(int rank) {
        for (Activity activity : graphs.get(rank).activities()) {
            if (activity instanceof Activity.Communicate with
                    && (!with.ranks().contains(rank)
                            || with.ranks().get(with.ranks().size() - 1) >= graphs.size())) {
                throw new IllegalArgumentException("rank " + rank + " of " + graphs.size()
                        + " communicates in " + with.name() + " of " + with.ranks()
                        + ": it must be one of them, and all must exist");
            }
        }
    }

    private boolean goOn(int rank) {
        boolean moves = false;
        ActivityRun run = runs.get(rank);
        run.onTimer(0);
        for (int next = run.poll(); next != ActivityRun.NONE; next = run.poll()) {
            come(rank, next);
            moves = true;
        }
        return moves;
    }

    private void come(int rank, int activity) {
        Activity.Communicate own = operation(rank, activity);
        Meeting meeting = meetings.computeIfAbsent(own.ranks(), ranks -> new Meeting());
        meeting.activityOfRank.put(rank, activity);
        if (meeting.activityOfRank.size() < own.ranks().size()) {
            return;
        }
        meetings.remove(own.ranks());
        meeting.activityOfRank.forEach((member, its) -> {
            requireSame(rank, own, member, operation(member, its));
            runs.get(member).onCompleted(its, 0);
        });
    }

    private Activity.Communicate operation(int rank, int activity) {
        return (Activity.Communicate) graphs.get(rank).activities().get(activity);
    }

    private static void requireSame(
            int rank, Activity.Communicate own, int other, Activity.Communicate its) {
        if (own.kind() != its.kind() || own.bytes() != its.bytes()) {
            throw new IllegalArgumentException("ranks do not do the same together: rank " + rank
                    + " is at " + text(own) + ", rank " + other + " at " + text(its));
        }
    }

    private static String text(Activity.Communicate operation) {
        return operation.name() + ", " + operation.kind() + " of " + operation.bytes() + " bytes";
    }

    private void requireAllDone() {
        List<String> waiting = new ArrayList<>();
        for (int rank = 0; rank < runs.size(); rank++) {
            if (!runs.get(rank).isDone()) {
                waiting.add("rank " + rank + " waits in "
                        + String.join(" and ", runs.get(rank).waiting()));
            }
        }
        if (!waiting.isEmpty()) {
            throw new IllegalArgumentException(
                    "the activities end in a deadlock: " + Waiting.text(waiting));
        }
    }
}
