package io.rina.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bytes on real interfaces against the plan's, by {@code testbed/bench --count}. Skipped where
 * network namespaces cannot be had, which needs root.
 */
@Timeout(300)
class EmulatedRacksTest {
    private static final String TESTBED = "../testbed/";
    private static final String NAME = "rinatest" + ProcessHandle.current().pid();

    private record Run(int exitCode, String output) {}

    private static Run run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Run(process.waitFor(), output);
    }

    @BeforeAll
    static void requireNamespaces() throws Exception {
        assumeTrue(canRun("python3", "--version"), "there is no python3");
        Run check = run("python3", TESTBED + "racks", "check");
        assumeTrue(check.exitCode == 0, check.output);
    }

    private static boolean canRun(String... command) {
        try {
            return run(command).exitCode == 0;
        } catch (Exception e) {
            return false;
        }
    }

    /** This program as the tests have it, so that nothing is built from within a test. */
    private static String thisProgram() {
        return "'" + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
                + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
                + " -cp '" + System.getProperty("java.class.path") + "' io.rina.cli.Main";
    }

    private static Run count(String... options) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("python3", TESTBED + "bench", "--count", "--name", NAME));
        command.addAll(List.of("--elements", "65536", "--rina", thisProgram()));
        command.addAll(List.of(options));
        return run(command.toArray(String[]::new));
    }

    @Test
    void everyLinkShouldCarryWhatThePlanSays() throws Exception {
        Run run = count("--hosts", "2,2", "--ina", "rack1", "--interleave");

        assertThat(run.exitCode).as(run.output).isZero();
        assertThat(run.output.lines().filter(line -> line.startsWith("rank ")))
                .as("the links of four hosts, both ways")
                .hasSize(4 * 2);
        assertThat(namespaces()).as("namespaces that are left").isEmpty();
    }

    @Test
    void shouldFailAndNameTheLinkWhereOneIsNotAsPlanned() throws Exception {
        // Nothing is within less than no difference.
        Run run = count("--hosts", "2", "--racks", "1", "--tolerance=-1");

        assertThat(run.exitCode).as(run.output).isEqualTo(1);
        assertThat(run.output).contains("rank 1 - ToR rack0").contains("<-- not as planned");
        assertThat(namespaces()).as("namespaces that are left").isEmpty();
    }

    private static List<Path> namespaces() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/run/netns"))) {
            return all.filter(path -> path.getFileName().toString().startsWith(NAME))
                    .toList();
        }
    }
}
