package io.rina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.input.InputException;
import io.rina.plan.UnsupportedTopologyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** From an exception inside a command to a line and an exit code. */
class ErrorsTest {
    @Command(name = "rina")
    private record Failing(Throwable reason) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            if (reason instanceof Error error) {
                throw error;
            }
            throw (Exception) reason;
        }
    }

    @Test
    void inputThatCannotBeUsedShouldExitWithTwo() {
        assertFailure(new InputException("say this"), 2, "rina: say this");
        assertFailure(new UnsupportedTopologyException("and this"), 2, "rina: and this");
    }

    @Test
    void failuresShouldExitWithOne() {
        assertFailure(
                new UncheckedIOException("disk full", new IOException()), 1, "rina: disk full");
    }

    /** An IllegalArgumentException that nobody has made the user's is a fault of the program. */
    @Test
    void whatNobodyExpectedShouldSayHowToFindOutMore() {
        assertFailure(
                new IllegalArgumentException("slot 7"),
                1,
                "rina: failed unexpectedly: java.lang.IllegalArgumentException: slot 7"
                        + " (--verbose shows where)");
    }

    @Test
    void anErrorOfTheMachineShouldBecomeOneLineAsWell() {
        assertFailure(
                new OutOfMemoryError("Java heap space"),
                1,
                "rina: failed unexpectedly: java.lang.OutOfMemoryError: Java heap space"
                        + " (--verbose shows where)");
    }

    @Test
    void aMessageOfSeveralLinesShouldBecomeOne() {
        assertFailure(new InputException("one\n  two\n"), 2, "rina: one; two");
    }

    private static void assertFailure(Throwable reason, int exitCode, String line) {
        StringWriter err = new StringWriter();
        Errors errors = new Errors(() -> false);
        int code = new CommandLine(new Failing(reason))
                .setExecutionStrategy(Errors::execute)
                .setExecutionExceptionHandler(errors)
                .setErr(new PrintWriter(err))
                .execute();

        assertThat(err.toString()).isEqualTo(line + System.lineSeparator());
        assertThat(code).isEqualTo(exitCode);
    }
}
