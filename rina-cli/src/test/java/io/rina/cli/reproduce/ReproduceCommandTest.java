package io.rina.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.cli.CliRun;
import io.rina.cli.reproduce.Experiment.Part;
import io.rina.cli.simulate.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code rina reproduce}, with as little of its grids as there can be. */
class ReproduceCommandTest {
    private static final Path SCENARIOS = Path.of("..", "examples", "reproduction");

    @TempDir
    private Path folder;

    static List<Experiment> experiments() {
        return Experiments.all();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void everyScenarioFileShouldBeAccepted(Experiment experiment) {
        Path file = SCENARIOS.resolve(experiment.name() + ".yaml");
        ScenarioFile all = ScenarioFile.read(file, Map.of());
        assertThat(all.points()).isNotEmpty();
        requireThere(all, ScenarioFile.read(file, experiment.quick().set()), experiment.quick());
        Part anchors = experiment.anchors();
        if (anchors != null) {
            assertThat(all.settings()).doesNotContainEntry("mode", "packets");
            requireThere(all, ScenarioFile.read(file, anchors.set()), anchors);
        }
    }

    /** A value that is to be kept and is not there would be left out without a word. */
    private static void requireThere(ScenarioFile all, ScenarioFile set, Part part) {
        part.keep().forEach((key, values) -> {
            assertThat(set.keys()).contains(key);
            int index = all.keys().indexOf(key);
            assertThat(all.points().stream().map(point -> point.values().get(index)))
                    .containsAll(values);
        });
        assertThat(set.keep(part.keep()).points()).isNotEmpty();
    }

    @Test
    void everyScenarioFileShouldBelongToAnExperiment() throws IOException {
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(experiments().stream()
                            .map(experiment -> experiment.name() + ".yaml")
                            .toList());
        }
    }

    private CliRun quick(String only, Path out, String threads) {
        return CliRun.of(
                "reproduce",
                "--quick",
                "--only",
                only,
                "--out",
                out.toString(),
                "--threads",
                threads);
    }

    @Test
    void shouldWriteTheSameAgainHoweverManyRunSideBySide() throws IOException {
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        CliRun first = quick("chain", one, "1");
        quick("chain", two, "2");

        assertThat(first.err()).isEmpty();
        assertThat(first.exitCode()).isZero();
        assertThat(first.out()).contains("holds          the time of ring grows as its 2(N-1)");
        for (String file :
                List.of("chain/results.csv", "chain/results.json", "verdicts.csv", "report.html")) {
            assertThat(two.resolve(file)).hasSameBinaryContentAs(one.resolve(file));
        }
        assertThat(one.resolve("report.html"))
                .content()
                .contains("<svg", "2(N-1)", "./rina reproduce --quick --only chain")
                .doesNotContain("could not be drawn", "src=", "href=\"http");
    }

    /** docs/model.md: a ring's links carry 2 M (1 - 1/N), in fragments of 1,408 B that take 1,514. */
    @Test
    void ringAndSwitchMlShouldTakeWhatTheClosedFormsSay() throws IOException {
        quick("models-dragonfly", folder, "2");
        List<String> lines = Files.readAllLines(folder.resolve("models-dragonfly/results.csv"));
        double compute = 64 / 219.0;
        double once = 25_557_032 * 4 * (1_514 / 1_408.0) * 8 / 10e9;
        assertThat(seconds(lines, "resnet50,false,ring,0"))
                .isCloseTo(compute + 2 * 47 / 48.0 * once, within(0.0005));
        // Rina's agent with six of twelve racks of four: 6 + 24 members, 2 - 1/30.
        assertThat(seconds(lines, "resnet50,false,rina,6"))
                .isCloseTo(compute + (2 - 1 / 30.0) * once, within(0.0005));
        // The one server of 47 others.
        assertThat(seconds(lines, "resnet50,false,ps:1,0"))
                .isCloseTo(compute + 47 * once, within(0.005));
    }

    private static double seconds(List<String> lines, String point) {
        String line = lines.stream()
                .filter(one -> one.contains("," + point + ",done,"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.split(",", -1)[6]);
    }

    @Test
    void shouldSayWhatIsWrongBeforeAnythingIsRun() throws IOException {
        assertThat(CliRun.of("reproduce", "--only", "chian").err())
                .contains("--only: there is no experiment 'chian'; did you mean 'chain'? (there are"
                        + " models-fat-tree,");
        assertThat(CliRun.of("reproduce", "--threads", "0").err())
                .contains("--threads: there must be at least 1, not 0");
        Path file = Files.createFile(folder.resolve("file"));
        CliRun run = CliRun.of("reproduce", "--out", file.resolve("below").toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("--out: the folder " + file.resolve("below") + " cannot be made");
        Path taken = folder.resolve("taken");
        Files.createDirectories(taken.resolve("chain").resolve("results.csv"));
        assertThat(quick("chain", taken, "1").err()).contains("results.csv is a folder");
    }

    @Test
    void shouldListItsExperiments() {
        assertThat(CliRun.of("reproduce", "--list").out().lines())
                .contains("chain", "incast", "jobs")
                .hasSameSizeAs(experiments());
    }
}
