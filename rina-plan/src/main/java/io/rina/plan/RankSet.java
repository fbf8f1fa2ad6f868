package io.rina.plan;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An immutable set of ranks, in ascending order; a rank's index here is its member number in a
 * channel.
 */
public final class RankSet {
    private final int[] ranks;

    private RankSet(int[] sortedDistinct) {
        this.ranks = sortedDistinct;
    }

    /** The set of {@code ranks}, given in any order; duplicates count once. */
    public static RankSet of(int... ranks) {
        return new RankSet(Arrays.stream(ranks).sorted().distinct().toArray());
    }

    public int size() {
        return ranks.length;
    }

    public int get(int index) {
        return ranks[index];
    }

    /** The lowest rank. */
    public int first() {
        return ranks[0];
    }

    /** The index of {@code rank}, or a negative number when it is not in the set. */
    public int indexOf(int rank) {
        return Arrays.binarySearch(ranks, rank);
    }

    public boolean contains(int rank) {
        return indexOf(rank) >= 0;
    }

    public RankSet union(RankSet other) {
        int[] both = Arrays.copyOf(ranks, ranks.length + other.ranks.length);
        System.arraycopy(other.ranks, 0, both, ranks.length, other.ranks.length);
        return of(both);
    }

    /** This set less {@code rank}. */
    public RankSet without(int rank) {
        return new RankSet(Arrays.stream(ranks).filter(r -> r != rank).toArray());
    }

    public int[] toArray() {
        return ranks.clone();
    }

    public List<Integer> toList() {
        return Arrays.stream(ranks).boxed().toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankSet that && Arrays.equals(ranks, that.ranks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ranks);
    }

    @Override
    public String toString() {
        return Arrays.stream(ranks)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(",", "{", "}"));
    }
}
