package io.rina.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldRunToTheEnd(Path example) throws IOException {
        CliRun run = CliRun.of("simulate", example.toString(), "--out", out.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(out.resolve("results.csv")))
                .contains(",done,")
                .doesNotContain("unfinished");
        assertThat(Files.readString(example))
                .contains("./rina simulate examples/simulation/" + example.getFileName());
    }
}
