package io.rina.sim.net;

import io.rina.engine.IntVector;
import io.rina.engine.Operation;
import io.rina.engine.Reduction;
import io.rina.wire.ReduceOp;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An operation of ghosts: one lane a fragment, in which each rank puts its own number times the
 * fragment's, so that the sum shows whether every rank that brings it was counted exactly once.
 */
final class GhostSum implements Operation {
    private final int[] lanes;
    private final int rank;
    private final int number;
    private final GhostWork work;
    private boolean given;

    /** The operation of this {@code number}, with what {@code rank} contributes. */
    GhostSum(int rank, int number, GhostWork work) {
        this.rank = rank;
        this.number = number;
        this.work = work;
        lanes = new int[work.fragments()];
        int own = ofRank(rank);
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = own * ofFragment(i, number);
        }
    }

    @Override
    public @Nullable Reduction next() {
        if (given) {
            return null;
        }
        given = true;
        return new Reduction(
                new IntVector(lanes), ReduceOp.SUM, number, work.plan(), work.demand());
    }

    /** How many lanes that this rank is to get differ from the sum over those that bring them. */
    long wrong() {
        long wrong = 0;
        for (int segment = 0; segment < work.segments().size(); segment++) {
            if (work.segments().get(segment).sinks().contains(rank)) {
                wrong += wrongIn(segment);
            }
        }
        return wrong;
    }

    private long wrongIn(int segment) {
        int all = 0;
        for (int source : work.segments().get(segment).sources().toArray()) {
            all += ofRank(source);
        }
        int from = segment * work.segmentFragments();
        long wrong = 0;
        for (int i = from; i < from + work.segmentFragments(); i++) {
            wrong += lanes[i] == all * ofFragment(i, number) ? 0 : 1;
        }
        return wrong;
    }

    /** The same at every rank whose sums are the same. */
    int digest() {
        return Arrays.hashCode(lanes);
    }

    private static int ofRank(int rank) {
        return mix(rank * 0x9e3779b97f4a7c15L + 1);
    }

    /** Odd, so that what a rank is counted wrong is never lost in the product. */
    private static int ofFragment(int fragment, int number) {
        return mix((long) number << 32 | fragment) | 1;
    }

    private static int mix(long value) {
        long hash = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        return (int) (hash >>> 32);
    }
}
