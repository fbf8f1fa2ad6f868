package io.rina.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.CliRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The output for the example cluster, word for word, and its numbers against closed forms. */
class PlanShowTest {
    private static final String EXAMPLE = "../examples/two-racks.yaml";

    /** Two chunks of 100 frames, so that all chunks are of one size and all frames full. */
    private static final int ELEMENTS = 2 * 100 * 352;

    @Test
    void shouldPrintTheExample() {
        CliRun run = CliRun.of(
                "plan", "show", "--cluster", EXAMPLE, "--elements", "70400", "--exchanges");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("""
                two-racks: rina on 4 workers in 2 racks
                  rack0 aggregates (INA), ranks {0,1}
                  rack1 aggregates (INA), ranks {2,3}
                Verified: every rank counts exactly once, and one slot a channel is enough.

                70,400 elements, M = 281,600 bytes: 2 chunks, 6 exchanges, longest chain 3 steps

                Ring, 2 members in this order
                  0  abstracted worker rack0 {0,1} agent 0
                  1  abstracted worker rack1 {2,3} agent 2

                Chunks, cut at blocks of 352 elements, 352 a frame
                  chunk    from      to  elements  frames
                  0           0  35,199    35,200     100
                  1      35,200  70,399    35,200     100

                Where sums are made, with a pool of 128 slots a channel
                  site       channels  slots
                  ToR rack0         3    300
                  ToR rack1         3    300

                Bytes on each link, up is towards the core; wire counts all headers and gaps
                  link                     up     wire   of M     down     wire   of M
                  rank 0 - ToR rack0  422,400  454,200  1.500  422,400  454,200  1.500
                  rank 1 - ToR rack0  281,600  302,800  1.000  281,600  302,800  1.000
                  ToR rack0 - core    281,600  302,800  1.000  281,600  302,800  1.000
                  rank 2 - ToR rack1  422,400  454,200  1.500  422,400  454,200  1.500
                  rank 3 - ToR rack1  281,600  302,800  1.000  281,600  302,800  1.000
                  ToR rack1 - core    281,600  302,800  1.000  281,600  302,800  1.000
                Not counted: at most 1,200 control frames on all links, and what is sent again.

                Exchanges (+> adds the sum to the takers' copy, => replaces it)
                    0  chunk 1: {0,1} at ToR rack0 +> {2}
                    1  chunk 0: {2,3} at ToR rack1 +> {0}
                    2  chunk 0: {0,1} at ToR rack0 => {0,1}
                    3  chunk 1: {2,3} at ToR rack1 => {2,3}
                    4  chunk 0: {0} at ToR rack1 => {2,3}
                    5  chunk 1: {2} at ToR rack0 => {0,1}
                """);
    }

    /** docs/strategies.md: an agent carries M(2-1/G), others M, uplinks 2M(1-1/G); G = 2 here. */
    @Test
    void theExamplesBytesShouldBeThoseOfTheClosedForms() {
        JsonNode plan = json("--cluster", EXAMPLE, "--elements", "70400");
        long m = 4L * ELEMENTS;

        assertLoads(plan, "rank 0 - ToR rack0", 2 * m - m / 2);
        assertLoads(plan, "rank 1 - ToR rack0", m);
        assertLoads(plan, "rank 2 - ToR rack1", 2 * m - m / 2);
        assertLoads(plan, "rank 3 - ToR rack1", m);
        assertLoads(plan, "ToR rack0 - core", 2 * m - 2 * m / 2);
        assertLoads(plan, "ToR rack1 - core", 2 * m - 2 * m / 2);
        assertThat(plan.get("steps").asInt()).isEqualTo(2 * (2 - 1) + 1);
        // A pool is as large as the channel has positions, if that is less: at ToR rack1 {0,2,3}
        // take
        // 100 positions each way around the ring, {2,3} take 100 of their own.
        assertThat(plan.get("sites").get(1).get("slots").asInt()).isEqualTo(3 * 100);
    }

    private static void assertLoads(JsonNode plan, String link, long payloadBytes) {
        JsonNode found = plan.get("links")
                .valueStream()
                .filter(node -> node.get("link").asString().equals(link))
                .findFirst()
                .orElseThrow();
        for (String way : List.of("up", "down")) {
            JsonNode load = found.get(way);
            assertThat(load.get("payloadBytes").asLong()).as(link).isEqualTo(payloadBytes);
            long frames = payloadBytes / 1408;
            assertThat(load.get("frames").asLong()).as(link).isEqualTo(frames);
            // 1,514 on the wire for each full frame.
            assertThat(load.get("wireBytes").asLong()).as(link).isEqualTo(frames * 1514);
        }
    }

    @Test
    void aRingShouldLoadEveryHostWithTwoMTimesOneMinusOneNth() {
        JsonNode plan = json(
                "--racks", "2", "--workers", "2", "--strategy", "ring", "--elements", "140800");
        long m = 4L * 140_800;

        for (int rank = 0; rank < 4; rank++) {
            assertLoads(plan, "rank " + rank + " - ToR rack" + rank / 2, 2 * m - 2 * m / 4);
        }
        assertThat(plan.get("steps").asInt()).isEqualTo(2 * (4 - 1));
        assertThat(plan.get("ring")).hasSize(4);
    }

    @Test
    void shouldNameAbstractedAndAutonomousWorkers() {
        CliRun run = CliRun.of("plan", "show", "--workers", "2,3,1", "--ina", "rack1");

        assertThat(run.out()).contains("""
                Ring, 4 members in this order
                  0  autonomous worker rank 0
                  1  autonomous worker rank 1
                  2  abstracted worker rack1 {2,3,4} agent 2
                  3  autonomous worker rank 5
                """);
    }

    @Test
    void shouldShowEmptyChunksAsEmpty() {
        CliRun run = CliRun.of("plan", "show", "--ina", "none", "--elements", "353");

        assertThat(run.out()).contains("""
                  chunk  from   to  elements  frames
                  0         -    -         0       0
                  1         0  351       352       1
                  2         -    -         0       0
                  3       352  352         1       1
                """);
    }

    @ParameterizedTest
    @CsvSource({"rina,1,1", "ring,1,1", "ps,1,1", "switchml,1,1", "ps,2,3", "switchml,1,8"})
    void shouldShowWhatHasNoRingOrNothingToDo(String strategy, String racks, String workers) {
        CliRun run = CliRun.of(
                "plan", "show", "--racks", racks, "--workers", workers, "--strategy", strategy);

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("local: " + strategy + " on ");
    }

    @Test
    void jsonShouldHoldExchangesOnlyWhenAsked() {
        assertThat(json().has("exchanges")).isFalse();
        JsonNode exchange = json("--exchanges").get("exchanges").get(0);
        assertThat(exchange.toString())
                .isEqualTo("{\"number\":0,\"chunk\":1,\"site\":\"ToR rack0\",\"givers\":[0,1],"
                        + "\"takers\":[2],\"combine\":\"ADD\"}");
    }

    private static JsonNode json(String... options) {
        String[] args = new String[options.length + 3];
        args[0] = "plan";
        args[1] = "show";
        args[2] = "--json";
        System.arraycopy(options, 0, args, 3, options.length);
        return JsonMapper.shared().readTree(CliRun.of(args).out());
    }
}
