package io.rina.cli.run;

import io.rina.runtime.Communicator;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Small all-reduces until they get no faster. A process that has just started interprets its code,
 * and needs some thousand of them until all of it is compiled; before, a small all-reduce takes ten
 * times as long as ever after.
 *
 * <p>All ranks must make the same calls, and each has its own view of the time. So after each round
 * the ranks sum who wants another one, and go on while anyone does.
 */
final class WarmUp {
    /** The largest message that a round sends, in elements. */
    static final int MOST_ELEMENTS = 1024;

    private static final int ROUND = 100;

    /** A round that gains less than a twentieth is as good as the best one before. */
    private static final double GAIN = 0.95;

    /** So many rounds without gain are the end: the compiler comes late and in steps. */
    private static final int PATIENCE = 5;

    private static final long MOST_NS = 10_000_000_000L;

    private final long endNs;
    private long bestNs = Long.MAX_VALUE;
    private int roundsWithoutGain;

    private WarmUp(long startNs) {
        endNs = startNs + MOST_NS;
    }

    static WarmUp startingAt(long nowNs) {
        return new WarmUp(nowNs);
    }

    /**
     * Warms up this process and those of all other ranks, which must call it as well.
     *
     * @param numbers what is measured later
     * @param source some of them
     * @param target as long; overwritten
     */
    static void run(
            Communicator job, BenchNumbers numbers, MemorySegment source, MemorySegment target) {
        WarmUp warmUp = startingAt(System.nanoTime());
        boolean wantsMore;
        do {
            long medianNs = round(job, numbers, source, target);
            wantsMore = warmUp.wantsMore(medianNs, System.nanoTime());
        } while (anyRank(job, wantsMore));
    }

    /** Returns the median time. */
    private static long round(
            Communicator job, BenchNumbers numbers, MemorySegment source, MemorySegment target) {
        long[] times = new long[ROUND];
        for (int i = 0; i < ROUND; i++) {
            long start = System.nanoTime();
            numbers.reduce(job, source, target);
            numbers.repeatable().reduce(job, target, target);
            times[i] = System.nanoTime() - start;
        }
        Arrays.sort(times);
        return times[ROUND / 2];
    }

    private static boolean anyRank(Communicator job, boolean wanted) {
        float[] vote = {wanted ? 1 : 0};
        job.allReduce(vote);
        // One vote is exactly 1 or, in fixed point, nearly so.
        return vote[0] > 0.5f;
    }

    /** Whether another round may be faster than this one, whose median time is given. */
    boolean wantsMore(long medianNs, long nowNs) {
        roundsWithoutGain = medianNs < bestNs * GAIN ? 0 : roundsWithoutGain + 1;
        bestNs = Math.min(bestNs, medianNs);
        return roundsWithoutGain < PATIENCE && nowNs - endNs < 0;
    }
}
