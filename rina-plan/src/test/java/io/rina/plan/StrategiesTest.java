package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StrategiesTest {
    @Test
    void rinaWithoutAnInaRackShouldBeTheRing() {
        SmallTopologies.forEach(10, 3, topology -> {
            if (topology.racks().stream().noneMatch(Rack::aggregates)) {
                assertThat(new Rina().plan(topology).exchanges())
                        .isEqualTo(new Ring().plan(topology).exchanges());
            }
        });
    }

    @Test
    void rinaWithOneInaRackAloneShouldBeSwitchMl() {
        for (int workers = 1; workers <= 63; workers++) {
            Topology topology = Topology.ofSizes(new int[] {workers}, rack -> true);

            Plan rina = new Rina().plan(topology);
            Plan switchMl = new SwitchMl().plan(topology);

            assertThat(rina.exchanges()).isEqualTo(switchMl.exchanges());
            assertThat(rina.chunks()).isEqualTo(switchMl.chunks());
        }
    }

    @Test
    void twoNodesShouldMakePlansWithOneDigest() {
        Topology topology = Topology.ofSizes(new int[] {3, 2}, rack -> rack == 0);

        assertThat(new Rina().plan(topology).digest())
                .isEqualTo(new Rina().plan(topology).digest());
        assertThat(new Rina().plan(topology).digest())
                .isNotEqualTo(new Ring().plan(topology).digest());
    }

    @Test
    void everyExchangeShouldHaveItsPlaceOnOneChannel() {
        SmallTopologies.forEach(6, 3, topology -> {
            for (Plan plan : SmallTopologies.plans(topology)) {
                int onChannels = 0;
                for (Channel channel : plan.channels()) {
                    assertThat(channel).isEqualTo(plan.channels().get(channel.id()));
                    assertThat(channel.exchanges()).allMatch(e -> e.site().equals(channel.site()));
                    assertThat(channel.exchanges())
                            .allMatch(e -> e.members().equals(channel.members()));
                    onChannels += channel.exchanges().size();
                }
                assertThat(onChannels).isEqualTo(plan.exchanges().size());
            }
        });
    }

    @Test
    void shouldSayWhatTheStrategiesAre() {
        assertThat(Strategies.names())
                .containsExactly(
                        "rina",
                        "rina-striped",
                        "ring",
                        "switchml",
                        "ps",
                        "h-ar",
                        "halving-doubling",
                        "double-tree");
        assertThatThrownBy(() -> Strategies.named("Ring"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no strategy is called 'Ring'; there are rina, rina-striped, ring, switchml, ps, "
                                + "h-ar, halving-doubling, double-tree");
    }

    @Test
    void switchMlShouldRefuseASecondRack() {
        Topology topology = Topology.ofSizes(new int[] {1, 1}, rack -> true);

        assertThatThrownBy(() -> new SwitchMl().plan(topology))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessageContaining("rina serves any mixture of racks");
    }

    @Test
    void plansShouldFitTheRoomOfASite() {
        // 62 workers and the agent of the other group fill a ToR.
        PlanVerifier.verify(new Rina().plan(oneInaRackOf(62)));

        assertThatThrownBy(() -> new Rina().plan(oneInaRackOf(63)))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessage("rina serves at most 62 workers under one aggregating ToR, not 63 as in"
                        + " rack rack0; ring serves more");
        assertThatThrownBy(
                        () -> new SwitchMl().plan(Topology.ofSizes(new int[] {64}, rack -> true)))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessageContaining("at most 63 workers");
        assertThatThrownBy(() -> new ParameterServer().plan(oneInaRackOf(63)))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessageContaining("at most 63 workers, not 64");
    }

    private static Topology oneInaRackOf(int workers) {
        return Topology.ofSizes(new int[] {workers, 1}, rack -> rack == 0);
    }
}
