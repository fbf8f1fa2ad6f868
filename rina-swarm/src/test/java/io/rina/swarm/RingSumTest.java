package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.DataType;
import io.rina.plan.Demand;
import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import org.junit.jupiter.api.Test;

/** The order in which floats are added, as {@code docs/numbers.md} says it, in a plain loop. */
class RingSumTest {
    private static final int BLOCK = 4;
    private static final int ELEMENTS = 101;

    private final Dice dice = new Dice(1, "ring");

    private static Plan ring(int ranks) {
        return Strategies.named("ring").plan(Topology.ofSizes(new int[] {ranks}, rack -> false));
    }

    private long[][] draw(int ranks, int elements) {
        long[][] given = new long[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            given[rank] = Values.PLAIN.draw(DataType.F32, elements, 1, dice);
        }
        return given;
    }

    /** From the rank after {@code last} on, one by one, as far as {@code last}. */
    private static int sum(long[][] given, int element, int last) {
        int ranks = given.length;
        float sum = Float.intBitsToFloat((int) given[(last + 1) % ranks][element]);
        for (int i = 2; i <= ranks; i++) {
            sum += Float.intBitsToFloat((int) given[(last + i) % ranks][element]);
        }
        return Float.floatToIntBits(sum);
    }

    private static long[] run(Plan plan, long[][] given, int segmentElements) {
        long[] result = new long[given[0].length];
        new RingSum(DataType.F32, BLOCK, Integer.MAX_VALUE, plan)
                .run(given, segmentElements, 1, result);
        return result;
    }

    @Test
    void shouldSumEachOfAsManyChunksAsRanksUpToItsOwnRank() {
        for (int ranks = 1; ranks <= 17; ranks++) {
            long[][] given = draw(ranks, ELEMENTS);
            long[] result = run(ring(ranks), given, ELEMENTS);
            int blocks = Math.ceilDiv(ELEMENTS, BLOCK);
            for (int chunk = 0; chunk < ranks; chunk++) {
                int to = Math.min(ELEMENTS, blocks * (chunk + 1) / ranks * BLOCK);
                for (int i = blocks * chunk / ranks * BLOCK; i < to; i++) {
                    assertThat(result[i]).isEqualTo(sum(given, i, chunk));
                }
            }
        }
    }

    @Test
    void shouldSumAllUpToTheRootOfAReduce() {
        for (int root = 0; root < 5; root++) {
            long[][] given = draw(5, ELEMENTS);
            long[] result = run(ring(5).serving(new Demand.Reduce(root)), given, ELEMENTS);
            for (int i = 0; i < ELEMENTS; i++) {
                assertThat(result[i]).isEqualTo(sum(given, i, root));
            }
        }
    }

    @Test
    void shouldSumEachSegmentOfAReduceScatterUpToTheRankThatGetsIt() {
        long[][] given = draw(5, 5 * ELEMENTS);
        long[] result = run(ring(5).serving(new Demand.ReduceScatter()), given, ELEMENTS);
        for (int i = 0; i < result.length; i++) {
            assertThat(result[i]).isEqualTo(sum(given, i, i / ELEMENTS));
        }
    }
}
