package io.rina.plan;

import java.util.Arrays;
import java.util.Random;

/**
 * Does what a plan says and looks at what comes out. A copy of a chunk is a vector that is summed
 * lane by lane: lane 0 starts as a random number, lane 1 + r counts how often rank r is in the sum.
 */
final class TrialRun {
    private final Plan plan;
    private final long[][][] copies;
    private final long[] expected;
    private boolean countedTwice;

    private TrialRun(Plan plan, Random random) {
        this.plan = plan;
        int workers = plan.topology().workers();
        copies = new long[workers][plan.chunks()][1 + workers];
        for (int rank = 0; rank < workers; rank++) {
            for (long[] copy : copies[rank]) {
                copy[0] = random.nextLong();
                copy[1 + rank] = 1;
            }
        }
        expected = totals();
    }

    static TrialRun of(Plan plan, long seed) {
        TrialRun run = new TrialRun(plan, new Random(seed));
        plan.exchanges().forEach(run::exchange);
        return run;
    }

    private long[] totals() {
        long[] totals = new long[plan.chunks()];
        for (long[][] copy : copies) {
            for (int chunk = 0; chunk < totals.length; chunk++) {
                totals[chunk] += copy[chunk][0];
            }
        }
        return totals;
    }

    private void exchange(Exchange exchange) {
        int chunk = exchange.chunk();
        long[] sum = new long[copies.length + 1];
        for (int giver : exchange.givers().toArray()) {
            add(copies[giver][chunk], sum);
        }
        for (int taker : exchange.takers().toArray()) {
            long[] taken = sum.clone();
            if (exchange.combine() == Combine.ADD) {
                add(copies[taker][chunk], taken);
            }
            copies[taker][chunk] = taken;
            countedTwice |= Arrays.stream(taken).skip(1).anyMatch(count -> count > 1);
        }
    }

    private static void add(long[] source, long[] target) {
        for (int lane = 0; lane < target.length; lane++) {
            target[lane] += source[lane];
        }
    }

    /**
     * Whether every rank ends with the sum of all ranks' random numbers, whatever happened before.
     */
    boolean sumsRight() {
        for (long[][] copy : copies) {
            for (int chunk = 0; chunk < expected.length; chunk++) {
                if (copy[chunk][0] != expected[chunk]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether any copy, at any time, had a rank in it more than once. */
    boolean countedTwice() {
        return countedTwice;
    }
}
