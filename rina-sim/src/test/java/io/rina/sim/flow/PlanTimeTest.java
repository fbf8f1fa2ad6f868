package io.rina.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.plan.Strategies;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.Fabrics;
import io.rina.sim.net.LinkSpeed;
import io.rina.sim.net.Payload;
import io.rina.sim.net.Placement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTimeTest {
    private static final LinkSpeed TEN = LinkSpeed.gbps(10, 1_000);
    private static final Fabric FABRIC =
            Fabrics.leafSpine(4, 4, 1, TEN, LinkSpeed.gbps(100, 1_000));

    @ParameterizedTest
    @CsvSource({
        // In units of all bytes once over a host's link: docs/strategies.md.
        "ring, 0, 1.875",
        "rina, 4, 1.75",
        "rina-hops, 4, 1",
        "switchml, 4, 1",
        "halving-doubling, 0, 1.875",
        "ps, 0, 1.875",
        // Its three parts follow each other: 3 for gathering, 1.5 for the ring, 3 for spreading.
        "h-ar, 0, 7.5"
    })
    void shouldTakeWhatTheBusiestLinkTakes(String strategy, int inaRacks, double passes) {
        Placement placement = Placement.inOrder(FABRIC, 16, rack -> rack < inaRacks);
        long bytes = 16_000L * 1_408;
        double once = 16_000 * 1_514 * 0.8e-9;
        PlanTime time = new PlanTime(
                Strategies.named(strategy).plan(placement.topology()),
                placement,
                Payload.standard());
        assertThat(time.seconds(bytes)).isCloseTo(passes * once, within(0.01 * passes * once));
    }
}
