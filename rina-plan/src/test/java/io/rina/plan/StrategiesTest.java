package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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
    void hopsShouldBeTheRingWithoutAnInaRackAndSwitchMlWithOneAlone() {
        SmallTopologies.forEach(10, 3, topology -> {
            Plan hops = new RinaHops().plan(topology);
            if (topology.racks().stream().noneMatch(Rack::aggregates)) {
                Plan ring = new Ring().plan(topology);
                assertThat(hops.exchanges()).isEqualTo(ring.exchanges());
                assertThat(hops.chunks()).isEqualTo(ring.chunks());
            } else if (topology.racks().size() == 1) {
                assertThat(hops.exchanges())
                        .isEqualTo(new SwitchMl().plan(topology).exchanges());
            }
        });
    }

    @Test
    void hopsShouldGoRoundTheRingThroughThePathsOfTors() {
        Topology topology = Topology.ofSizes(new int[] {2, 1, 1}, rack -> rack != 1);
        assertThat(new RinaHops().plan(topology).exchanges().stream().map(Exchange::toString))
                .containsExactly(
                        "chunk 2: {0,1,3} at ToR 0 (ToR 2) +> {2}",
                        "chunk 3: {0,1,3} at ToR 2 (ToR 0) +> {2}",
                        "chunk 0: {0,1,2,3} at ToR 0 (ToR 2) => {0,1,2,3}",
                        "chunk 1: {0,1,2,3} at ToR 2 (ToR 0) => {0,1,2,3}",
                        "chunk 2: {2} at ToR 0 (ToR 2) => {0,1,3}",
                        "chunk 3: {2} at ToR 2 (ToR 0) => {0,1,3}");
    }

    @Test
    void switchMlShouldAddUpOverTheCoreOrTheFirstTor() {
        Topology racks = Topology.ofSizes(new int[] {1, 2, 1}, rack -> true);
        assertThat(new SwitchMl().plan(racks).exchanges().getFirst().site())
                .hasToString("ToR 0 (ToR 1, ToR 2)");
        assertThat(new SwitchMl()
                        .plan(racks.withAggregatingCore())
                        .exchanges()
                        .getFirst()
                        .site())
                .hasToString("core (ToR 0, ToR 1, ToR 2)");
        Topology one = Topology.ofSizes(new int[] {2}, rack -> true).withAggregatingCore();
        assertThat(new SwitchMl().plan(one).exchanges().getFirst().site())
                .isEqualTo(new Site.Tor(0));
    }

    @Test
    void atpShouldBeParameterServersWhereNoTorCanCombine() {
        SmallTopologies.forEach(8, 3, topology -> {
            boolean combines = topology.racks().stream()
                    .anyMatch(rack -> rack.aggregates() && rack.ranks().size() > 1);
            Plan atp = new Atp().plan(topology);
            if (!combines || topology.workers() < 3) {
                assertThat(atp.exchanges())
                        .isEqualTo(new ParameterServer().plan(topology).exchanges());
            }
        });
    }

    @Test
    void atpShouldCombineWhatComesFromTwoOrMoreRanksOfARack() {
        Topology topology = Topology.ofSizes(new int[] {2, 3}, rack -> true);
        assertThat(new Atp().plan(topology).exchanges().stream().map(Exchange::toString))
                .startsWith(
                        "chunk 0: {0,1,2,3,4} at host 0 by ToR 1 => {0,1,2,3,4}",
                        "chunk 1: {0,1,2,3,4} at host 1 by ToR 1 => {0,1,2,3,4}",
                        "chunk 2: {0,1,2,3,4} at host 2 by ToR 0, ToR 1 => {0,1,2,3,4}");
        Channel third = new Atp().plan(topology).channels().get(2);
        assertThat(third.at()).isEqualTo(new Site.Host(2));
        assertThat(third.relays())
                .containsExactly(
                        new Channel.Relay(new Site.Tor(0), RankSet.of(0, 1)),
                        new Channel.Relay(new Site.Tor(1), RankSet.of(3, 4)));
        assertThat(topology.siteName(third.exchanges().getFirst().site()))
                .isEqualTo("rank 2 by ToR rack0, ToR rack1");
    }

    @Test
    void someOfTheHostsShouldHaveAServer() {
        Topology topology = Topology.ofSizes(new int[] {3, 3}, rack -> rack == 1);
        Plan ps = Strategies.named("ps:2").plan(topology);
        assertThat(ps.strategy()).isEqualTo("ps:2");
        assertThat(ps.exchanges().stream().map(Exchange::toString))
                .containsExactly(
                        "chunk 0: {0,1,2,3,4,5} at host 0 => {0,1,2,3,4,5}",
                        "chunk 1: {0,1,2,3,4,5} at host 3 => {0,1,2,3,4,5}");
        assertThat(Strategies.named("atp:2").plan(topology).exchanges().stream()
                        .map(Exchange::toString))
                .containsExactly(
                        "chunk 0: {0,1,2,3,4,5} at host 0 by ToR 1 => {0,1,2,3,4,5}",
                        "chunk 1: {0,1,2,3,4,5} at host 3 by ToR 1 => {0,1,2,3,4,5}");
        assertThatThrownBy(() -> Strategies.named("ring:2"))
                .hasMessageStartingWith("no strategy is called 'ring:2'");
    }

    @Test
    void aServerShouldTakeWhatAllOthersGive() {
        Topology topology = Topology.ofSizes(new int[] {3, 3}, rack -> false);
        int block = ChunkLayout.BLOCK_ELEMENTS;
        // Of two chunks: five others give to a server, which gives to the other; other hosts give
        // to
        // both. The way back is the same.
        PlanCost cost = new PlanCost(Strategies.named("ps:2").plan(topology), 2L * block, block);
        long chunk = cost.hostUp(1).payloadBytes() / 2;
        assertThat(cost.hostDown(0).payloadBytes()).isEqualTo(6 * chunk);
        assertThat(cost.hostUp(3).payloadBytes()).isEqualTo(6 * chunk);
        assertThat(cost.hostDown(5).payloadBytes()).isEqualTo(2 * chunk);
        // One server takes from a rack that aggregates once: two of its own rack, and the rack.
        Topology half = Topology.ofSizes(new int[] {3, 3}, rack -> rack == 1);
        PlanCost atp = new PlanCost(Strategies.named("atp:1").plan(half), block, block);
        assertThat(atp.hostDown(0).payloadBytes()).isEqualTo(3 * atp.hostUp(1).payloadBytes());
    }

    @Test
    void servedBySomeHostsPlansShouldBeRight() {
        SmallTopologies.forEach(8, 3, topology -> {
            for (String name : List.of("ps:1", "ps:3", "atp:1", "atp:3")) {
                PlanVerifier.verify(Strategies.named(name).plan(topology));
            }
        });
    }

    /** Bit i of the bitmap is the i-th rank after the member of those under its relay. */
    @Test
    void aBitmapShouldSpeakOfMembersUnderOneRelay() {
        Topology dealt = new Topology(List.of(
                new Rack("a", true, RankSet.of(1, 4, 6)),
                new Rack("b", true, RankSet.of(0, 2, 3, 5))));
        Channel channel = new Atp().plan(dealt).channels().getFirst();

        assertThat(channel.members(4, 0b1)).isEqualTo(0b1_0000);
        assertThat(channel.members(1, 0b111)).isEqualTo(0b101_0010);
        assertThat(channel.members(1, 0b101)).isEqualTo(0b100_0010);
        assertThat(channel.members(4, 0b11)).isEqualTo(0b101_0000);
        assertThat(channel.members(4, 0b111)).as("only two from 4 on").isZero();
        assertThat(channel.members(2, 0b111)).as("rank 0 is the server").isEqualTo(0b10_1100);
        assertThat(channel.members(0, 0b11)).as("under no relay").isZero();
        assertThat(channel.members(0, 0b1)).isEqualTo(1);
        assertThat(channel.members(7, 0b1)).isZero();
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
    void everyExchangeShouldHaveItsPlaceOnOneChannelOrOneTreeOfThem() {
        SmallTopologies.forEach(6, 3, topology -> {
            for (Plan plan : SmallTopologies.plans(topology)) {
                List<Channel> channels = plan.channels();
                int onChannels = 0;
                for (Channel channel : channels) {
                    assertThat(channels.indexOf(channel)).isEqualTo(channel.id());
                    assertThat(channel.exchanges()).allMatch(channel::carries);
                    if (channel.isRoot()) {
                        onChannels += channel.exchanges().size();
                        assertThat(channel.exchanges())
                                .allMatch(e -> e.members().equals(channel.below()));
                    } else {
                        assertIsBranch(channels.get(channel.parent()), channel);
                    }
                }
                assertThat(onChannels).isEqualTo(plan.exchanges().size());
            }
        });
    }

    private static void assertIsBranch(Channel parent, Channel branch) {
        int number = branch.memberAtParent() - parent.members().size();
        assertThat(parent.branches().get(number)).isEqualTo(branch.id());
        assertThat(branch.exchanges()).isEqualTo(parent.exchanges());
        assertThat(parent.members().intersects(branch.below())).isFalse();
        assertThat(parent.below()).isEqualTo(parent.below().union(branch.below()));
    }

    @Test
    void shouldSayWhatTheStrategiesAre() {
        assertThat(Strategies.names())
                .containsExactly(
                        "rina",
                        "rina-striped",
                        "rina-hops",
                        "ring",
                        "switchml",
                        "ps",
                        "atp",
                        "h-ar",
                        "halving-doubling",
                        "double-tree");
        assertThatThrownBy(() -> Strategies.named("Ring"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no strategy is called 'Ring'; there are rina, rina-striped, rina-hops, ring, "
                                + "switchml, ps, atp, h-ar, halving-doubling, double-tree");
    }

    @Test
    void switchMlShouldRefuseAnOrdinaryRack() {
        Topology topology = Topology.ofSizes(new int[] {1, 1}, rack -> rack == 0);

        assertThatThrownBy(() -> new SwitchMl().plan(topology))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessage("switchml needs every rack's ToR to aggregate, which is not so in"
                        + " rack0(INA){0} rack1{1}; rina serves any mixture of racks");
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
        // 62 workers and the other ToR fill the root of a tree.
        Topology twoRacks = Topology.ofSizes(new int[] {62, 63}, rack -> true);
        PlanVerifier.verify(new SwitchMl().plan(twoRacks));
        assertThatThrownBy(() ->
                        new SwitchMl().plan(Topology.ofSizes(new int[] {63, 1}, rack -> true)))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessageContaining("at most 62 workers under the ToR of rack rack0, not 63");
        PlanVerifier.verify(
                new RinaHops().plan(Topology.ofSizes(new int[] {60, 60, 2}, rack -> rack < 2)));
        assertThatThrownBy(() -> new RinaHops()
                        .plan(Topology.ofSizes(new int[] {60, 61, 2}, rack -> rack < 2)))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessage("rina-hops serves at most 60 workers under one aggregating ToR, not 61"
                        + " as in rack rack1; ring serves more");
        PlanVerifier.verify(new Atp().plan(Topology.ofSizes(new int[] {17}, rack -> true)));
        PlanVerifier.verify(new Atp().plan(oneInaRackOf(16)));
        assertThatThrownBy(() -> new Atp().plan(oneInaRackOf(17)))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessage("atp serves at most 16 workers under one aggregating ToR, not 17 as in"
                        + " rack rack0; ps and rina serve more");
        assertThatThrownBy(() -> new ParameterServer().plan(oneInaRackOf(63)))
                .isInstanceOf(UnsupportedTopologyException.class)
                .hasMessageContaining("at most 63 workers, not 64");
    }

    private static Topology oneInaRackOf(int workers) {
        return Topology.ofSizes(new int[] {workers, 1}, rack -> rack == 0);
    }
}
