package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.wire.ReduceOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllReduceTest {
    private static final Limits SMALL = new Limits(4, 8, 3, 4, 1_000_000, 1_000_000, 8_000_000);

    /** Hands out its reductions in turn. */
    static Operation operationOf(Reduction... reductions) {
        List<Reduction> left = new ArrayList<>(Arrays.asList(reductions));
        return () -> left.isEmpty() ? null : left.removeFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 2 2, 00",
        "rina, 2 2, 11",
        "rina, 2 2, 00",
        "rina, 2 3, 10",
        "rina, 1 3 2, 101",
        "switchml, 4, 1",
        "ps, 2 3, 00",
        "rina, 1, 0",
        "ring, 2, 0",
        "rina, 4, 1",
        "h-ar, 2 3, 00",
        "halving-doubling, 7, 0",
        "double-tree, 7, 0",
        "rina-hops, 2 3, 11",
        "rina-hops, 2 1 1 2, 1011",
        "rina-hops, 2 3, 01",
        "switchml, 2 1 3, 111",
        "switchml, 2 1 3, 111 core",
        "atp, 4, 1",
        "atp, 3 2 4, 110",
        "atp, 3 3, 11"
    })
    void shouldSumOverEveryStrategy(String strategy, String sizes, String ina) {
        int[] racks =
                Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
        Topology topology = Topology.ofSizes(racks, r -> ina.charAt(r) == '1');
        Plan plan = Strategies.named(strategy)
                .plan(ina.endsWith("core") ? topology.withAggregatingCore() : topology);
        for (int elements : new int[] {0, 1, 5, 100, 1001}) {
            check(plan, elements);
        }
    }

    private static void check(Plan plan, int elements) {
        PerfectNetwork network = new PerfectNetwork(plan, SMALL, sent -> {});
        Random random = new Random(elements);
        int ranks = network.hosts.size();
        for (int round = 1; round <= 3; round++) {
            int[][] lanes = new int[ranks][];
            int[] sum = new int[elements];
            for (int r = 0; r < ranks; r++) {
                lanes[r] = random.ints(elements).toArray();
                for (int i = 0; i < elements; i++) {
                    sum[i] += lanes[r][i];
                }
                network.hosts
                        .get(r)
                        .worker()
                        .start(operationOf(
                                new Reduction(new IntVector(lanes[r]), ReduceOp.SUM, round)));
            }
            network.run();
            for (int r = 0; r < ranks; r++) {
                assertThat(network.hosts.get(r).worker().completedOperations()).isEqualTo(round);
                assertThat(lanes[r]).as("rank %d of %s", r, plan).isEqualTo(sum);
            }
        }
    }

    @Test
    void shouldTakeTheMaximum() {
        Plan plan = Strategies.named("rina").plan(Topology.ofSizes(new int[] {2, 2}, r -> true));
        PerfectNetwork network = new PerfectNetwork(plan, SMALL, sent -> {});
        int[][] lanes =
                IntStream.range(0, 4).mapToObj(r -> new int[] {r, -r, 7}).toArray(int[][]::new);
        for (int r = 0; r < 4; r++) {
            network.hosts
                    .get(r)
                    .worker()
                    .start(operationOf(new Reduction(new IntVector(lanes[r]), ReduceOp.MAX, 1)));
        }
        network.run();
        assertThat(Arrays.asList(lanes))
                .allSatisfy(row -> assertThat(row).containsExactly(3, 0, 7));
    }
}
