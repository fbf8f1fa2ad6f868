package io.rina.plan;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
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
        int[] sorted = ranks.clone();
        Arrays.sort(sorted);
        int count = 0;
        for (int rank : sorted) {
            if (count == 0 || sorted[count - 1] != rank) {
                sorted[count++] = rank;
            }
        }
        return new RankSet(count == sorted.length ? sorted : Arrays.copyOf(sorted, count));
    }

    /** The ranks 0 to {@code count - 1}. */
    public static RankSet firstOf(int count) {
        int[] ranks = new int[count];
        Arrays.setAll(ranks, rank -> rank);
        return new RankSet(ranks);
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

    public boolean containsAll(RankSet others) {
        for (int rank : others.ranks) {
            if (!contains(rank)) {
                return false;
            }
        }
        return true;
    }

    public boolean intersects(RankSet other) {
        for (int rank : ranks) {
            if (other.contains(rank)) {
                return true;
            }
        }
        return false;
    }

    public RankSet union(RankSet other) {
        int[] both = Arrays.copyOf(ranks, ranks.length + other.ranks.length);
        System.arraycopy(other.ranks, 0, both, ranks.length, other.ranks.length);
        return of(both);
    }

    /** This set less {@code rank}. */
    public RankSet without(int rank) {
        return where(other -> other != rank);
    }

    /** Those ranks of the set that are {@code wanted}. */
    public RankSet where(IntPredicate wanted) {
        int[] found = new int[ranks.length];
        int count = 0;
        for (int rank : ranks) {
            if (wanted.test(rank)) {
                found[count++] = rank;
            }
        }
        return count == ranks.length ? this : new RankSet(Arrays.copyOf(found, count));
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
