package io.rina.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rina.cli.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every single mistake in a right file: the message is all that its writer gets. */
class ClusterFileErrorsTest {
    /** A word that mistakes put something else in place of; line numbers are those of messages. */
    private static final String RIGHT = """
            jobKey: secret
            coordinator: 10.0.0.1:7400
            strategy: rina
            timeouts:
              join: 60s
            racks:
              - name: rack0
                ina: true
                switch: 10.0.0.2:7410
                hosts:
                  - {name: a, address: 10.0.0.3, port: 7420}
                  - {name: b, address: 10.0.0.4, port: 7420}
              - name: rack1
                hosts:
                  - {name: c, address: 10.0.0.5, port: 7420}
            """;

    @Test
    void aKeyThatNoHeaderHoldsShouldBeRefusedAndNotShown() {
        String yaml = RIGHT.replaceFirst("jobKey: .*", "jobKey: " + "k".repeat(2000));

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> ClusterReader.parse(Path.of("c.yaml"), yaml))
                .withMessageContaining("jobKey: a job key of 2000 characters is too long")
                .withMessageNotContaining("kkk");
    }

    @Test
    void theFileWithoutAMistakeShouldBeRight() {
        assertThat(ClusterReader.parse(Path.of("c.yaml"), RIGHT).workers()).isEqualTo(3);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # a key that is misspelt, at the top and deep inside; the hint comes only if near
            strategy: rina | stategy: rina | c.yaml:3: stategy: there is no such key (set to 'rina'); did you mean 'strategy'? (keys here: coordinator, core, costs, gsoSegments, jobKey, jobKeyFile, mtu, name, pool, racks, strategy, timeouts)
            b, address | b, adress | c.yaml:12: racks[0].hosts[1].adress: there is no such key (set to '10.0.0.4'); did you mean 'address'? (keys here: address, name, port, rank)
            strategy: rina | nodes: [1, 2] | c.yaml:3: nodes: there is no such key (keys here: coordinator, core, costs, gsoSegments, jobKey, jobKeyFile, mtu, name, pool, racks, strategy, timeouts)
            join: | joins: | c.yaml:5: timeouts.joins: there is no such key (set to '60s'); did you mean 'join'? (keys here: join, operation, silence)
            strategy: rina | jobKey: again | c.yaml:3:7: the key jobKey is there twice; keep one of the two
            # names that an option, a log line or --only would take for something else
            rack1 | --core | c.yaml:13: racks[1].name: '--core' starts with a hyphen, as options do, or has a control character; write a plain word
            rack1 | "a\tb" | c.yaml:13: racks[1].name: 'a?b' starts with a hyphen, as options do, or has a control character; write a plain word
            rack1 | coordinator | c.yaml:13: racks[1].name: 'coordinator' is what the coordinator goes by; write another
            rack1 | b | c.yaml:13: racks[1].name: 'b' is also the name of racks[0].hosts[1] on line 12; a rack and a host must differ, too; give one of them another
            # lists and maps in the wrong place
            strategy: rina | strategy: [rina] | c.yaml:3: strategy: must be one value, not a list or map
            ina: true | ina: [true] | c.yaml:8: racks[0].ina: must be one value, not a list or map
            {name: c, address: 10.0.0.5, port: 7420} | c | c.yaml:15: racks[1].hosts[0]: must be a map that starts with name: ..., not 'c'; examples/two-racks.yaml shows how
            {name: c, address: 10.0.0.5, port: 7420} | `` | c.yaml:15: racks[1].hosts[0]: is empty; give the host a name and an address
            # names
            name: c, | `` | c.yaml:15: racks[1].hosts[0]: has no name; write name: and a word that no other of its kind has
            name: rack1 | name: rack0 | c.yaml:13: racks[1].name: 'rack0' is also the name of racks[0] on line 7; give one of them another
            name: c | name: a | c.yaml:15: racks[1].hosts[0].name: 'a' is also the name of racks[0].hosts[0] on line 11; give one of them another
            name: rack1 | name: rack1,2 | c.yaml:13: racks[1].name: 'rack1,2' has a comma, or a space at its edge; write a plain word
            # ranks
            10.0.0.5, port: 7420 | 10.0.0.5, rank: 2 | c.yaml:11: racks[0].hosts[0]: host 'a' has no rank but others have; give every host a rank, or none, which numbers them in the order of the file
            # addresses and ports
            10.0.0.5 | 10.0.0.256 | c.yaml:15: racks[1].hosts[0].address: '10.0.0.256' is not a host; write a name, as in node7.example, or an address, as in 10.0.0.7 or ::1
            address: 10.0.0.5, | `` | c.yaml:15: racks[1].hosts[0]: host 'c' has no address; write address: and its name or IP address
            10.0.0.5, port: 7420 | 10.0.0.5, port: 74200 | c.yaml:15: racks[1].hosts[0].port: '74200' is not a port; write a number from 1 to 65535, or 0 for any free one
            10.0.0.5 | 10.0.0.3 | c.yaml:15: racks[1].hosts[0].port: 10.0.0.3:7420 is also at racks[0].hosts[0].port on line 11; give one of them another port, or 0 for any free one
            10.0.0.1:7400 | 10.0.0.1 | c.yaml:2: coordinator: '10.0.0.1' is not an address with a port; write host:port, as in 10.0.0.7:7400, or [::1]:7400; port 0 takes any free one
            coordinator: 10.0.0.1:7400 | name: x | c.yaml: coordinator is missing; write coordinator: and the host:port where all processes are to meet (only where all hosts have loopback addresses is it 127.0.0.1:0 by itself)
            switch: 10.0.0.2:7410 | # | c.yaml:7: racks[0].switch: is missing beside ina: true; write switch: and the host:port of the software switch, or ina: false (only where all hosts below it have loopback addresses is it 127.0.0.1:0 by itself)
            ina: true | ina: yes | c.yaml:8: racks[0].ina: 'yes' is not an answer; write true if the switch aggregates, or false
            strategy: rina | core: {ina: maybe} | c.yaml:3: core.ina: 'maybe' is not an answer; write true if the switch aggregates, or false
            strategy: rina | core: {ina: true} | c.yaml:3: core.switch: is missing beside ina: true; write switch: and the host:port of the software switch, or ina: false (only where all hosts below it have loopback addresses is it 127.0.0.1:0 by itself)
            strategy: rina | core: {ina: true, switch: 10.0.0.2:7410} | c.yaml:3: core.switch: 10.0.0.2:7410 is also at racks[0].switch on line 9; give one of them another port, or 0 for any free one
            # other values
            60s | 9999h | c.yaml:5: timeouts.join: '9999h' is more than 8760h
            60s | 60 | c.yaml:5: timeouts.join: '60' is not a duration; write 500ms, 30s, 2m, 1h or PT30S
            60s | 0s | c.yaml:5: timeouts.join: '0s' must be more than nothing
            strategy: rina | strategy: rnig | c.yaml:3: strategy: no strategy is called 'rnig'; did you mean 'ring'? There are rina, rina-striped, rina-hops, ring, switchml, ps, atp, h-ar, halving-doubling, double-tree, auto, all
            strategy: rina | mtu: 576 | c.yaml:3: mtu: '576' is not a whole number from 1496 to 65535
            strategy: rina | gsoSegments: 65 | c.yaml:3: gsoSegments: '65' is not a whole number from 1 to 64
            strategy: rina | pool: many | c.yaml:3: pool: 'many' is not a whole number from 1 to 65536
            # the secret
            jobKey: secret | name: x | c.yaml: a secret is missing; write jobKey: and any text that others do not know, or jobKeyFile: and the name of a file that holds it
            jobKey: secret | jobKey: "" | c.yaml:1: jobKey: is empty; write any text that others do not know
            strategy: rina | jobKeyFile: x | c.yaml:3: jobKeyFile: jobKey is there as well; keep one of the two
            # not YAML, or not one document
            strategy: rina | strategy: [rina | c.yaml:4:9: not valid YAML: while parsing a flow sequence, expected ',' or ']', but got :; check the indentation here and on the line before
            strategy: rina | --- | c.yaml has 2 documents, with --- between them; a cluster file is one
            """)
    void shouldSayWhereAndWhat(String right, String wrong, String message) {
        assertThat(RIGHT).contains(right);

        assertThat(messageFor(RIGHT.replace(right, wrong))).isEqualTo(message);
    }

    @Test
    void shouldRefuseFilesWithoutRacksOrHosts() {
        String head = RIGHT.substring(0, RIGHT.indexOf("racks:"));

        assertThat(messageFor(head)).startsWith("c.yaml: there are no racks; write racks: with");
        assertThat(messageFor(head + "racks: []\n")).startsWith("c.yaml:6: racks: there are no");
        assertThat(messageFor(head + "racks: two\n"))
                .startsWith("c.yaml:6: racks: must be a list, each entry behind a '- ', not 'two'");
        assertThat(messageFor(head + "racks: {rack0: {}}\n"))
                .startsWith("c.yaml:6: racks: must be a list");
        assertThat(messageFor(RIGHT + "  - {name: rack2}\n"))
                .isEqualTo("c.yaml:16: racks[2].hosts: rack 'rack2' has no hosts; give it at least"
                        + " one, or take it away");
        assertThat(messageFor(RIGHT + "  - {name: rack2, hosts: []}\n"))
                .startsWith("c.yaml:16: racks[2].hosts: rack 'rack2' has no hosts");
        assertThat(messageFor(RIGHT + "  -\n")).startsWith("c.yaml:16: racks[2]: is empty");
    }

    @Test
    void shouldRefuseRanksThatAreNotEachOnce() {
        assertThat(messageFor(withRanks("0", "1", "1")))
                .isEqualTo(
                        "c.yaml:15: racks[1].hosts[0].rank: '1' is also racks[0].hosts[1].rank on"
                                + " line 12; 3 workers have the ranks 0 to 2, each once");
        assertThat(messageFor(withRanks("0", "1", "3")))
                .isEqualTo("c.yaml:15: racks[1].hosts[0].rank: '3' is not one of the ranks 0 to 2"
                        + " that 3 workers have");
        assertThat(messageFor(withRanks("0", "-1", "2")))
                .startsWith("c.yaml:12: racks[0].hosts[1]");
        assertThat(messageFor(withRanks("0", "one", "2")))
                .contains("'one' is not one of the ranks");
    }

    private static String withRanks(String a, String b, String c) {
        return RIGHT.replace("10.0.0.3,", "10.0.0.3, rank: " + a + ",")
                .replace("10.0.0.4,", "10.0.0.4, rank: " + b + ",")
                .replace("10.0.0.5,", "10.0.0.5, rank: " + c + ",");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"``", "# only a comment", "- a list", "text", "~"})
    void shouldRefuseWhatIsNoMap(String text) {
        assertThat(messageFor(text))
                .startsWith("c.yaml")
                .endsWith("examples/two-racks.yaml shows how");
    }

    @Test
    void shouldSayWhyAFileCannotBeRead(@TempDir Path folder) throws IOException {
        Path binary = folder.resolve("binary.yaml");
        Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0});

        assertThat(messageOf(folder.resolve("none.yaml")))
                .startsWith("cannot read the cluster file " + folder)
                .contains("none.yaml: there is no such file (looked in ");
        assertThat(messageOf(folder))
                .isEqualTo(folder + " is a folder; name the cluster file in it");
        assertThat(messageOf(binary)).contains("it is not UTF-8 text");
    }

    private static String messageFor(String yaml) {
        return String.valueOf(catchThrowableOfType(
                        InputException.class, () -> ClusterReader.parse(Path.of("c.yaml"), yaml))
                .getMessage());
    }

    private static String messageOf(Path file) {
        return String.valueOf(
                catchThrowableOfType(InputException.class, () -> ClusterFile.read(file))
                        .getMessage());
    }
}
