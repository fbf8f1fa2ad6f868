package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Scenarios frame by frame, as text that a reader can follow. Lines that begin with # in the text
 * are for the reader; all others must be what the machines do.
 */
class TranscriptTest {
    private static final long MS = 1_000_000;

    private static Limits limits(int pool) {
        return new Limits(2, 2, pool, 2, 10 * MS, 10 * MS, 80 * MS);
    }

    private static Plan plan(String strategy, int... sizes) {
        return Strategies.named(strategy).plan(Topology.ofSizes(sizes, rack -> true));
    }

    private static void check(String name, Transcript transcript) throws IOException {
        List<String> expected;
        try (InputStream in = TranscriptTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            expected = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
        assertThat(transcript.lines).as("%s should be\n%s\n", name, transcript).isEqualTo(expected);
    }

    /** One of each rank's digits in every element: who counted twice or never would show. */
    private static void assertSums(Transcript transcript) {
        int[] unit = {0, 1, 11, 111, 1111};
        int[] sum = new int[transcript.lanes[0].length];
        Arrays.setAll(sum, i -> (i + 1) * unit[transcript.lanes.length]);
        assertThat(List.of(transcript.lanes))
                .allSatisfy(lanes -> assertThat(lanes).isEqualTo(sum));
    }

    @Test
    void shouldReduceOverTwoRacks() throws IOException {
        Transcript transcript = new Transcript(plan("rina", 2, 2), limits(2), 8).run();
        assertSums(transcript);
        check("two-racks.txt", transcript);
    }

    @Test
    void shouldRepeatALostFrame() throws IOException {
        Transcript transcript = new Transcript(plan("rina", 2, 2), limits(2), 4)
                .lose("rank 1 -> ToR 0  DATA 0:0")
                .run();
        assertSums(transcript);
        check("lost-data.txt", transcript);
    }

    @Test
    void shouldDropACopyThatANewerGenerationOvertook() throws IOException {
        Transcript transcript = new Transcript(plan("switchml", 2), limits(1), 6)
                .copy("rank 1 -> ToR 0  DATA 0:0", 5)
                .delay("rank 1 -> ToR 0  DATA 0:2", 2)
                .run();
        assertSums(transcript);
        check("overtaken-copy.txt", transcript);
    }
}
