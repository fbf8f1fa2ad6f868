package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GlobalBatchesTest {
    private static final int SAMPLES = 101;
    private static final int[] BATCH_SIZES = {1, 2, 5, 16, 33, 100, 101, 128};

    @Test
    void shouldUseEverySampleOnceAnEpochWhateverTheNumberOfRanks() {
        for (int ranks = 1; ranks <= 7; ranks++) {
            for (int batchSize : BATCH_SIZES) {
                GlobalBatches batches = new GlobalBatches(SAMPLES, batchSize, 1);
                int[] uses = uses(batches, ranks);
                assertThat(uses).as("%d ranks, batches of %d", ranks, batchSize).containsOnly(1);
            }
        }
    }

    private static int[] uses(GlobalBatches batches, int ranks) {
        int[] uses = new int[SAMPLES];
        int[] order = batches.order(0);
        for (int batch = 0; batch < batches.perEpoch(); batch++) {
            for (int rank = 0; rank < ranks; rank++) {
                Share share = batches.batch(batch).of(rank, ranks);
                IntStream.range(share.start(), share.end()).forEach(i -> uses[order[i]]++);
            }
        }
        return uses;
    }

    @Test
    void shouldGiveRanksSharesThatDifferByOneAtMost() {
        for (int size = 0; size <= 40; size++) {
            for (int ranks = 1; ranks <= 7; ranks++) {
                Share global = new Share(1000, size);
                int next = global.start();
                for (int rank = 0; rank < ranks; rank++) {
                    Share share = global.of(rank, ranks);
                    assertThat(share.start()).isEqualTo(next);
                    assertThat(share.size()).isBetween(size / ranks, Math.ceilDiv(size, ranks));
                    next = share.end();
                }
                assertThat(next).isEqualTo(global.end());
            }
        }
    }

    @Test
    void shouldGiveEveryProcessTheSameOrder() {
        assertThat(new GlobalBatches(SAMPLES, 8, 5).order(3))
                .isEqualTo(new GlobalBatches(SAMPLES, 8, 5).order(3));
    }

    @Test
    void shouldShuffleAnewForEveryEpochAndSeed() {
        int[] order = new GlobalBatches(SAMPLES, 8, 5).order(3);
        assertThat(new GlobalBatches(SAMPLES, 8, 5).order(4)).isNotEqualTo(order);
        assertThat(new GlobalBatches(SAMPLES, 8, 6).order(3)).isNotEqualTo(order);
    }
}
