package io.rina.plan.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Ring;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.plan.time.Choice.Range;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    private static final int FRAGMENT = 352;

    @Test
    void shouldGiveTheStrategyOfTheRange() {
        Choice choice = new Choice(
                List.of(new Range(0, "ps"), new Range(100, "rina"), new Range(5000, "ps")));

        assertThat(choice.strategy(0)).isEqualTo("ps");
        assertThat(choice.strategy(99)).isEqualTo("ps");
        assertThat(choice.strategy(100)).isEqualTo("rina");
        assertThat(choice.strategy(1L << 40)).isEqualTo("ps");
        assertThat(choice.strategies()).containsExactly("ps", "rina");
    }

    @Test
    void shouldRefuseRangesThatLeaveSizesOut() {
        assertThatThrownBy(() -> new Choice(List.of(new Range(1, "ps"))))
                .hasMessageContaining("must start at 0");
        assertThatThrownBy(() -> new Choice(List.of(new Range(0, "ps"), new Range(0, "ring"))))
                .hasMessageContaining("must rise");
    }

    /** Without a switch all bytes are a ring's; fewer steps are then better for few bytes. */
    @Test
    void fewStepsShouldBeChosenForSmallSizes() {
        Topology topology = Topology.ofSizes(new int[] {8}, rack -> false);
        Choice choice = Choice.best(topology, FRAGMENT, network(1e10, 1e10, 0));

        assertThat(steps(choice.strategy(1), topology))
                .isLessThan(new PlanCost(new Ring().plan(topology), 1, FRAGMENT).steps());
    }

    /** Where links bind: the switch's processor has all workers' frames to add. */
    @Test
    void aggregationShouldBeChosenWhereItHalvesTheBytes() {
        Topology topology = Topology.ofSizes(new int[] {8}, rack -> true);
        Choice choice = Choice.best(topology, FRAGMENT, network(1e8, 1e8, 0));

        assertThat(choice.strategy(1 << 24)).isIn("rina", "rina-hops", "switchml");
    }

    @Test
    void aSwitchThatIsSlowerThanTheLinksShouldBeLeftAlone() {
        Topology topology = Topology.ofSizes(new int[] {8}, rack -> true);
        Choice choice = Choice.best(topology, FRAGMENT, network(1e11, 1e11, 0));

        assertThat(choice.strategy(1 << 24)).isNotIn("rina", "rina-hops", "switchml");
    }

    /** The agent of one rack in a ring of many carries more than a ring's worker: M(2-1/G). */
    @Test
    void shouldNeverChooseWhatIsPredictedToBeSlowerThanTheRing() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Topology topology = drawTopology(random);
            CostModel model = network(
                    Math.pow(10, 8 + random.nextInt(4)),
                    Math.pow(10, 8 + random.nextInt(4)),
                    random.nextInt(3));
            Choice choice = Choice.best(topology, FRAGMENT, model);

            assertThat(choice.strategies()).hasSizeLessThanOrEqualTo(4);
            for (int shift = 0; shift <= 28; shift++) {
                int elements = 1 << shift;
                assertThat(timeNs(choice.strategy(elements), topology, elements, model))
                        .as("seed %s, %s, %s elements: %s", seed, topology, elements, choice)
                        .isLessThanOrEqualTo(timeNs("ring", topology, elements, model));
            }
        }
    }

    private static Topology drawTopology(Random random) {
        int[] sizes = random.ints(1 + random.nextInt(4), 1, 5).toArray();
        int ina = random.nextInt(16);
        return Topology.ofSizes(sizes, rack -> (ina >> rack & 1) != 0);
    }

    private static CostModel network(double hostRate, double uplinkRate, int cores) {
        return new CostModel(hostRate, uplinkRate, 5_000, 50_000, 10_000, 1_000, 0.3, 1, cores);
    }

    private static double timeNs(
            String strategy, Topology topology, int elements, CostModel model) {
        Plan plan = Strategies.named(strategy).plan(topology);
        return OperationTime.ofFloats(plan, elements, FRAGMENT, model).totalNs();
    }

    private static int steps(String strategy, Topology topology) {
        Plan plan = Strategies.named(strategy).plan(topology);
        return new PlanCost(plan, 1, FRAGMENT).steps();
    }
}
