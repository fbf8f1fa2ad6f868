package io.rina.train;

import java.util.stream.IntStream;

/**
 * What one rank does alone: its share of the gradients of each batch, and its share of the
 * examination.
 */
final class LocalWork {
    /** Samples an examination pass takes at once; more would only cost memory. */
    private static final int EXAMINATION_SAMPLES = 100;

    private final Network network;
    private final int rank;
    private final int ranks;
    private final Batch batch;

    LocalWork(Network network, int largestBatch, int rank, int ranks) {
        this.network = network;
        this.rank = rank;
        this.ranks = ranks;
        this.batch = new Batch(Math.max(Math.ceilDiv(largestBatch, ranks), EXAMINATION_SAMPLES));
    }

    /**
     * Fills {@code bucket} with this rank's contribution to the step over {@code global}, a part of
     * {@code order}.
     */
    void contribute(Samples samples, int[] order, Share global, Bucket bucket) {
        Share share = global.of(rank, ranks);
        if (share.size() == 0) {
            bucket.clear();
            return;
        }
        batch.fill(samples, order, share);
        Network.Outcome outcome = network.gradients(batch, global.size(), bucket.floats());
        bucket.statistics(
                outcome.lossSum() / global.size(), (float) outcome.correct() / global.size());
    }

    /**
     * Returns how many images of this rank's share of {@code samples} the network classifies
     * rightly.
     */
    int examine(Samples samples) {
        int[] order = IntStream.range(0, samples.count()).toArray();
        Share share = new Share(0, samples.count()).of(rank, ranks);
        int correct = 0;
        for (int start = share.start(); start < share.end(); start += EXAMINATION_SAMPLES) {
            batch.fill(
                    samples,
                    order,
                    new Share(start, Math.min(EXAMINATION_SAMPLES, share.end() - start)));
            correct += network.correct(batch);
        }
        return correct;
    }
}
