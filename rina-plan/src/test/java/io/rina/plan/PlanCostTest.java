package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How frames, slots and steps are counted; what strategies cost is in {@link ClosedFormsTest}. */
class PlanCostTest {
    private static final int FRAGMENT = ChunkLayout.BLOCK_ELEMENTS;
    /** Each chunk is this many fragments, so that all chunks are of one size. */
    private static final int FRAGMENTS_A_CHUNK = 3;

    /** Rank 0 gives at ToR 0, rank 1 takes at ToR 1, the root is ToR 1: a credit goes down. */
    @Test
    void aBranchShouldCountAsAMemberOfItsParent() {
        Topology topology = Topology.ofSizes(new int[] {1, 1}, rack -> true);
        Site tree = Site.path(List.of(new Site.Tor(1), new Site.Tor(0)));
        Exchange exchange = new Exchange(tree, RankSet.of(0), RankSet.of(1), 0, Combine.ADD);
        PlanCost cost = new PlanCost(
                new Plan("test", topology, List.of(), 1, List.of(exchange)), 1, FRAGMENT);

        Traffic one = new Traffic(1, 4);
        int tor0 = topology.torNode(0);
        int tor1 = topology.torNode(1);
        assertThat(cost.between(0, tor0)).isEqualTo(one);
        assertThat(cost.between(tor0, tor1)).isEqualTo(one);
        assertThat(cost.between(tor1, 1)).isEqualTo(one);
        assertThat(cost.sentFrames(0) + cost.sentFrames(1)).isEqualTo(1);
        assertThat(cost.sentFrames(tor0) + cost.sentFrames(tor1)).isEqualTo(2);
        // The taker's credit; a receipt from the root to its branch and from there to the giver.
        assertThat(cost.creditsBound(1)).isEqualTo(1);
        assertThat(cost.creditsBound(tor1)).isEqualTo(1);
        assertThat(cost.creditsBound(tor0)).isEqualTo(1);
        assertThat(cost.creditsBound(0)).isZero();
    }

    @Test
    void aFrameShouldCrossEachLinkOfItsWayOnce() {
        Topology topology = Topology.ofSizes(new int[] {1, 1}, rack -> rack == 0);
        Exchange exchange =
                new Exchange(new Site.Tor(0), RankSet.of(1), RankSet.of(0), 0, Combine.ADD);
        PlanCost cost = new PlanCost(
                new Plan("test", topology, List.of(), 1, List.of(exchange)), 1, FRAGMENT);

        Traffic one = new Traffic(1, 4);
        Traffic none = new Traffic(0, 0);
        assertThat(List.of(cost.hostUp(1), cost.uplinkUp(1), cost.uplinkDown(0), cost.hostDown(0)))
                .containsOnly(one);
        assertThat(List.of(cost.hostDown(1), cost.uplinkDown(1), cost.uplinkUp(0), cost.hostUp(0)))
                .containsOnly(none);
        assertThat(cost.between(1, topology.torNode(0))).isEqualTo(one);
        assertThat(cost.between(topology.torNode(0), 0)).isEqualTo(one);
        assertThat(cost.between(1, 0)).isEqualTo(none);
        // The taker's CREDIT and the giver's RECEIPT.
        assertThat(cost.creditsBound(0)).isEqualTo(1);
        assertThat(cost.creditsBound(1)).isZero();
        assertThat(cost.creditsBound(topology.torNode(0))).isEqualTo(1);
    }

    @Test
    void linksShouldCarryWhatPairsSend() {
        SmallTopologies.forEach(6, 3, topology -> {
            for (Plan plan : SmallTopologies.plans(topology)) {
                assertLinksMatchPairs(
                        plan.topology(), new PlanCost(plan, 20 * FRAGMENT + 5, 2 * FRAGMENT));
            }
        });
    }

    private static void assertLinksMatchPairs(Topology topology, PlanCost cost) {
        for (int rank = 0; rank < topology.workers(); rank++) {
            long received = 0;
            for (int from = 0; from < topology.nodes(); from++) {
                received += cost.between(from, rank).frames();
            }
            assertThat(cost.hostUp(rank).frames()).isEqualTo(cost.sentFrames(rank));
            assertThat(cost.hostDown(rank).frames()).isEqualTo(received);
        }
        if (!topology.coreAggregates()) {
            assertThat(cost.sentFrames(topology.coreNode())).isZero();
        }
    }

    @Test
    void framingShouldCountHeadersAsInterfacesAndWiresDo() {
        Traffic full = new Traffic(10, 10 * 1408);

        assertThat(full.bytes(Framing.INTERFACE)).isEqualTo(10 * (1408 + 40 + 8 + 20 + 14));
        assertThat(full.bytes(Framing.WIRE)).isEqualTo(10 * (1408 + 40 + 8 + 20 + 14 + 4 + 20));
    }

    @Test
    void aRingOfTwoShouldCreditEachReceiptOnly() {
        PlanCost cost = cost(new Ring(), Topology.ofSizes(new int[] {2}, rack -> false));

        // The taker is the site itself: its readiness crosses no link. The giver gets a receipt.
        assertThat(cost.creditsBound(0)).isEqualTo(2 * FRAGMENTS_A_CHUNK);
        assertThat(cost.creditsBound()).isEqualTo(4 * FRAGMENTS_A_CHUNK);
    }

    @Test
    void slotsShouldNotExceedThePositionsOfAChannel() {
        Topology topology = Topology.ofSizes(new int[] {2, 2}, rack -> true);
        Plan plan = new Rina().plan(topology);
        PlanCost cost = cost(new Rina(), topology);
        Site tor = new Site.Tor(0);

        // At ToR 0 {0,1,2} takes an exchange each way around the ring, {0,1} one of its own.
        assertThat(plan.channels().stream().filter(c -> c.at().equals(tor)).map(cost::positions))
                .containsOnly((long) FRAGMENTS_A_CHUNK)
                .hasSize(3);
        assertThat(cost.slots(tor, 1)).isEqualTo(3);
        assertThat(cost.slots(tor, 1000)).isEqualTo(3 * FRAGMENTS_A_CHUNK);
        assertThat(cost.slots(new Site.Host(0), 1000)).isZero();
        assertThat(cost.sites()).containsExactlyInAnyOrder(tor, new Site.Tor(1));
    }

    @Test
    void anEmptyOperationShouldCostNothing() {
        Topology topology = Topology.ofSizes(new int[] {3, 2}, rack -> rack == 0);
        PlanCost cost = new PlanCost(new Rina().plan(topology), 0, FRAGMENT);

        assertThat(cost.hostUp(0)).isEqualTo(new Traffic(0, 0));
        assertThat(cost.creditsBound()).isZero();
    }

    @Test
    void theBlockSizeShouldBeFree() {
        Topology topology = Topology.ofSizes(new int[] {2}, rack -> false);
        PlanCost cost = new PlanCost(new Ring().plan(topology), 6, 1, 1);

        assertThat(cost.hostUp(0)).isEqualTo(new Traffic(6, 24));
    }

    @Test
    void shouldRefuseNodesThatNoLinkJoins() {
        PlanCost cost = cost(new Ring(), Topology.ofSizes(new int[] {1, 1}, rack -> false));

        assertThatThrownBy(() -> cost.link(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no link joins rank 0 and rank 1");
        assertThatThrownBy(() -> cost.link(0, 3)).hasMessage("no link joins rank 0 and ToR rack1");
    }

    private static PlanCost cost(Strategy strategy, Topology topology) {
        Plan plan = strategy.plan(topology);
        return new PlanCost(plan, (long) plan.chunks() * FRAGMENTS_A_CHUNK * FRAGMENT, FRAGMENT);
    }
}
