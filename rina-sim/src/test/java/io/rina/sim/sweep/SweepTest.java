package io.rina.sim.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.sim.run.Outcome;
import io.rina.sim.run.Scenarios;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Scenario.Mode;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SweepTest {
    @Test
    void shouldGiveTheSameInTheSameOrderHoweverManyRunAtATime() throws InterruptedException {
        List<Scenario> scenarios = List.of(
                Scenarios.of(Mode.PACKETS, "ring", Scenarios.ina(0), 200),
                Scenarios.of(Mode.PACKETS, "switchml", Scenarios.ina(1), 20),
                Scenarios.of(Mode.PACKETS, "rina", Scenarios.ina(2), 50),
                Scenarios.of(Mode.LINKS, "rina", Scenarios.ina(2), 50));
        AtomicInteger told = new AtomicInteger();
        List<Outcome> one = Sweep.run(scenarios, 1, told::incrementAndGet);
        List<Outcome> three = Sweep.run(scenarios, 3, told::incrementAndGet);
        assertThat(three).isEqualTo(one).hasSize(4).doesNotHaveDuplicates();
        assertThat(one.get(1)).isInstanceOf(Outcome.Refused.class);
        assertThat(told).hasValue(8);
    }
}
