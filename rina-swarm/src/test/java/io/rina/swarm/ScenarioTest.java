package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.WireWidth;
import io.rina.plan.Demand;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import io.rina.wire.ReduceOp;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioTest {
    @Test
    void shouldReadWhatItWrites() {
        for (long seed = -500; seed <= 500; seed++) {
            Scenario scenario = Scenario.fromSeed(seed);
            assertThat(Scenario.parse(scenario.toString())).isEqualTo(scenario);
            assertThat(scenario.toString()).doesNotContain("\n");
        }
    }

    @Test
    void shouldDrawOnlyPlansThatAreRight() {
        for (long seed = 1; seed <= 500; seed++) {
            verify(Scenario.fromSeed(seed));
        }
    }

    private static void verify(Scenario scenario) {
        Program program = scenario.program();
        for (OperationShape shape : scenario.operations()) {
            int plan = shape.plan() % scenario.plans();
            PlanVerifier.verify(program.plan(plan, shape.demand(scenario.workers())));
        }
    }

    @Test
    void shouldDrawEveryCollectiveOverEveryStrategy() {
        Set<String> drawn = new HashSet<>();
        for (long seed = 1; seed <= 1500; seed++) {
            Scenario scenario = Scenario.fromSeed(seed);
            for (OperationShape shape : scenario.operations()) {
                boolean first = shape.plan() % scenario.plans() == 0;
                drawn.add((first ? scenario.strategy() : scenario.second())
                        + shape.demand().getClass());
            }
        }
        int demands = Demand.class.getPermittedSubclasses().length;
        assertThat(drawn).hasSize(Strategies.names().size() * demands);
    }

    @Test
    void shouldDrawEveryStrategyAtEveryFaultLevel() {
        assertThat(LongStream.rangeClosed(1, 500)
                        .mapToObj(Scenario::fromSeed)
                        .map(scenario -> scenario.strategy() + scenario.faults().worst())
                        .distinct())
                .hasSize(Strategies.names().size() * (Fault.WORST_LEVEL + 1));
    }

    @Test
    void shouldFillInWhatIsLeftOut() {
        NumberOptions options = NumberOptions.STANDARD
                .withPolicy(NumberPolicy.FLOAT_RING)
                .withWire(WireWidth.BITS_16);
        OperationKind numbers = new OperationKind.Numbers(
                DataType.BF16, ReduceKind.AVG, Values.ODD, options, false);
        Scenario scenario = Scenario.parse(
                "racks=3+ina,1 operations=sum:17,bf16.avg.odd.ring.half:0,max:5:reduce-2@1"
                        + " drop=2");
        assertThat(scenario.workers()).isEqualTo(4);
        assertThat(scenario.cluster().racks().getFirst().aggregates()).isTrue();
        assertThat(scenario.faults()).isEqualTo(Faults.none().with(Fault.DROP, 2));
        assertThat(scenario.operations())
                .containsExactly(
                        new OperationShape(OperationKind.SUM, 17),
                        new OperationShape(numbers, 0),
                        new OperationShape(
                                new OperationKind.Lanes(ReduceOp.MAX), 5, new Demand.Reduce(2), 1));
        assertThat(scenario.plans()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    colour=red         | unknown words in the scenario: colour
                    pool=1 pool=2      | 'pool' is given twice
                    pool               | 'pool' is not of the form key=value
                    pool=many          | 'many' is no number, in pool
                    pool=64            | a world's pool is 1 to 63
                    racks=2,x          | 'x' has no number, in racks
                    racks=60,4         | a world has 1 to 63 workers
                    strategy=star      | no strategy is called 'star'
                    strategy=switchml racks=2,2 | switchml needs every rack's ToR to aggregate
                    racks=0            | a rack has 1 worker or more
                    operations=sum     | 'sum' is no operation: write a kind
                    operations=product:3 | no operation is called 'product'
                    operations=sum:3:scatter | no collective is called 'scatter'
                    operations=f32.sum:3:all-gather | all-gather of 3 is not for f32.sum
                    operations=bytes:3   | so all-reduce of 3 is not for bytes
                    operations=bytes:3:reduce-scatter | reduce-scatter of 3 is not for bytes
                    operations=barrier:3 | a barrier has no elements, so all-reduce of 3 is not for
                    operations=f32.product:3 | 'product' says nothing about numbers
                    operations=f8.sum:3  | no type is called 'f8'
                    block=2 operations=i64.sum:3 | a block of 2 lanes has no room for i64.sum
                    operations=sum:3@-1  | runs on plan 0 or a later one, not -1
                    second=star          | no strategy is called 'star'
                    core=big           | a core is plain or ina, not 'big'
                    drop=4             | a fault level is 0 to 3
                    queue=0            | a queue holds a frame or more
                    """)
    void shouldSayWhatIsWrongWithALine(String line, String message) {
        assertThatThrownBy(() -> Scenario.parse(line)).hasMessageContaining(message);
    }

    @Test
    void shouldOfferOnlySmallerScenarios() {
        for (long seed = 1; seed <= 200; seed++) {
            Scenario scenario = Scenario.fromSeed(seed);
            for (Scenario smaller : Smaller.than(scenario)) {
                assertThat(smaller.size()).isLessThan(scenario.size());
                verify(smaller);
            }
        }
    }
}
