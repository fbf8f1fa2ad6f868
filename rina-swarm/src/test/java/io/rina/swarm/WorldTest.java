package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.Counter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorldTest {
    private static final int WORLDS = 300;

    @Test
    void shouldHoldEveryInvariantInEveryWorld() {
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        Statistics sum = Statistics.NONE;
        for (long seed = 1; seed <= WORLDS; seed++) {
            WorldResult result = World.run(Scenario.fromSeed(seed));
            assertThat(result.failure()).isNull();
            result.counts().forEach((counter, count) -> counts.merge(counter, count, Long::sum));
            sum = sum.plus(result.statistics());
        }
        assertThat(counts.keySet())
                .as("every reason to refuse a frame but those that only a lie can give")
                .containsExactlyInAnyOrder(allBut(
                        Counter.FUTURE_POSITION,
                        Counter.MISMATCH,
                        // A relay's queue has room for all that its window lets come.
                        Counter.QUEUE_FULL));
        assertThat(sum.dropped()).isPositive();
        assertThat(sum.duplicated()).isPositive();
        assertThat(sum.reordered()).isPositive();
        assertThat(sum.late()).isPositive();
        assertThat(sum.corrupted()).isPositive();
        assertThat(sum.garbage()).isPositive();
        assertThat(sum.overflowed()).isPositive();
    }

    private static Counter[] allBut(Counter... left) {
        List<Counter> counters = new ArrayList<>(List.of(Counter.values()));
        counters.removeAll(List.of(left));
        return counters.toArray(Counter[]::new);
    }

    @Test
    void shouldRepeatAWorldEventByEvent() {
        for (long seed = 1; seed <= 25; seed++) {
            WorldResult once = World.run(Scenario.fromSeed(seed));
            WorldResult again = World.run(Scenario.parse(once.scenario().toString()));
            assertThat(again).isEqualTo(once);
        }
    }

    @Test
    void shouldTellWorldsApartByTheirDigest() {
        assertThat(LongStream.rangeClosed(1, 40)
                        .map(seed -> World.run(Scenario.fromSeed(seed)).digest())
                        .distinct()
                        .count())
                .isEqualTo(40);
    }

    @Test
    void shouldLetTheReaderSeeEveryEvent() {
        Scenario scenario = Scenario.parse("seed=5 racks=1,1 operations=sum:1 strategy=ring");
        List<String> lines = new ArrayList<>();
        WorldResult result = World.run(scenario, Sabotage.NONE, lines::add);
        assertThat(lines).hasSize((int) result.statistics().events());
        assertThat(lines)
                .anyMatch(line ->
                        line.endsWith("from 0: DATA channel 0 position 0 member 0 1 lanes"));
        assertThat(result.digest()).isEqualTo(World.run(scenario).digest());
    }

    /** One fault alone, at its worst: each is survived for itself, not thanks to others. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldSurviveEachFaultAlone(Fault fault) {
        Faults faults = Faults.none().with(fault, Fault.WORST_LEVEL);
        for (long seed = 1; seed <= 25; seed++) {
            Scenario scenario = Scenario.fromSeed(seed).withFaults(faults);
            assertThat(World.run(scenario).failure()).isNull();
        }
    }
}
