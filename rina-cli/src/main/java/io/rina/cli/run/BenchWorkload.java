package io.rina.cli.run;

import io.rina.cli.run.Event.Measured;
import io.rina.cli.run.Event.Timing;
import io.rina.engine.number.ReduceKind;
import io.rina.runtime.Communicator;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * All-reduces of given sizes, timed and verified at one rank. Contributions are a function of rank
 * and index, so that every rank can sum all of them itself, in double precision.
 *
 * @param elements the sizes, in float32 elements
 * @param repetitions timed, of each size and kind
 * @param warmups not timed, before them; without any, the process is not warmed up either
 * @param check whether to verify results
 */
record BenchWorkload(List<Integer> elements, int repetitions, int warmups, boolean check)
        implements Workload {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    /** How many all-reduces of each size {@link #run} makes. */
    int operationsOfEachSize() {
        return 2 * (warmups + repetitions) + (check ? 1 : 0);
    }

    @Override
    public void prepare() {
        // Nothing takes long.
    }

    @Override
    public void run(Communicator job, Consumer<Event> events) {
        int most = elements.stream().mapToInt(Integer::intValue).max().orElse(0);
        try (Arena arena = Arena.ofShared()) {
            // Both are touched here, so that no first touch of a page is timed.
            MemorySegment source = arena.allocate(bytes(most), 64);
            MemorySegment target = arena.allocate(bytes(most), 64);
            fill(source, most, job.rank());
            if (warmups > 0) {
                long some = bytes(Math.min(most, WarmUp.MOST_ELEMENTS));
                WarmUp.run(job, source.asSlice(0, some), target.asSlice(0, some));
            }
            for (int count : elements) {
                events.accept(measure(
                        job,
                        source.asSlice(0, bytes(count)),
                        target.asSlice(0, bytes(count)),
                        count));
            }
        }
    }

    private Measured measure(
            Communicator job, MemorySegment source, MemorySegment target, int count) {
        Timing out = time(job, source, target, ReduceKind.SUM);
        long wrongOut = check ? wrong(target, count, job.ranks()) : -1;
        target.copyFrom(source);
        // In place a repeated sum would grow without bound; the average of equal vectors stays.
        Timing in = time(job, target, target, ReduceKind.AVG);
        long wrongIn = -1;
        if (check) {
            target.copyFrom(source);
            job.allReduce(target);
            wrongIn = wrong(target, count, job.ranks());
        }
        return new Measured(job.rank(), count, withWrong(out, wrongOut), withWrong(in, wrongIn));
    }

    private static Timing withWrong(Timing timing, long wrong) {
        return new Timing(timing.medianNs(), timing.leastNs(), timing.mostNs(), wrong);
    }

    private Timing time(
            Communicator job, MemorySegment source, MemorySegment target, ReduceKind kind) {
        for (int i = 0; i < warmups; i++) {
            job.allReduceAsync(source, target, kind).await();
        }
        long[] times = new long[repetitions];
        for (int i = 0; i < repetitions; i++) {
            long start = System.nanoTime();
            job.allReduceAsync(source, target, kind).await();
            times[i] = System.nanoTime() - start;
        }
        Arrays.sort(times);
        return new Timing(times[repetitions / 2], times[0], times[repetitions - 1], -1);
    }

    private static long bytes(int count) {
        return (long) count * Float.BYTES;
    }

    private static void fill(MemorySegment floats, int count, int rank) {
        for (int i = 0; i < count; i++) {
            floats.set(FLOAT, bytes(i), contribution(rank, i));
        }
    }

    /** A float in [-1, 1) that looks random. */
    static float contribution(int rank, int index) {
        int hash = (index * 0x9e37_79b9 ^ rank * 0x85eb_ca6b) * 0xc2b2_ae35;
        return (hash ^ hash >>> 15) * 0x1p-31f;
    }

    /** Counts elements further from the exact sum than fixed point may be: see docs/numbers.md. */
    private static long wrong(MemorySegment sums, int count, int ranks) {
        double unitsBound = (double) ranks * ranks * 0x1p-30;
        long wrong = 0;
        for (int i = 0; i < count; i++) {
            double exact = 0;
            for (int rank = 0; rank < ranks; rank++) {
                exact += contribution(rank, i);
            }
            double error = Math.abs(sums.get(FLOAT, bytes(i)) - exact);
            wrong += error <= unitsBound + Math.abs(exact) * 0x1p-24 ? 0 : 1;
        }
        return wrong;
    }
}
