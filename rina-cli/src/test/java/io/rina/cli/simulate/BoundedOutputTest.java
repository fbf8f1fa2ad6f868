package io.rina.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BoundedOutputTest {
    @Test
    void shouldTakeNoMoreThanItsBound() throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        try (BoundedOutput output = new BoundedOutput(taken, 5)) {
            output.write(new byte[] {1, 2, 3});
            output.write(4);
            assertThatIOException()
                    .isThrownBy(() -> output.write(new byte[] {5, 6}))
                    .withMessageContaining("the trace is too long");
            output.write(5);
        }
        assertThat(taken.toByteArray()).containsExactly(1, 2, 3, 4, 5);
    }
}
