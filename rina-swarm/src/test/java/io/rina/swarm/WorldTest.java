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
import org.junit.jupiter.params.provider.ValueSource;

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
        // A relay's queue is seldom full: where positions collide, so that each member's frame goes
        // on by itself, and the pool is small.
        counts.remove(Counter.QUEUE_FULL);
        assertThat(counts.keySet())
                .as("every reason to refuse a frame but those that only a lie can give")
                .containsExactlyInAnyOrder(
                        allBut(Counter.FUTURE_POSITION, Counter.MISMATCH, Counter.QUEUE_FULL));
        assertThat(sum.dropped()).isPositive();
        assertThat(sum.duplicated()).isPositive();
        assertThat(sum.reordered()).isPositive();
        assertThat(sum.marked()).isPositive();
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

    /**
     * All ranks lost the same overfull relay queue's frames, with equal timers, again and again.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "seed=9123 strategy=atp racks=7+ina core=plain "
                        + "operations=sum:180,f32.max.wide:62:reduce-6,sum:218,sum:1:all-gather,"
                        + "sum:112,i32.max.huge:76,sum:17:all-gather "
                        + "block=1 fragment=4 pool=1 span=1 initialRtoNs=330780 minRtoNs=82695 "
                        + "maxRtoNs=2315460 relay=3 drop=0 duplicate=0 reorder=0 late=1 "
                        + "corrupt=0 pause=1 garbage=2 thinkNs=31257 healNs=11550096 "
                        + "lagNs=40821 queue=64",
                "seed=10496 strategy=atp racks=15+ina core=plain "
                        + "operations=sum:1:all-gather,sum:1:reduce-5,bf16.min.odd:1,sum:73,sum:3,"
                        + "f16.sum.float:36:reduce-13,sum:55:reduce-5,sum:12:all-gather "
                        + "block=3 fragment=3 pool=1 span=1 initialRtoNs=160728 minRtoNs=40182 "
                        + "maxRtoNs=2410920 relay=1 drop=3 duplicate=3 reorder=2 late=0 "
                        + "corrupt=1 pause=2 garbage=0 thinkNs=0 healNs=2547807 lagNs=0 "
                        + "queue=8"
            })
    void shouldNotOverrunARelayInStepForEver(String scenario) {
        WorldResult result = World.run(Scenario.parse(scenario));
        assertThat(result.failure()).isNull();
        assertThat(result.counts().get(Counter.QUEUE_FULL)).as("overrun").isPositive();
    }
}
