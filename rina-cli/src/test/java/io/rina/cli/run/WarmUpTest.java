package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final long S = 1_000_000_000L;

    private static int rounds(WarmUp warmUp, long nowNs, long... mediansNs) {
        int rounds = 0;
        for (long medianNs : mediansNs) {
            rounds++;
            if (!warmUp.wantsMore(medianNs, nowNs)) {
                return rounds;
            }
        }
        return rounds;
    }

    @Test
    void shouldGoOnAsLongAsRoundsGetFaster() {
        long[] mediansNs = {9000, 7000, 5000, 3000, 2000, 1500, 1200, 1000, 900, 800, 700};
        assertThat(rounds(WarmUp.startingAt(0), 0, mediansNs)).isEqualTo(mediansNs.length);
    }

    @Test
    void shouldEndAfterFiveRoundsWithoutGain() {
        assertThat(rounds(WarmUp.startingAt(0), 0, 9000, 1000, 990, 980, 2000, 970, 960, 1, 1))
                .isEqualTo(7);
    }

    /** Slow gain is gain once it adds up: each round is held against the best, not the last. */
    @Test
    void aSlowRoundShouldNotMakeTheNextLookLikeGain() {
        assertThat(rounds(WarmUp.startingAt(0), 0, 1000, 5000, 1000, 5000, 1000, 5000, 1))
                .isEqualTo(6);
    }

    @Test
    void shouldEndAfterTenSecondsInAnyCase() {
        WarmUp warmUp = WarmUp.startingAt(-3 * S);
        assertThat(warmUp.wantsMore(1000, 6 * S)).isTrue();
        assertThat(warmUp.wantsMore(100, 7 * S)).isFalse();
    }
}
