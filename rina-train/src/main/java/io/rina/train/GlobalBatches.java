package io.rina.train;

import java.util.SplittableRandom;

/**
 * Which samples make up which step. Every process computes the same order from the seed and the
 * epoch, so that ranks agree without a word. The last batch of an epoch may be smaller than the
 * others, and no sample is left out.
 */
final class GlobalBatches {
    private final int samples;
    private final int batchSamples;
    private final long seed;

    GlobalBatches(int samples, int batchSamples, long seed) {
        if (samples < 1 || batchSamples < 1) {
            throw new IllegalArgumentException(
                    "cannot cut " + samples + " samples into batches of " + batchSamples);
        }
        this.samples = samples;
        this.batchSamples = batchSamples;
        this.seed = seed;
    }

    int perEpoch() {
        return Math.ceilDiv(samples, batchSamples);
    }

    /** The part of an epoch's order that makes up batch number {@code batch}. */
    Share batch(int batch) {
        int start = batch * batchSamples;
        return new Share(start, Math.min(batchSamples, samples - start));
    }

    /** A shuffle by Fisher and Yates; another one each epoch. */
    int[] order(int epoch) {
        // Neighbouring seeds give unrelated streams: SplittableRandom mixes its seed.
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + epoch);
        int[] order = new int[samples];
        for (int i = 0; i < samples; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }
}
