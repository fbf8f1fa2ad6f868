package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SwarmTest {
    private static final Sabotage DEAD = new Sabotage() {
        @Override
        public boolean loses(Frame frame) {
            return frame.channel() == 0;
        }
    };

    @Test
    void shouldSayTheSameOnAnyNumberOfThreads() {
        SwarmOptions options = SwarmOptions.ofWorlds(60);
        SwarmReport alone = Swarm.run(options, (result, done, total) -> {});
        SwarmReport together = Swarm.run(options.withThreads(3), (result, done, total) -> {});
        assertThat(together.rows()).isEqualTo(alone.rows());
        assertThat(alone.passed()).isTrue();
        assertThat(alone.total().worlds()).isEqualTo(60);
        assertThat(alone.rows()).hasSizeGreaterThan(8);
    }

    @Test
    void shouldTellTheListenerOfEveryWorld() {
        List<Long> told = new ArrayList<>();
        Swarm.run(SwarmOptions.ofWorlds(20).withThreads(2), (result, done, total) -> {
            assertThat(total).isEqualTo(20);
            told.add(done);
        });
        assertThat(told).hasSize(20).isSorted().endsWith(20L);
    }

    @Test
    void shouldStopAtTheFirstFailure() {
        SwarmReport report = Swarm.run(
                new SwarmOptions(Worlds.ofSeeds(1, 1000), 1, true, 0),
                DEAD,
                (result, done, total) -> {});
        assertThat(report.findings()).hasSize(1);
        assertThat(report.total().worlds()).isLessThan(20);
    }

    @Test
    void shouldPrintTheSeedOfEveryFailure() {
        SwarmReport report = Swarm.run(
                new SwarmOptions(Worlds.ofSeeds(100, 20), 2, false, 50),
                DEAD,
                (result, done, total) -> {});
        assertThat(report.passed()).isFalse();
        assertThat(report.findings())
                .allSatisfy(finding -> assertThat(finding.toString())
                        .contains("./rina swarm --seed "
                                + finding.failure().scenario().seed()));
        assertThat(report.findings())
                .extracting(finding -> finding.failure().scenario().seed())
                .isSorted();
    }

    @Test
    void shouldReplayAFailureFromItsScenario() {
        Scenario scenario = Scenario.fromSeed(17);
        List<String> lines = new ArrayList<>();
        assertThat(Swarm.replay(scenario, lines::add)).isEqualTo(Swarm.replay(scenario));
        assertThat(lines).isNotEmpty();
    }
}
