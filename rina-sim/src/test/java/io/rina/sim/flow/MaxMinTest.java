package io.rina.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MaxMinTest {
    private static double[] share(double[] capacity, int[][] paths) {
        int[] flows = new int[paths.length];
        Arrays.setAll(flows, i -> i);
        double[] rates = new double[paths.length];
        new MaxMin(capacity).share(paths, flows, flows.length, rates);
        return rates;
    }

    @Test
    void shouldShareLikeTheTextbookExample() {
        // Three flows over link 0 of 3, one of them also over link 1 of 0.5, a fourth alone there.
        double[] rates = share(new double[] {3, 0.5}, new int[][] {{0}, {0}, {0, 1}, {1}});
        assertThat(rates).containsExactly(new double[] {1.375, 1.375, 0.25, 0.25}, within(1e-9));
    }

    @Test
    void shouldBeMaxMinFair() {
        // Definition: every flow crosses a full link on which no flow is faster than it.
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            double[] capacity = random.doubles(8, 1, 10).toArray();
            int[][] paths = new int[20][];
            for (int f = 0; f < paths.length; f++) {
                paths[f] = random.ints(0, 8)
                        .distinct()
                        .limit(1 + random.nextInt(4))
                        .toArray();
            }
            double[] rates = share(capacity, paths);
            for (int f = 0; f < paths.length; f++) {
                assertThat(hasBottleneck(f, capacity, paths, rates))
                        .as("seed " + seed)
                        .isTrue();
            }
        }
    }

    private static boolean hasBottleneck(
            int flow, double[] capacity, int[][] paths, double[] rates) {
        boolean found = false;
        for (int link : paths[flow]) {
            double sum = 0;
            double fastest = 0;
            for (int f = 0; f < paths.length; f++) {
                for (int other : paths[f]) {
                    sum += other == link ? rates[f] : 0;
                    fastest = other == link ? Math.max(fastest, rates[f]) : fastest;
                }
            }
            assertThat(sum).isLessThanOrEqualTo(capacity[link] * (1 + 1e-9));
            found |= sum >= capacity[link] * (1 - 1e-9) && rates[flow] >= fastest * (1 - 1e-9);
        }
        return found;
    }
}
