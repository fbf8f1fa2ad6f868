package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.Counter;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Topology;
import io.rina.plan.time.Choice;
import io.rina.plan.time.CostModel;
import io.rina.plan.time.Selection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A job that holds the plans of several strategies. */
class SeveralPlansTest {
    private static final int FRAGMENT = 352;
    private static final Topology RACKS = Topology.ofSizes(new int[] {2, 2}, rack -> true);

    /** Messages are dear and uplinks slow: one step for little, few bytes over the core for much. */
    private static final Selection AUTO =
            new Selection.Auto(FRAGMENT, new CostModel(1e9, 1e8, 0, 0, 1_000_000, 0, 0, 0, 0));

    private static final int FEW = 10;
    private static final int MANY = 400_000;

    @Test
    void eachSizeShouldRunOnThePlanChosenForIt() throws Exception {
        Choice choice = AUTO.on(RACKS);
        assertThat(choice.strategy(FEW)).isNotEqualTo(choice.strategy(MANY));
        try (LocalJob local = new LocalJob(AUTO, RACKS)) {
            List<Map<Counter, Long>> counters = local.run(job -> {
                assertThat(job.strategies()).isEqualTo(choice.strategies());
                assertThat(job.plan(FEW).strategy()).isEqualTo(choice.strategy(FEW));
                assertThat(job.plan(MANY).strategy()).isEqualTo(choice.strategy(MANY));
                sumOfOnes(job, FEW);
                sumOfOnes(job, MANY);
                sumOfOnes(job, FEW);
                return job.counters();
            });
            Plan few = choice.plans(RACKS).get(choice.plan(FEW));
            Plan many = choice.plans(RACKS).get(choice.plan(MANY));
            for (int rank = 0; rank < 4; rank++) {
                assertThat(framesSent(counters.get(rank)))
                        .as("rank %s", rank)
                        .isEqualTo(2 * frames(few, FEW, rank) + frames(many, MANY, rank));
            }
        }
    }

    @Test
    void allStrategiesShouldGiveTheSameBitsInOneJob() throws Exception {
        try (LocalJob local = new LocalJob(new Selection.All(), RACKS)) {
            List<List<float[]>> results = local.run(job -> {
                List<float[]> sums = new ArrayList<>();
                for (String strategy : job.strategies()) {
                    job.runOn(strategy);
                    assertThat(job.plan(FEW).strategy()).isEqualTo(strategy);
                    float[] floats = new float[5 * FRAGMENT + 3];
                    for (int i = 0; i < floats.length; i++) {
                        floats[i] = (float) Math.sin(i * (job.rank() + 1));
                    }
                    job.allReduce(floats);
                    sums.add(floats);
                }
                return sums;
            });
            assertThat(results.getFirst()).hasSizeGreaterThanOrEqualTo(8);
            float[] first = results.getFirst().getFirst();
            results.forEach(ofRank ->
                    assertThat(ofRank).allSatisfy(sum -> assertThat(sum).containsExactly(first)));
        }
    }

    /** A group's racks are others than the job's, and so may be what is best for it. */
    @Test
    void aGroupShouldHaveAChoiceOfItsOwn() throws Exception {
        Topology pair = Topology.ofSizes(new int[] {2}, rack -> true);
        try (LocalJob local = new LocalJob(AUTO, RACKS)) {
            local.run(job -> {
                int first = job.rank() < 2 ? 0 : 2;
                try (Communicator group = job.group(first, first + 1)) {
                    assertThat(group.strategies()).isEqualTo(AUTO.on(pair).strategies());
                    sumOfOnes(group, MANY);
                    group.leave();
                }
                return true;
            });
        }
    }

    @Test
    void shouldRefuseAStrategyWhosePlanIsNotHeld() throws Exception {
        try (LocalJob local = new LocalJob(new Selection.Named("ring"), RACKS)) {
            local.run(job -> {
                assertThatThrownBy(() -> job.runOn("ps"))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("no plan of 'ps' is held here; there are ring");
                return true;
            });
        }
    }

    private static void sumOfOnes(Communicator job, int elements) {
        float[] floats = new float[elements];
        Arrays.fill(floats, 1);
        job.allReduce(floats);
        assertThat(floats).containsOnly(job.ranks());
    }

    private static long framesSent(Map<Counter, Long> counters) {
        return counters.getOrDefault(Counter.DATA_SENT, 0L)
                + counters.getOrDefault(Counter.RESULT_SENT, 0L);
    }

    /** Exponents first, then the blocks. */
    private static long frames(Plan plan, int elements, int rank) {
        int blocks = Math.ceilDiv(elements, FRAGMENT);
        return new PlanCost(plan, blocks, FRAGMENT).sentFrames(rank)
                + new PlanCost(plan, elements, FRAGMENT).sentFrames(rank);
    }
}
