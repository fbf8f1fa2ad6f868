package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DcqcnRateTest {
    private static final long LINE = 25_000_000_000L;
    private static final long US = 1_000_000;

    private final DcqcnRate rate = new DcqcnRate(DcqcnOptions.hpcc(LINE), LINE);

    @Test
    void shouldSendAtTheLineRateUntilTold() {
        rate.onSent(0, 1_250);
        assertThat(rate.nextPs()).isEqualTo(400_000);
    }

    @Test
    void shouldHalveAtTheFirstNotice() {
        // alpha starts at 1: R (1 - alpha/2).
        rate.onNotice(0);
        assertThat(rate.bitsPerSec()).isCloseTo(LINE / 2.0, within(1.0));
        rate.onSent(0, 1_250);
        assertThat(rate.nextPs()).isEqualTo(800_000);
    }

    @Test
    void shouldNeverFallBelowTheLeastRate() {
        for (int i = 0; i < 50; i++) {
            rate.onNotice(i * US);
        }
        assertThat(rate.bitsPerSec()).isEqualTo(1e9);
    }

    @Test
    void shouldRecoverHalfOfTheCutInEachIncrease() {
        rate.onNotice(0);
        rate.onSent(300 * US, 1_250);
        assertThat(rate.bitsPerSec()).isCloseTo(0.75 * LINE, within(1.0));
        for (int i = 2; i < 2_000; i++) {
            rate.onSent(i * (300 * US), 1_250);
        }
        assertThat(rate.bitsPerSec()).isEqualTo((double) LINE);
    }
}
