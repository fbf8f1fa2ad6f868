package io.rina.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.plan.LinkView.LoadView;
import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of whole runs, against docs/plans.md by hand. */
class LinkViewTest {
    /** Four chunks of one frame: 4 x 352 floats have 4 exponents, all in one frame of 16 bytes. */
    private static final int ELEMENTS = 4 * 352;

    /** A ring of 4 sends 2(N-1) = 6 of the 4 chunks; the single block of exponents is chunk 3. */
    @Test
    void shouldCountExponentsAndEveryRepetition() {
        Topology topology = Topology.ofSizes(new int[] {4}, rack -> false);
        Plan ring = Strategies.named("ring").plan(topology);

        List<LinkView> links = LinkView.of(topology, Operations.ofFloats(ring, ELEMENTS, 352, 10));

        // Three hops to sum them and three to spread them, so that two of the four hosts send
        // them twice and two once.
        long exponentFrames = links.stream()
                .filter(link -> link.link().startsWith("rank"))
                .mapToLong(link -> link.up().frames() - 10 * 6)
                .sum();
        assertThat(exponentFrames).isEqualTo(10 * 6);
        LoadView first = links.getFirst().up();
        long hops = first.frames() / 10 - 6;
        assertThat(first.payloadBytes()).isEqualTo(10 * (6 * 1408 + hops * 16));
        assertThat(first.interfaceBytes())
                .isEqualTo(first.payloadBytes() + (40 + 8 + 20 + 14) * first.frames());
        assertThat(first.wireBytes()).isEqualTo(first.interfaceBytes() + 24 * first.frames());
        assertThat(links.getLast())
                .isEqualTo(new LinkView(
                        "ToR rack0 - core", new LoadView(0, 0, 0, 0), new LoadView(0, 0, 0, 0)));
    }
}
