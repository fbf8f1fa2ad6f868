package io.rina.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StragglersTest {
    private static final int RANKS = 200;
    private static final int ITERATIONS = 1_000;

    private static double[] sorted(String jitter) {
        Stragglers stragglers = new Stragglers(Jitter.parse(jitter), 11);
        double[] factors = new double[RANKS * ITERATIONS];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = stragglers.slowdown(i / ITERATIONS, i % ITERATIONS);
        }
        Arrays.sort(factors);
        return factors;
    }

    @ParameterizedTest
    @CsvSource({
        // Mean, median and 99th percentile of 1 + U(0, 0.2).
        "uniform:0.2, 1.1, 1.1, 1.198",
        // Of 1 + 0.1 Z: z(0.99) = 2.3263, and within 3 deviations 2.2957 = z(0.00135 + 0.99 x
        // 0.9973).
        "normal:0.1, 1, 1, 1.22957",
        // Of 1 + Exp(0.1): ln 2 = 0.6931, ln 100 = 4.6052.
        "exponential:0.1, 1.1, 1.06931, 1.46052",
        // Shape a: mean a/(a-1), quantile (1-p)^(-1/a); 2^(1/4), 100^(1/4).
        "pareto:4, 1.33333, 1.18921, 3.16228"
    })
    void shouldFollowItsDistribution(String jitter, double mean, double median, double late) {
        double[] factors = sorted(jitter);
        assertThat(Arrays.stream(factors).average().orElseThrow()).isCloseTo(mean, within(0.003));
        assertThat(factors[factors.length / 2]).isCloseTo(median, within(0.003));
        assertThat(factors[factors.length * 99 / 100]).isCloseTo(late, within(0.02 * late));
    }

    @Test
    void shouldCutTheNormalDistributionOff() {
        double[] factors = sorted("normal:0.1");
        assertThat(factors[0]).isBetween(0.7, 0.72);
        assertThat(factors[factors.length - 1]).isBetween(1.28, 1.3);
    }

    @Test
    void shouldGiveTheSameFactorsAgain() {
        // From the same formula in Python, so that results of other versions and machines compare.
        Stragglers stragglers = new Stragglers(new Jitter.Exponential(0.1), 7);
        assertThat(stragglers.slowdown(3, 5)).isEqualTo(1.1300723452967447);
    }

    @Test
    void shouldNotTieRanksIterationsAndSeedsTogether() {
        Jitter jitter = new Jitter.Uniform(1);
        double sum = 0;
        int pairs = 100_000;
        for (int i = 0; i < pairs; i++) {
            double a = new Stragglers(jitter, 1).slowdown(i, i + 1) - 1.5;
            double b = new Stragglers(jitter, 1).slowdown(i + 1, i) - 1.5;
            double c = new Stragglers(jitter, 2).slowdown(i, i + 1) - 1.5;
            sum += a * b + a * c + b * c;
        }
        // Three products of variance 1/144 each: the deviation of the mean is 0.00046.
        assertThat(sum / pairs).isCloseTo(0, within(0.002));
    }

    @Test
    void shouldLeaveRanksAloneWithoutJitter() {
        assertThat(Stragglers.none().slowdown(2, 9)).isEqualTo(1);
        assertThat(Jitter.parse("none")).isEqualTo(new Jitter.None());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gauss:1", "uniform", "none:1", "pareto:x"})
    void shouldSayWhichDistributionsThereAre(String jitter) {
        assertThatThrownBy(() -> Jitter.parse(jitter))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no jitter is called " + jitter + "; there are none, uniform:WIDTH, "
                        + "normal:SIGMA, exponential:MEAN and pareto:SHAPE");
    }

    @ParameterizedTest
    @CsvSource({
        "uniform:0, must be over 0.0",
        "normal:0.4, must be over 0.0 and below 0.333",
        "pareto:1, must be over 1.0",
        "exponential:NaN, must be over 0.0"
    })
    void shouldRefuseNumbersOutOfRange(String jitter, String message) {
        assertThatThrownBy(() -> Jitter.parse(jitter)).hasMessageContaining(message);
    }
}
