package io.rina.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.00 us",
        "9.994, 9.99 us",
        "9.996, 10.0 us",
        "123.4, 123 us",
        "999.4, 999 us",
        "999.6, 1.00 ms",
        "999499, 999 ms",
        "999501, 1.00 s",
        "61000000, 61.0 s"
    })
    void timesShouldHaveThreeDigits(double us, String text) {
        assertThat(Numbers.micros(us)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.00 KiB",
        "1048064, 1.00 MiB",
        "16777216, 16.0 MiB",
        "1099511627776, '1,024 GiB'"
    })
    void bytesShouldHaveThreeDigits(long bytes, String text) {
        assertThat(Numbers.bytes(bytes)).isEqualTo(text);
    }
}
