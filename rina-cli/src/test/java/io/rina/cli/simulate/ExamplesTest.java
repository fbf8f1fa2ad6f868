package io.rina.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario that is shipped, run as its first lines say. */
class ExamplesTest {
    private static final Path FOLDER = Path.of("..", "examples", "simulation");

    @TempDir
    private Path out;

    static List<Path> examples() throws IOException {
        return scenarios(FOLDER);
    }

    static List<Path> large() throws IOException {
        return scenarios(FOLDER.resolve("scale"));
    }

    private static List<Path> scenarios(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldRunToTheEnd(Path example) throws IOException {
        assertRuns(example);
    }

    @ParameterizedTest
    @MethodSource("large")
    void shouldRunToTheEndWhenMadeSmaller(Path example) throws IOException {
        assertRuns(
                example,
                "--set",
                "topology.leaves=3",
                "--set",
                "topology.hostsPerLeaf=4",
                "--set",
                "workload.allReduce=100KB");
    }

    private void assertRuns(Path example, String... options) throws IOException {
        List<String> args =
                new ArrayList<>(List.of("simulate", example.toString(), "--out", out.toString()));
        args.addAll(List.of(options));
        CliRun run = CliRun.of(args.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(out.resolve("results.csv")))
                .contains(",done,")
                .doesNotContain("unfinished");
        assertThat(Files.readString(example))
                .contains("./rina simulate examples/simulation/" + FOLDER.relativize(example));
    }
}
