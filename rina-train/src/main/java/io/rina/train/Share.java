package io.rina.train;

/**
 * A contiguous part of some order of samples. It may be empty: a small batch has nothing for some
 * of many ranks.
 */
record Share(int start, int size) {
    int end() {
        return start + size;
    }

    /**
     * The part for {@code rank} of {@code ranks}. The parts cover this one exactly once, and their
     * sizes differ by one at most.
     */
    Share of(int rank, int ranks) {
        int from = edge(rank, ranks);
        return new Share(start + from, edge(rank + 1, ranks) - from);
    }

    private int edge(int rank, int ranks) {
        return (int) ((long) size * rank / ranks);
    }
}
