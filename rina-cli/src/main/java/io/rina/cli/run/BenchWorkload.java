package io.rina.cli.run;

import io.rina.cli.run.Event.Measured;
import io.rina.cli.run.Event.Timing;
import io.rina.runtime.Communicator;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * All-reduces of given sizes, timed and verified at one rank.
 *
 * @param elements the sizes
 * @param repetitions timed, of each size and kind
 * @param warmups not timed, before them; without any, the process is not warmed up either
 * @param check whether to verify results
 */
record BenchWorkload(
        BenchNumbers numbers, List<Integer> elements, int repetitions, int warmups, boolean check)
        implements Workload {
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
        try (BenchMemory memory = new BenchMemory(numbers, elements)) {
            memory.prepare(job, warmups > 0);
            for (int count : elements) {
                events.accept(measure(job, memory.source(count), memory.target(count), count));
            }
        }
    }

    private Measured measure(
            Communicator job, MemorySegment source, MemorySegment target, int count) {
        Timing out = time(job, source, target, numbers);
        long wrongOut = check ? numbers.wrong(target, count, job.ranks()) : -1;
        target.copyFrom(source);
        Timing in = time(job, target, target, numbers.repeatable());
        long wrongIn = -1;
        if (check) {
            target.copyFrom(source);
            numbers.reduce(job, target, target);
            wrongIn = numbers.wrong(target, count, job.ranks());
        }
        return new Measured(job.rank(), count, withWrong(out, wrongOut), withWrong(in, wrongIn));
    }

    private static Timing withWrong(Timing timing, long wrong) {
        return new Timing(timing.medianNs(), timing.leastNs(), timing.mostNs(), wrong);
    }

    private Timing time(
            Communicator job, MemorySegment source, MemorySegment target, BenchNumbers what) {
        for (int i = 0; i < warmups; i++) {
            what.reduce(job, source, target);
        }
        long[] times = new long[repetitions];
        for (int i = 0; i < repetitions; i++) {
            long start = System.nanoTime();
            what.reduce(job, source, target);
            times[i] = System.nanoTime() - start;
        }
        Arrays.sort(times);
        return new Timing(times[repetitions / 2], times[0], times[repetitions - 1], -1);
    }
}
