package io.rina.cli.run;

import io.rina.cli.report.Counts;
import io.rina.plan.Topology;
import io.rina.runtime.Communicator;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The same all-reduces on the plans of all strategies that the job holds. The strategies take turns,
 * round after round, so that whatever else the machine does falls on all of them.
 *
 * @param topology what the strategies are to be compared on
 * @param elements the sizes
 * @param repetitions timed, of each size and strategy
 * @param warmups not timed, before them, one at least in each round; with 0 the process is not
 *     warmed up either
 * @param check whether to verify results
 */
record ComparisonWorkload(
        Topology topology,
        BenchNumbers numbers,
        List<Integer> elements,
        int repetitions,
        int warmups,
        boolean check)
        implements Workload {
    private static final int MOST_ROUNDS = 5;
    private static final long DIGEST_STEP = 1 << 30;

    int rounds() {
        return Math.min(MOST_ROUNDS, repetitions);
    }

    @Override
    public void prepare() {
        // Nothing takes long.
    }

    @Override
    public void run(Communicator job, Consumer<Event> events) {
        checkSame(job.plan().topology());
        try (BenchMemory memory = new BenchMemory(numbers, elements)) {
            memory.prepare(job, warmups > 0);
            for (int count : elements) {
                compare(job, memory.source(count), memory.target(count)).forEach(events);
            }
        }
    }

    /** A switch without room for all plans would take no part, and its rack would be another one. */
    void checkSame(Topology actual) {
        if (!actual.equals(topology)) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "strategies cannot be compared on " + topology + ": the job runs on " + actual
                            + ", since a switch has no slots for all of them; make pool smaller in the"
                            + " cluster file, or compare fewer workers");
        }
    }

    /** Each round begins with another strategy. */
    private List<Event> compare(Communicator job, MemorySegment source, MemorySegment target) {
        List<Series> all = job.strategies().stream()
                .map(strategy -> new Series(job, strategy, source, target))
                .toList();
        for (int round = 0; round < rounds(); round++) {
            for (int turn = 0; turn < all.size(); turn++) {
                all.get((round + turn) % all.size()).run(round);
            }
        }
        return all.stream().map(Series::measured).toList();
    }

    /** One strategy's all-reduces of one size. */
    private final class Series {
        private final Communicator job;
        private final String strategy;
        private final MemorySegment source;
        private final MemorySegment target;
        private final List<Long> timesNs = new ArrayList<>();
        private long sentBytes;
        private long wrong = -1;
        private String digest = "";

        Series(Communicator job, String strategy, MemorySegment source, MemorySegment target) {
            this.job = job;
            this.strategy = strategy;
            this.source = source;
            this.target = target;
        }

        void run(int round) {
            try {
                job.runOn(strategy);
                // At least one in each round: what the ranks did before takes each another time.
                for (int i = 0; i < (round == 0 ? Math.max(1, warmups) : 1); i++) {
                    numbers.reduce(job, source, target);
                }
                time((long) repetitions * (round + 1) / rounds());
            } catch (JobException e) {
                throw new JobException(e.category(), "by " + strategy + ": " + e.getMessage(), e);
            }
            if (round == rounds() - 1) {
                verify();
            }
        }

        private void time(long upTo) {
            long sentBefore = Counts.interfaceBytes(job.counters());
            while (timesNs.size() < upTo) {
                long startNs = System.nanoTime();
                numbers.reduce(job, source, target);
                timesNs.add(System.nanoTime() - startNs);
            }
            sentBytes += Counts.interfaceBytes(job.counters()) - sentBefore;
        }

        private void verify() {
            digest = digest(target);
            if (check) {
                int count = (int) (target.byteSize() / numbers.type().bytes());
                wrong = numbers.wrong(target, count, job.ranks());
            }
        }

        Event measured() {
            return new Event.Compared(
                    job.rank(),
                    source.byteSize() / numbers.type().bytes(),
                    strategy,
                    timesNs,
                    sentBytes / repetitions,
                    wrong,
                    digest);
        }
    }

    private static String digest(MemorySegment memory) {
        CRC32C crc = new CRC32C();
        for (long at = 0; at < memory.byteSize(); at += DIGEST_STEP) {
            crc.update(memory.asSlice(at, Math.min(DIGEST_STEP, memory.byteSize() - at))
                    .asByteBuffer());
        }
        return "%08x".formatted(crc.getValue());
    }
}
