package io.rina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code rina swarm} over a few worlds; that the worlds find bugs, rina-swarm's own tests show. */
class SwarmCommandTest {
    @Test
    void shouldRunManyWorlds() {
        CliRun run = CliRun.of("swarm", "--seeds", "12", "--start", "100", "--threads", "2");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("strategy")
                .containsPattern("all +12 ")
                .containsPattern("12 worlds from seed 100, [0-9,]+ events in .* s: every invariant"
                        + " held");
    }

    @Test
    void shouldRunOneWorldTheSameWayEachTime() {
        CliRun bySeed = CliRun.of("swarm", "--seed", "7");
        String scenario = bySeed.out().lines().findFirst().orElseThrow();

        assertThat(bySeed.exitCode()).isZero();
        assertThat(scenario).startsWith("seed=7 strategy=");
        assertThat(CliRun.of("swarm", "--scenario", scenario)).isEqualTo(bySeed);
    }

    @Test
    void shouldRunTheMatrix() {
        CliRun run = CliRun.of("swarm", "--matrix", "--rounds", "0", "--all-up-to", "2");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("switchml +[0-9]+ +[0-9,]+ +410 +3,485 +0 +10")
                .containsPattern("[0-9]+ worlds, [0-9,]+ events in .* s, 4,100 of 34,850"
                        + " combinations: all came out right");
    }

    @Test
    void shouldPrintEveryEventWhenAsked() {
        String[] args = {"swarm", "--scenario", "racks=2+ina operations=sum:4", "--trace"};

        assertThat(CliRun.of(args).out().lines().count()).isGreaterThan(10);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seeds 0|--seeds: there must be at least 1, not 0",
                "--threads 0|--threads: there must be at least 1, not 0",
                "--trace|--trace needs one world: give --seed or --scenario",
                "--seed 1 --seeds 5|--seed is one world; --seeds, --start and --threads are for"
                        + " many",
                "--seed 1 --scenario seed=1|--seed and --scenario are two worlds; give one of them",
                "--matrix --rounds -1|--rounds: there must be 0 or more, not -1",
                "--matrix --all-up-to 9|--all-up-to: 0 to 8 ranks, not 9",
                "--matrix --seeds 5|--matrix is many worlds of its own; --seed, --scenario and"
                        + " --seeds are others",
                "--rounds 2|--rounds and --all-up-to are of --matrix; give that, too",
                "--scenario drop|--scenario: 'drop' is not of the form key=value, in 'drop'",
                "--scenario pool=99999999999|--scenario: integer overflow"
            })
    void shouldRefuseWhatMakesNoSense(String args, String message) {
        CliRun run = CliRun.of(("swarm " + args).split(" "));

        assertThat(run.err()).isEqualTo("rina: " + message + System.lineSeparator());
        assertThat(run.exitCode()).isEqualTo(2);
    }
}
