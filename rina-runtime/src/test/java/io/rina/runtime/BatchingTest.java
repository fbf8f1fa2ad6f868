package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchingTest {
    private static final boolean STREAMING = true;

    private final Batching batching = new Batching();
    private long nowNs;

    /** A frame at a time, at one interval, until the average has followed. */
    private long afterFramesEvery(long intervalNs, boolean isStreaming) {
        long pauseNs = 0;
        for (int i = 0; i < 200; i++) {
            nowNs += intervalNs;
            pauseNs = batching.pauseNs(nowNs, 1, isStreaming);
        }
        return pauseNs;
    }

    @Test
    void shouldWaitForTheRestOfABatch() {
        assertThat(afterFramesEvery(10_000, STREAMING))
                .as("15 more at 10 us each")
                .isBetween(145_000L, 155_000L);
    }

    @Test
    void shouldNotWaitLongerThanABatchIsWorth() {
        assertThat(afterFramesEvery(60_000, STREAMING)).isEqualTo(400_000);
    }

    @Test
    void shouldNotWaitWhereLittleIsToCome() {
        assertThat(afterFramesEvery(10_000, !STREAMING)).isZero();
    }

    @Test
    void shouldNotWaitWhereFramesComeFastByThemselves() {
        assertThat(afterFramesEvery(1_000, STREAMING)).isZero();
        afterFramesEvery(10_000, STREAMING);
        assertThat(batching.pauseNs(nowNs + 160_000, 16, STREAMING)).isZero();
    }

    @Test
    void shouldNotWaitAfterATurnThatFoundNothing() {
        afterFramesEvery(10_000, STREAMING);
        assertThat(batching.pauseNs(nowNs + 10_000, 0, STREAMING)).isZero();
    }

    @Test
    void shouldForgetHowItWasBeforeALongSilence() {
        afterFramesEvery(10_000, STREAMING);
        nowNs += 3_600_000_000_000L;
        assertThat(batching.pauseNs(nowNs, 1, STREAMING)).isBetween(1L, 400_000L);
    }
}
