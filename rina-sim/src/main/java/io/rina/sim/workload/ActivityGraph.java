package io.rina.sim.workload;

import io.rina.plan.RankSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one rank does: activities, each after all those that it waits for. Workloads of all
 * formats become one of these for each rank; {@link ActivityRun} goes through it in time.
 *
 * @param activities in an order in which no activity waits for a later one
 */
public record ActivityGraph(String name, List<Activity> activities) {
    public ActivityGraph {
        activities = List.copyOf(activities);
        for (int i = 0; i < activities.size(); i++) {
            for (int before : activities.get(i).after()) {
                if (before < 0 || before >= i) {
                    throw new IllegalArgumentException(
                            "activity " + i + ", " + activities.get(i).name()
                                    + ", of " + name + " waits for activity " + before
                                    + ": only earlier ones can be waited for");
                }
            }
        }
    }

    /** What is computed on the accelerator, without any waiting. */
    public long computePs() {
        long sumPs = 0;
        for (Activity activity : activities) {
            if (activity instanceof Activity.Compute compute && !compute.onHost()) {
                sumPs += compute.durationPs();
            }
        }
        return sumPs;
    }

    /** What its collective operations carry, as their formats count it. */
    public long bytes() {
        long sum = 0;
        for (Activity activity : activities) {
            if (activity instanceof Activity.Communicate communicate) {
                sum += communicate.bytes();
            }
        }
        return sum;
    }

    /** Puts a graph together, activity by activity; each call returns the new activity's index. */
    public static final class Builder {
        private final String name;
        private final List<Activity> activities = new ArrayList<>();

        public Builder(String name) {
            this.name = name;
        }

        /** Compute on the accelerator. */
        public int compute(String activity, long durationPs, int... after) {
            return add(new Activity.Compute(activity, list(after), false, durationPs));
        }

        public int communicate(
                String activity, CollectiveKind kind, RankSet ranks, long bytes, int... after) {
            return add(new Activity.Communicate(activity, list(after), kind, ranks, bytes));
        }

        public int add(Activity activity) {
            activities.add(activity);
            return activities.size() - 1;
        }

        private static List<Integer> list(int... after) {
            return Arrays.stream(after).boxed().toList();
        }

        public ActivityGraph build() {
            return new ActivityGraph(name, activities);
        }
    }
}
