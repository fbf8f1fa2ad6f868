package io.rina.cli.run;

import io.rina.runtime.Communicator;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What a bench reduces, and where to, for all its sizes. */
final class BenchMemory implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final BenchNumbers numbers;
    private final int most;
    private final MemorySegment source;
    private final MemorySegment target;

    BenchMemory(BenchNumbers numbers, List<Integer> sizes) {
        this.numbers = numbers;
        most = sizes.stream().mapToInt(Integer::intValue).max().orElse(0);
        source = arena.allocate(bytes(most), 64);
        target = arena.allocate(bytes(most), 64);
    }

    /**
     * Puts the numbers of this rank into the source, and warms the ranks up if {@code isWarm}. Both
     * are touched here, so that no first touch of a page is timed.
     */
    void prepare(Communicator job, boolean isWarm) {
        numbers.fill(source, most, job.rank());
        if (isWarm) {
            int some = Math.min(most, WarmUp.MOST_ELEMENTS);
            WarmUp.run(job, numbers, source(some), target(some));
        }
    }

    MemorySegment source(int elements) {
        return source.asSlice(0, bytes(elements));
    }

    MemorySegment target(int elements) {
        return target.asSlice(0, bytes(elements));
    }

    private long bytes(int elements) {
        return (long) elements * numbers.type().bytes();
    }

    @Override
    public void close() {
        arena.close();
    }
}
