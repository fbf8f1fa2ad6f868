package io.rina.sim.flow;

import java.util.Arrays;

/**
 * Max-min fair rates by progressive filling (Bertsekas and Gallager, Data Networks, 6.5.2): all
 * flows grow alike until a link is full; its flows keep what they have, the others grow on.
 */
final class MaxMin {
    private final double[] capacity;
    private final double[] left;
    private final int[] growing;
    private final boolean[] full;
    private int[] touched = {};
    private int touchedCount;

    /** {@code capacity} by link, in any unit a second. */
    MaxMin(double[] capacity) {
        this.capacity = capacity.clone();
        left = new double[capacity.length];
        growing = new int[capacity.length];
        full = new boolean[capacity.length];
    }

    /**
     * Sets {@code rates[f]} for the first {@code count} of {@code flows}, which are given by their
     * paths: links, each at most once. A flow without links has no bound.
     */
    void share(int[][] paths, int[] flows, int count, double[] rates) {
        prepare(paths, flows, count);
        boolean[] done = new boolean[count];
        for (int remaining = count; remaining > 0; ) {
            double level = bottleneckLevel();
            if (level == Double.MAX_VALUE) {
                for (int i = 0; i < count; i++) {
                    rates[flows[i]] = done[i] ? rates[flows[i]] : Double.POSITIVE_INFINITY;
                }
                return;
            }
            remaining -= freeze(paths, flows, count, done, level, rates);
        }
    }

    private void prepare(int[][] paths, int[] flows, int count) {
        for (int i = 0; i < touchedCount; i++) {
            growing[touched[i]] = 0;
        }
        touchedCount = 0;
        for (int i = 0; i < count; i++) {
            for (int link : paths[flows[i]]) {
                if (growing[link]++ == 0) {
                    touch(link);
                }
            }
        }
    }

    private void touch(int link) {
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, Math.max(64, 2 * touchedCount));
        }
        touched[touchedCount++] = link;
        left[link] = capacity[link];
    }

    private double bottleneckLevel() {
        double level = Double.MAX_VALUE;
        for (int i = 0; i < touchedCount; i++) {
            int link = touched[i];
            if (growing[link] > 0) {
                level = Math.min(level, left[link] / growing[link]);
            }
        }
        return level;
    }

    /** Gives every growing flow of a full link its rate; returns how many. */
    private int freeze(
            int[][] paths, int[] flows, int count, boolean[] done, double level, double[] rates) {
        markFull(level * (1 + 1e-12));
        int frozen = 0;
        for (int i = 0; i < count; i++) {
            if (!done[i] && crossesFull(paths[flows[i]])) {
                done[i] = true;
                rates[flows[i]] = level;
                frozen++;
                for (int link : paths[flows[i]]) {
                    growing[link]--;
                    left[link] = Math.max(0, left[link] - level);
                }
            }
        }
        return frozen;
    }

    private void markFull(double limit) {
        for (int i = 0; i < touchedCount; i++) {
            int link = touched[i];
            full[link] = growing[link] > 0 && left[link] / growing[link] <= limit;
        }
    }

    private boolean crossesFull(int[] path) {
        for (int link : path) {
            if (full[link]) {
                return true;
            }
        }
        return false;
    }
}
