package io.rina.train;

import java.lang.foreign.MemorySegment;

/** What makes one training run of many workers: the sum over all ranks. */
@FunctionalInterface
public interface GradientReducer {
    /**
     * Replaces each of the first {@code elements} floats (native byte order) of {@code floats} by
     * its sum over all ranks. Every rank must end up with the same bits, or the copies of the model
     * drift apart. Called by all ranks the same number of times, with the same numbers of elements
     * in the same order; it returns when the sums are there.
     */
    void sum(MemorySegment floats, int elements);

    /** For a single process, whose gradients are the global ones already. */
    static GradientReducer singleProcess() {
        return (floats, elements) -> {};
    }
}
