package io.rina.sim.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.plan.RankSet;
import io.rina.sim.workload.Activity;
import io.rina.sim.workload.ActivityGraph;
import io.rina.sim.workload.ActivityRun;
import io.rina.sim.workload.CollectiveKind;
import io.rina.sim.workload.Drive;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChakraTraceTest {
    private static final RankSet ALL = RankSet.of(0, 1, 2, 3);
    private static final RankSet PAIR = RankSet.of(0, 1);

    private static byte[] sample() {
        String hex = Sample.text("chakra-trace.hex")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.joining(" "));
        return HexFormat.ofDelimiter(" ").parseHex(hex);
    }

    private static ActivityGraph read(byte[] bytes) throws IOException {
        return ChakraTrace.read(
                "t.0.et", new ByteArrayInputStream(bytes), ALL, Map.of("pair", PAIR));
    }

    /** Messages in hex, without their lengths, behind an empty one for the metadata. */
    private static ActivityGraph read(String... messages) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0);
        for (String message : messages) {
            byte[] body = HexFormat.ofDelimiter(" ").parseHex(message);
            bytes.write(body.length);
            bytes.write(body);
        }
        return read(bytes.toByteArray());
    }

    @Test
    void shouldReadWhatProtobufWrites() throws IOException {
        assertThat(read(sample()).activities())
                .containsExactly(
                        new Activity.Compute("forward", List.of(), false, 100_000_000),
                        new Activity.Communicate(
                                "gradients", List.of(0), CollectiveKind.ALL_REDUCE, ALL, 4_096),
                        new Activity.Compute("loader", List.of(0), true, 30_000_000),
                        new Activity.Communicate(
                                "embeddings",
                                List.of(1, 2),
                                CollectiveKind.ALL_GATHER,
                                PAIR,
                                65_536),
                        new Activity.Compute("end", List.of(3), true, 0));
    }

    @Test
    void shouldRunInTime() throws IOException {
        // 100 us, then the sum of 50 us beside 30 us on the host, then the gathering.
        ActivityRun run = new ActivityRun(read(sample()), 1);
        assertThat(Drive.withOperationsOf(run, 50_000_000)).isEqualTo(200_000_000);
    }

    @Test
    void shouldReadDependencesInOnePieceAndSingly() throws IOException {
        // Nodes 1 and 2; node 3 waits for both, in two fields.
        ActivityGraph graph = read("08 01 18 04", "08 02 18 04", "08 03 18 04 28 01 28 02");
        assertThat(graph.activities().get(2).after()).containsExactly(0, 1);
        ActivityGraph packed = read("08 01 18 04", "08 02 18 04", "08 03 18 04 22 02 01 02");
        assertThat(packed.activities().get(2).after()).containsExactly(0, 1);
    }

    /** A length of 64 bits is no end of the file. */
    @Test
    void shouldRefuseALengthThatCannotBe() throws IOException {
        byte[] whole = sample();
        byte[] damaged = Arrays.copyOf(whole, whole.length + 10);
        Arrays.fill(damaged, whole.length, damaged.length, (byte) 0xff);
        damaged[damaged.length - 1] = 1;
        assertThatThrownBy(() -> read(damaged))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("a length of 18446744073709551615 bytes");
    }

    @Test
    void shouldSayWhereAFileIsCutOff() throws IOException {
        byte[] whole = sample();
        int read = 0;
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            try {
                read(part);
                read++;
            } catch (FormatException e) {
                assertThat(e).hasMessageStartingWith("t.0.et:");
            }
        }
        // Without error are those that end behind a message and have what their nodes wait for:
        // the metadata alone, and one, two, or all but the last of the nodes.
        assertThat(read).isEqualTo(4);
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, 40)))
                .hasMessage("t.0.et:message 2: the file ends after 8 of its 15 bytes");
    }

    @Test
    void shouldFailOnlyWithAPlaceWhateverTheBytes() throws IOException {
        byte[] whole = sample();
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] spoilt = whole.clone();
                spoilt[at] ^= (byte) (1 << bit);
                try {
                    read(spoilt);
                } catch (FormatException e) {
                    assertThat(e).hasMessageStartingWith("t.0.et:");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Name x; types 5 (send) and 7; comm_type 3; comm_size missing; group y; no node 9.
                "08 01 12 01 78 18 05 | :node 1: x is of type 5; only computing (4), collectives",
                "08 01 12 01 78 18 07 | :node 1: x has comm_type null; known are [0, 1, 2, 5, 6,",
                "08 01 12 01 78 18 07 52 0d 0a 09 63 6f 6d 6d 5f 74 79 70 65 48 03 "
                        + "| :node 1: x has comm_type 3; known are [0, 1, 2, 5, 6, 7, 9]",
                "08 01 12 01 78 18 07 52 0d 0a 09 63 6f 6d 6d 5f 74 79 70 65 48 00 "
                        + "| :node 1: x has no comm_size, or one below 0",
                "08 01 12 01 78 18 07 52 0d 0a 09 63 6f 6d 6d 5f 74 79 70 65 48 09 "
                        + "52 0d 0a 07 70 67 5f 6e 61 6d 65 ea 01 01 79 "
                        + "| :node 1: x names the group y; known are [pair]",
                "08 01 12 01 78 18 04 28 09 | :node 1: x waits for node 9, which there is not",
                "08 01 12 01 78 18 04 28 01 | :node 1: x waits, over others, for itself",
                "08 01 12 01 78 18 04 38 ff ff ff ff ff ff ff ff ff 01 "
                        + "| :node 1: x takes 18446744073709551615 us, which is too much",
                "0a 01 78             | :message 2: field 1 of wire type 2 where 0 should be",
                "08 01 12 09 78       | :message 2: field 2 of 9 bytes where 1 are left",
                "0b                   | :message 2: field 1 of wire type 3 where 0 should be",
                "00                   | :message 2: a field with the number 0",
                "08                   | :message 2: a number is cut off"
            })
    void shouldNameTheNodeThatIsWrong(String message, String error) {
        assertThatThrownBy(() -> read(message))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("t.0.et" + error);
    }

    @Test
    void shouldRefuseDimensionsThatTakeNoPart() {
        String barrier = "08 01 12 01 78 18 07 52 0d 0a 09 63 6f 6d 6d 5f 74 79 70 65 48 09 ";
        // involved_dim = [true, false].
        String dimensions = "52 15 0a 0c 69 6e 76 6f 6c 76 65 64 5f 64 69 6d e2 01 04 0a 02 01 00";
        assertThatThrownBy(() -> read(barrier + dimensions))
                .hasMessageContaining("x has an involved_dim that is false");
    }

    @Test
    void shouldRefuseANodeThatIsThereTwice() {
        assertThatThrownBy(() -> read("08 01 18 04", "08 01 18 04"))
                .hasMessage("t.0.et:message 3: node 1 is there twice");
        assertThatThrownBy(() -> read(new byte[0]))
                .hasMessage("t.0.et:message 1: the file ends before the metadata");
    }
}
