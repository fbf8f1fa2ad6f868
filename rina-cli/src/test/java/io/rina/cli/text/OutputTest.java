package io.rina.cli.text;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputTest {
    @Test
    void shouldNoticeThatNobodyGetsWhatIsPrinted() {
        PrintStream full = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("no space left on device");
                    }
                },
                false,
                StandardCharsets.UTF_8);
        full.print("a row");

        assertThatThrownBy(() -> Output.check(full))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("standard output cannot be written to");
    }
}
