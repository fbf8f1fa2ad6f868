package io.rina.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words, durations and addresses as people write them. */
class InputTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S, 500ms",
        "30s, PT30S, 30s",
        "90s, PT1M30S, 90s",
        "120s, PT2M, 2m",
        "1h, PT1H, 1h",
        "PT1.5S, PT1.5S, 1500ms"
    })
    void shouldReadAndWriteDurations(String text, Duration expected, String formatted) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
        assertThat(Durations.format(expected)).isEqualTo(formatted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "30",
                "s",
                "-1s",
                "0s",
                "PT0S",
                "1.5s",
                "30 s",
                "1d",
                "9999999999s",
                "8761h",
                "PT9999999999999999S"
            })
    void shouldRefuseWhatIsNoDurationAboveZero(String text) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Durations.parse(text))
                .withMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "200M, 2e8, 200M",
        "1G, 1e9, 1G",
        "2.5g, 2.5e9, 2.5G",
        "100Gbit, 1e11, 100G",
        "12bit/s, 12, 12",
        "1500, 1500, 1.5K",
        "0.25T, 2.5e11, 250G"
    })
    void shouldReadAndWriteRates(String text, double bitsPerSec, String formatted) {
        assertThat(Rates.parse(text)).isEqualTo(bitsPerSec);
        assertThat(Rates.format(bitsPerSec)).isEqualTo(formatted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "G", "-1G", "0", "0.0M", "1 G", "1GB", "1e9", "9999999999"})
    void shouldRefuseWhatIsNoRateAboveZero(String text) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Rates.parse(text))
                .withMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:0, 127.0.0.1, 0",
        "node7.example:7400, node7.example, 7400",
        "[::1]:65535, ::1, 65535",
        "[fe80::1%eth0]:1, fe80::1%eth0, 1"
    })
    void shouldReadAndWriteAddresses(String text, String host, int port) {
        assertThat(HostPort.parse(text)).isEqualTo(new HostPort(host, port)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":1",
                "a",
                "a:",
                "a:b",
                "a:65536",
                "a:-1",
                "::1:7400",
                "http://a:1",
                "a b:1",
                "1.2.3:1",
                "1.2.3.256:1",
                "[zz]:1",
                "-a:1",
                "a:0x1"
            })
    void shouldRefuseWhatIsNoAddress(String text) {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> HostPort.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.9.9.9, true",
        "localhost, true",
        "::1, true",
        "127.example, false",
        "10.0.0.1, false"
    })
    void shouldKnowLoopbackAddresses(String host, boolean expected) {
        assertThat(HostPort.isLoopback(host)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "trian, train",
        "stategy, strategy",
        "TRAIN, train",
        "plna, plan",
        "plan, plan",
        "adress, address"
    })
    void shouldFindTheWordThatWasMeant(String word, String meant) {
        List<String> known = List.of("train", "plan", "strategy", "address");

        assertThat(Closest.to(word, known)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "bench", "--train-it"})
    void shouldNotGuessWhereNothingIsNear(String word) {
        assertThat(Closest.hint(word, List.of("train", "plan"))).isEmpty();
    }

    @Test
    void shouldMakeTheUsersOfAnIllegalArgument() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> InputException.check("--epochs", () -> {
                    throw new IllegalArgumentException("must be at least 1, not 0");
                }))
                .withMessage("--epochs: must be at least 1, not 0");
    }

    @ParameterizedTest
    @CsvSource({
        "1500, 1500",
        "64K, 64000",
        "25MB, 25000000",
        "25MiB, 26214400",
        "1.5kib, 1536",
        "0, 0",
        "2GB, 2000000000",
        "1Ti, 1099511627776"
    })
    void shouldReadSizes(String text, long bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "K", "-1", "1.5.5", "12iB", "1 MB", "1PB", "9999999999"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Sizes.parse(text))
                .withMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "500ps, 500",
        "300ns, 300000",
        "1.5us, 1500000",
        "20ms, 20000000000",
        "0s, 0",
        "100s, 100000000000000"
    })
    void shouldReadShortTimes(String text, long ps) {
        assertThat(Times.parsePs(text)).isEqualTo(ps);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1h", "-1us", "1 us", "1e3ns", "9999999s"})
    void shouldRefuseWhatIsNoShortTime(String text) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Times.parsePs(text))
                .withMessageContaining("'" + text + "'");
    }
}
