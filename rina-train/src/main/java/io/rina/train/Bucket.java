package io.rina.train;

import io.rina.plan.ChunkLayout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * All that one step sends, as one array of floats, so that a step needs a single all-reduce:
 *
 * <pre>
 * element 0               gradients of all parameters, in order
 * up to a block's edge    zeros
 * then                    loss and right answers, each over the samples of the global batch
 * </pre>
 *
 * <p>The statistics have a block of their own because the all-reduce may scale the elements of a
 * block together: gradients are a thousand times smaller than a loss, and would lose ten of their
 * bits beside it. Both statistics are shares of the global batch and so of the same size, for the
 * same reason.
 */
final class Bucket {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
    private static final int STATISTICS = 2;
    /** What vector instructions like best, and more than any of them needs. */
    private static final int ALIGNMENT_BYTES = 64;

    private final int statisticsStart;
    private final MemorySegment floats;

    Bucket(int gradientElements) {
        int block = ChunkLayout.BLOCK_ELEMENTS;
        this.statisticsStart = Math.ceilDiv(gradientElements, block) * block;
        this.floats = Arena.ofAuto().allocate((long) elements() * Float.BYTES, ALIGNMENT_BYTES);
    }

    /** Gradients, padding and statistics together. */
    int elements() {
        return statisticsStart + STATISTICS;
    }

    /** The gradients are at its start, one after another without gaps. */
    MemorySegment floats() {
        return floats;
    }

    /** Nothing learnt from no samples: what a rank contributes that has no share of a batch. */
    void clear() {
        floats.fill((byte) 0);
    }

    void statistics(float loss, float accuracy) {
        floats.setAtIndex(FLOAT, statisticsStart, loss);
        floats.setAtIndex(FLOAT, statisticsStart + 1, accuracy);
    }

    float loss() {
        return floats.getAtIndex(FLOAT, statisticsStart);
    }

    float accuracy() {
        return floats.getAtIndex(FLOAT, statisticsStart + 1);
    }
}
