package io.rina.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExplainCommandTest {
    /** Two racks of two, of which the first aggregates; nothing takes time but the links. */
    private static final String LINKS_ONLY = """
            jobKey: secret
            strategy: auto
            costs: {hostRate: 1G, uplinkRate: 2G, hopNs: 0, operationNs: 0, messageNs: 0, frameNs: 0,
                    byteNs: 0, elementNs: 0, sharedCores: 0}
            racks:
              - name: a
                ina: true
                hosts: [{name: a1, address: 127.0.0.1}, {name: a2, address: 127.0.0.1}]
              - name: b
                hosts: [{name: b1, address: 127.0.0.1}, {name: b2, address: 127.0.0.1}]
            """;

    /** So many that a ring of three or four has chunks of one size, in full frames. */
    private static final int ELEMENTS = 12 * 100 * 352;

    @TempDir
    private Path folder;

    private CliRun explain(String yaml, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("c.yaml"), yaml);
        String[] args = new String[more.length + 5];
        String[] first = {
            "explain", "--cluster", file.toString(), "--elements", Integer.toString(ELEMENTS)
        };
        System.arraycopy(first, 0, args, 0, first.length);
        System.arraycopy(more, 0, args, first.length, more.length);
        return CliRun.of(args);
    }

    private JsonNode json(String yaml, String... more) throws IOException {
        String[] args = new String[more.length + 1];
        args[0] = "--json";
        System.arraycopy(more, 0, args, 1, more.length);
        return JsonMapper.shared().readTree(explain(yaml, args).out());
    }

    private static JsonNode strategy(JsonNode explanation, String name) {
        return explanation
                .get("strategies")
                .valueStream()
                .filter(node -> node.get("strategy").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A ring: 2M(1-1/4) in frames of 1,514 bytes on the wire, at 1 bit a nanosecond. */
    @Test
    void theRingsTimeShouldBeThatOfItsBytes() throws IOException {
        JsonNode ring = strategy(json(LINKS_ONLY), "ring");

        long frames = 2 * 3 * (ELEMENTS / 352) / 4;
        assertThat(ring.get("hostLink").get("payloadBytes").asLong()).isEqualTo(frames * 1408);
        assertThat(ring.get("hostLink").get("wireBytes").asLong()).isEqualTo(frames * 1514);
        assertThat(ring.get("steps").asInt()).isEqualTo(6);
        // The exponents go first, a lane for a block, as a pass of their own: 14 frames of them.
        double exponentsUs = ring.get("predictedUs").asDouble() - frames * 1514 * 8 / 1e3;
        assertThat(exponentsUs).isBetween(0.0, 20 * 1514 * 8 / 1e3);
        assertThat(ring.get("boundBy").asString()).isEqualTo("a host's link");
    }

    @Test
    void shouldPutTheFastestFirstAndTakeIt() throws IOException {
        JsonNode explanation = json(LINKS_ONLY);

        double last = 0;
        for (JsonNode strategy : explanation.get("strategies")) {
            assertThat(strategy.get("predictedUs").asDouble()).isGreaterThanOrEqualTo(last);
            last = strategy.get("predictedUs").asDouble();
        }
        // All of it at the host's link: M(1 + (1-1/3)/2) in the rack, 2M(1-1/3) beside it.
        String chosen = explanation.get("chosen").get("strategy").asString();
        assertThat(strategy(explanation, chosen)
                        .get("hostLink")
                        .get("payloadBytes")
                        .asLong())
                .isEqualTo(4L * ELEMENTS * 4 / 3);
        assertThat(explanation.get("chosen").get("automatic").asBoolean()).isTrue();
    }

    @Test
    void shouldSayWhatEachSwitchDoesOrWhyNothing() throws IOException {
        assertThat(explain(LINKS_ONLY, "--strategy", "rina").out())
                .contains("  a, ranks {0,1}: its switch aggregates\n")
                .contains("  b, ranks {2,3}: ordinary: it is not marked ina, so its switch only"
                        + " forwards\n")
                .contains("It runs as rina, which was asked for\n")
                .contains("  0  abstracted worker a {0,1} agent 0\n")
                .contains("  1  autonomous worker rank 2\n");
        assertThat(explain(LINKS_ONLY, "--strategy", "ring").out())
                .contains("a, ranks {0,1}: its switch could aggregate, but ring gives it nothing"
                        + " to sum\n");
    }

    @Test
    void shouldSayWhyAStrategyCannotBeHad() throws IOException {
        assertThat(explain(LINKS_ONLY).out())
                .contains("Not on this cluster\n  switchml: switchml needs every rack's ToR to");
    }

    @Test
    void ratesShouldBeSupposedIfSaid() throws IOException {
        CliRun run = explain(LINKS_ONLY, "--host-rate", "100M", "--uplink-rate", "2.5G");

        assertThat(run.out())
                .contains("links of 100Mbit/s at hosts and 2.5Gbit/s at racks, 5 us a link;");
    }

    @Test
    void shouldRefuseWhatIsNoRate() throws IOException {
        assertThat(explain(LINKS_ONLY, "--host-rate", "fast").err())
                .contains("--host-rate: 'fast' is no rate; write bits a second, as in 200M");
        assertThat(explain(LINKS_ONLY, "--uplink-rate", "1G").err())
                .contains("--uplink-rate needs --host-rate beside it");
        assertThat(explain(LINKS_ONLY.replace("1G", "0")).err())
                .contains("c.yaml:3: costs.hostRate: '0': a link must carry something");
        assertThat(explain(LINKS_ONLY.replace("byteNs: 0", "byteNs: few")).err())
                .contains("costs.byteNs: 'few' is no number of nanoseconds");
    }
}
