package io.rina.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.plan.Framing;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Strategies;
import io.rina.plan.UnsupportedTopologyException;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.Fabrics;
import io.rina.sim.net.LinkSpeed;
import io.rina.sim.net.Payload;
import io.rina.sim.net.Placement;
import io.rina.sim.run.Outcome;
import io.rina.sim.run.Scenarios;
import io.rina.sim.run.Simulation;
import io.rina.sim.scenario.Scenario.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The model beside closed forms, and beside the same plans packet by packet. */
class LinkTimeTest {
    private static final int FRAGMENTS = 1_600;
    private static final double FRAGMENT_SECONDS = 1_514 * 0.8e-9;

    private static LinkTime time(String strategy, int inaRacks) {
        Placement placement = placement(inaRacks);
        return new LinkTime(
                Strategies.named(strategy).plan(placement.topology()),
                placement,
                Payload.standard());
    }

    private static Placement placement(int inaRacks) {
        return Placement.inOrder(Scenarios.FABRIC, 16, rack -> rack < inaRacks);
    }

    private static double packetSeconds(String strategy, int inaRacks, int fragments) {
        Outcome outcome = Simulation.run(
                Scenarios.of(Mode.PACKETS, strategy, Scenarios.ina(inaRacks), fragments));
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done) outcome).result().iterationPs() * 1e-12;
    }

    @ParameterizedTest
    @CsvSource({
        // docs/strategies.md; of G = 16, 13, 10, 7, 4 members of Rina's ring an agent carries
        // M (2 - 1/G), which is more than an autonomous worker's 2 M (1 - 1/G).
        "ring, 0, 1.875",
        "rina, 0, 1.875",
        "rina, 1, 1.923076923",
        "rina, 2, 1.9",
        "rina, 3, 1.857142857",
        "rina, 4, 1.75",
        "rina-hops, 4, 1",
        "switchml, 4, 1",
        "ps, 0, 1.875",
        "halving-doubling, 0, 1.875"
    })
    void shouldTakeWhatTheBytesOfTheBusiestLinkTake(String strategy, int inaRacks, double passes) {
        int many = 16_380;
        double expected = many * passes * FRAGMENT_SECONDS;
        assertThat(time(strategy, inaRacks).seconds(many * 1_408L))
                .isCloseTo(expected, within(0.001 * expected));
    }

    @ParameterizedTest
    @MethodSource("io.rina.plan.Strategies#names")
    void shouldPutOnHostsLinksWhatThePlanCosts(String strategy) {
        for (int inaRacks = 0; inaRacks <= 4; inaRacks++) {
            Placement placement = placement(inaRacks);
            try {
                Plan plan = Strategies.named(strategy).plan(placement.topology());
                double[] bytes = new LinkTime(plan, placement, Payload.standard())
                        .linkBytes(FRAGMENTS * 1_408L);
                PlanCost cost = new PlanCost(plan, FRAGMENTS * 352L, 352);
                for (int rank = 0; rank < 16; rank++) {
                    assertThat(bytes[Scenarios.FABRIC.uplink(rank)])
                            .isEqualTo((double) cost.hostUp(rank).bytes(Framing.WIRE));
                    assertThat(bytes[Scenarios.FABRIC.downlink(rank)])
                            .isEqualTo((double) cost.hostDown(rank).bytes(Framing.WIRE));
                }
                assertThat(new PlanTime(plan, placement, Payload.standard())
                                .linkBytes(FRAGMENTS * 1_408L))
                        .isEqualTo(bytes);
            } catch (UnsupportedTopologyException e) {
                assertThat(strategy).isEqualTo("switchml");
            }
        }
    }

    @Test
    void shouldTakeTheLongestChainForASmallMessage() {
        // Twice around a ring of 16 but for two steps: four steps of a round lead to another rack.
        double chain = time("ring", 0).chainSeconds();
        double inside = 2 * (FRAGMENT_SECONDS + 1e-6);
        double across = inside + 2 * (FRAGMENT_SECONDS / 10 + 1e-6);
        assertThat(chain).isCloseTo(22 * inside + 8 * across, within(1e-9));
        assertThat(time("ring", 0).seconds(16)).isEqualTo(chain);
    }

    @ParameterizedTest
    @MethodSource("io.rina.plan.Strategies#names")
    void shouldNeverBeSlowerThanPackets(String strategy) {
        for (int inaRacks = 0; inaRacks <= 4; inaRacks += 2) {
            try {
                double model = time(strategy, inaRacks).seconds(400 * 1_408L);
                assertThat(model)
                        .as("%s with %d INA racks", strategy, inaRacks)
                        .isLessThanOrEqualTo(packetSeconds(strategy, inaRacks, 400));
            } catch (UnsupportedTopologyException e) {
                assertThat(strategy).isEqualTo("switchml");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 0, 0.05",
        "rina, 1, 0.1",
        "rina, 3, 0.1",
        "rina, 4, 0.1",
        "rina-striped, 1, 0.15",
        "rina-striped, 3, 0.2",
        "rina-hops, 1, 0.1",
        "rina-hops, 2, 0.1",
        "rina-hops, 4, 0.05",
        "switchml, 4, 0.05",
        "ps, 0, 0.1",
        "atp, 2, 0.1",
        "halving-doubling, 0, 0.25",
        "double-tree, 0, 0.2"
    })
    void shouldBeNearPacketsWhereALinkIsBusyAllTheTime(
            String strategy, int inaRacks, double tolerance) {
        double packets = packetSeconds(strategy, inaRacks, FRAGMENTS);
        assertThat(time(strategy, inaRacks).seconds(FRAGMENTS * 1_408L))
                .isCloseTo(packets, within(tolerance * packets));
    }

    @Test
    void shouldCarryOnEveryFabricWhatItsLinksCan() {
        // The ring across a thin link between two leaves: 14/8 of all bytes each way over it.
        Fabric thin = Fabrics.leafSpine(2, 4, 1, LinkSpeed.gbps(10, 0), LinkSpeed.gbps(1, 0));
        Placement placement = Placement.inOrder(thin, 8, rack -> false);
        LinkTime time = new LinkTime(
                Strategies.named("ring").plan(placement.topology()), placement, Payload.standard());
        double expected = 8_000 * 1.75 * 10 * FRAGMENT_SECONDS;
        assertThat(time.seconds(8_000 * 1_408L)).isCloseTo(expected, within(0.001 * expected));
    }
}
