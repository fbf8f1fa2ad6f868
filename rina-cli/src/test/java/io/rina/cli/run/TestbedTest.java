package io.rina.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The unit tests of the scripts in {@code testbed}, which are in Python. */
@Timeout(60)
class TestbedTest {
    @Test
    void scriptsShouldPassTheirOwnTests() throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(
                            "python3", "-B", "-m", "unittest", "discover", "-t", ".", "-s", "tests")
                    .directory(new File("../testbed"))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "there is no python3");
            return;
        }
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).containsPattern("Ran [1-9]\\d* tests");
    }
}
