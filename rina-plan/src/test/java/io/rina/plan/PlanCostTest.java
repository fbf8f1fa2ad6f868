package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes on each link against the closed forms of {@code docs/strategies.md}. */
class PlanCostTest {
    private static final int FRAGMENT = ChunkLayout.BLOCK_ELEMENTS;
    /** Each chunk is this many fragments, so that all chunks are of one size. */
    private static final int FRAGMENTS_A_CHUNK = 3;

    private static final long CHUNK_BYTES = 4L * FRAGMENTS_A_CHUNK * FRAGMENT;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 16})
    void ringShouldCarryTwoMTimesOneMinusOneNthOnEachHostLink(int workers) {
        Topology topology = Topology.ofSizes(new int[] {workers}, rack -> false);
        PlanCost cost = cost(new Ring(), topology);

        for (int rank = 0; rank < workers; rank++) {
            assertLink(cost, rank, 2L * (workers - 1), 2L * (workers - 1));
            assertThat(cost.sentFrames(rank)).isEqualTo(2L * (workers - 1) * FRAGMENTS_A_CHUNK);
        }
        assertThat(cost.steps()).isEqualTo(2 * (workers - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 16})
    void parameterServersShouldCarryWhatARingDoesInOneStep(int workers) {
        Topology topology = Topology.ofSizes(new int[] {workers}, rack -> false);
        PlanCost cost = cost(new ParameterServer(), topology);

        for (int rank = 0; rank < workers; rank++) {
            assertLink(cost, rank, 2L * (workers - 1), 2L * (workers - 1));
        }
        assertThat(cost.steps()).isEqualTo(workers == 1 ? 0 : 1);
        assertThat(cost.creditsBound()).isZero();
    }

    /** 2kM(1-k/N): k workers give to N-k servers elsewhere, and N-k workers get k servers' sums. */
    @ParameterizedTest
    @CsvSource({"2, 2", "2, 4", "4, 3"})
    void parameterServersShouldLoadUplinksWithTheSizeOfTheRack(int racks, int perRack) {
        PlanCost cost =
                cost(new ParameterServer(), Topology.ofSizes(sizes(racks, perRack), rack -> false));

        // The model is N chunks.
        for (int rack = 0; rack < racks; rack++) {
            assertUplink(cost, rack, 2L * perRack * (racks * perRack - perRack));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 4", "4, 2", "4, 4"})
    void halvingDoublingShouldLoadUplinksAsARingOfRacksDoes(int racks, int perRack) {
        PlanCost cost =
                cost(new HalvingDoubling(), Topology.ofSizes(sizes(racks, perRack), rack -> false));

        // 2M(1-1/R), of which the model is R k chunks.
        for (int rack = 0; rack < racks; rack++) {
            assertUplink(cost, rack, 2L * (racks - 1) * perRack);
        }
    }

    /** What docs/strategies.md says of memory: channels at the site with most of them. */
    @Test
    void channelsAtASiteShouldBeFew() {
        Topology mixed = Topology.ofSizes(new int[] {4, 4, 4, 4}, rack -> rack % 2 == 0);

        assertThat(mostChannels(new Ring(), mixed)).isEqualTo(1);
        assertThat(mostChannels(new ParameterServer(), mixed)).isEqualTo(1);
        assertThat(mostChannels(new HierarchicalRing(), mixed)).isEqualTo(2);
        assertThat(mostChannels(new HalvingDoubling(), mixed)).isEqualTo(4);
        assertThat(mostChannels(new DoubleBinaryTree(), mixed)).isEqualTo(1);
        assertThat(mostChannels(new Rina(), mixed)).isEqualTo(3);
        assertThat(mostChannels(new StripedRina(), mixed)).isLessThanOrEqualTo(9);
        assertThat(mostChannels(new SwitchMl(), Topology.ofSizes(new int[] {4}, rack -> true)))
                .isEqualTo(1);
    }

    private static int mostChannels(Strategy strategy, Topology topology) {
        Map<Site, Integer> channels = new HashMap<>();
        strategy.plan(topology)
                .channels()
                .forEach(channel -> channels.merge(channel.at(), 1, Integer::sum));
        return Collections.max(channels.values());
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 4", "4, 3", "3, 1"})
    void hierarchicalRingShouldLoadTheLeaders(int racks, int perRack) {
        int[] sizes = new int[racks];
        Arrays.fill(sizes, perRack);
        PlanCost cost = cost(new HierarchicalRing(), Topology.ofSizes(sizes, rack -> false));

        long model = racks; // In chunks.
        long ring = 2L * (racks - 1);
        for (int rank = 0; rank < racks * perRack; rank++) {
            boolean leads = rank % perRack == 0;
            long own = perRack == 1 ? 0 : model;
            assertLink(
                    cost,
                    rank,
                    leads ? ring + (perRack - 1) * model : own,
                    leads ? ring + (perRack - 1) * model : own);
        }
        for (int rack = 0; rack < racks; rack++) {
            assertThat(cost.uplinkUp(rack).payloadBytes()).isEqualTo(ring * CHUNK_BYTES);
        }
        assertThat(cost.steps()).isEqualTo((int) ring + (perRack == 1 ? 0 : 2));
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 4", "4, 4", "3, 1"})
    void stripesShouldShareTheAgentsTraffic(int racks, int perRack) {
        int[] sizes = new int[racks];
        Arrays.fill(sizes, perRack);
        PlanCost cost = cost(new StripedRina(), Topology.ofSizes(sizes, rack -> true));

        // In chunks, of which the model has racks * perRack: M(1 + (1-1/G)/k), or 2M(1-1/G) alone.
        long each = perRack == 1 ? 2L * (racks - 1) : (long) racks * perRack + racks - 1;
        for (int rank = 0; rank < racks * perRack; rank++) {
            assertLink(cost, rank, each, each);
        }
        for (int rack = 0; rack < racks; rack++) {
            assertThat(cost.uplinkUp(rack).payloadBytes())
                    .isEqualTo(2L * (racks - 1) * perRack * CHUNK_BYTES);
        }
        assertThat(cost.steps()).isEqualTo(2 * (racks - 1) + (perRack == 1 ? 0 : 1));
    }

    /** With one INA rack of two in a ring of four, the uneven case: each agent has one stripe. */
    @Test
    void stripesShouldShareTheAgentsTrafficUnderPartialDeployment() {
        Topology topology = Topology.ofSizes(new int[] {2, 3}, rack -> rack == 0);
        PlanCost cost = cost(new StripedRina(), topology);

        // Four groups, two stripes, eight chunks: 8 (1 + (1-1/4)/2) in the rack, 2 * 8 (1-1/4)
        // outside.
        assertLink(cost, 0, 11, 11);
        assertLink(cost, 1, 11, 11);
        for (int rank = 2; rank < 5; rank++) {
            assertLink(cost, rank, 12, 12);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16})
    void halvingDoublingShouldCarryWhatARingDoesInLogarithmicallyManySteps(int workers) {
        PlanCost cost =
                cost(new HalvingDoubling(), Topology.ofSizes(new int[] {workers}, rack -> false));

        for (int rank = 0; rank < workers; rank++) {
            assertLink(cost, rank, 2L * (workers - 1), 2L * (workers - 1));
        }
        assertThat(cost.steps()).isEqualTo(2 * Integer.numberOfTrailingZeros(workers));
    }

    /** Six workers: four halve and double four chunks, two give and take the whole model. */
    @ParameterizedTest
    @ValueSource(ints = {6})
    void halvingDoublingShouldFoldTheRanksBeyondAPowerOfTwo(int workers) {
        PlanCost cost =
                cost(new HalvingDoubling(), Topology.ofSizes(new int[] {workers}, rack -> false));

        for (int rank = 0; rank < workers; rank++) {
            long chunks = rank >= 4 ? 4 : 6 + (rank < 2 ? 4 : 0);
            assertLink(cost, rank, chunks, chunks);
        }
        assertThat(cost.steps()).isEqualTo(2 * 2 + 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 13, 16})
    void doubleTreeShouldCarryAtMostTwoM(int workers) {
        PlanCost cost =
                cost(new DoubleBinaryTree(), Topology.ofSizes(new int[] {workers}, rack -> false));

        long total = 0;
        for (int rank = 0; rank < workers; rank++) {
            // The model is two chunks, so 2M are four.
            assertThat(cost.hostUp(rank).payloadBytes()).isLessThanOrEqualTo(4 * CHUNK_BYTES);
            assertThat(cost.hostDown(rank).payloadBytes()).isLessThanOrEqualTo(4 * CHUNK_BYTES);
            total += cost.hostUp(rank).payloadBytes();
        }
        // Each tree has an edge for every rank but its root, crossed once up and once down.
        assertThat(total).isEqualTo(2L * 2 * (workers - 1) * CHUNK_BYTES);
        int log = 32 - Integer.numberOfLeadingZeros(workers - 1);
        assertThat(cost.steps()).isLessThanOrEqualTo(2 * log);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void switchMlShouldCarryMUpAndMDown(int workers) {
        Topology topology = Topology.ofSizes(new int[] {workers}, rack -> true);
        PlanCost cost = cost(new SwitchMl(), topology);

        for (int rank = 0; rank < workers; rank++) {
            assertLink(cost, rank, 1, 1);
            assertThat(cost.sentFrames(rank)).isEqualTo(FRAGMENTS_A_CHUNK);
        }
        assertThat(cost.sentFrames(topology.torNode(0)))
                .isEqualTo((long) workers * FRAGMENTS_A_CHUNK);
        assertThat(cost.uplinkUp(0)).isEqualTo(new Traffic(0, 0));
        assertThat(cost.steps()).isEqualTo(1);
        assertThat(cost.creditsBound()).isZero();
    }

    /** M(2-1/R) is 2R-1 of the R chunks; M is R of them. */
    @ParameterizedTest
    @CsvSource({"2,2", "2,8", "3,2", "4,4", "4,1"})
    void rinaWithAllRacksInaShouldLoadTheAgentsOnly(int racks, int workersARack) {
        Topology topology = Topology.ofSizes(sizes(racks, workersARack), rack -> true);
        PlanCost cost = cost(new Rina(), topology);

        for (int rank = 0; rank < topology.workers(); rank++) {
            boolean agent = rank % workersARack == 0;
            // A rack of one has no need to sum its own chunk: its worker is as a ring's.
            long own = workersARack == 1 ? 0 : 1;
            long expected = agent ? 2L * (racks - 1) + own : racks;
            assertLink(cost, rank, expected, expected);
        }
        for (int rack = 0; rack < racks; rack++) {
            assertUplink(cost, rack, 2L * (racks - 1));
        }
        assertThat(cost.steps()).isEqualTo(2 * (racks - 1) + (workersARack == 1 ? 0 : 1));
    }

    @Test
    void rinaWithSomeRacksInaShouldCarryTwoMinusOneGthAtTheAgent() {
        Topology topology = Topology.ofSizes(new int[] {4, 3, 4, 2}, rack -> rack % 2 == 0);
        long groups = 1 + 3 + 1 + 2;
        PlanCost cost = cost(new Rina(), topology);

        for (int rank = 0; rank < topology.workers(); rank++) {
            int rack = topology.rackOf(rank);
            boolean agent = topology.racks().get(rack).ranks().first() == rank;
            long abstracted = agent ? 2 * groups - 1 : groups;
            long expected = rack % 2 == 0 ? abstracted : 2 * (groups - 1);
            assertLink(cost, rank, expected, expected);
        }
        for (int rack = 0; rack < 4; rack++) {
            assertUplink(cost, rack, 2 * (groups - 1));
        }
        assertThat(cost.steps()).isEqualTo((int) (2 * (groups - 1) + 1));
    }

    /** Racks below 0 are ordinary. The closed forms are those of {@link RinaHops}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2 2",
                "3 1",
                "4 4 4 4",
                "1 1 1",
                "5",
                "2 2 2 2 2 2",
                "2 -1",
                "2 -3",
                "3 2 -2",
                "-2 3 -1",
                "-1 2 -2 2 1",
                "1 -1",
                "2 -1 -1 -1 2"
            })
    void hopsShouldCarryWhatTheClosedFormsSay(String racks) {
        int[] signed =
                Arrays.stream(racks.split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] sizes = Arrays.stream(signed).map(Math::abs).toArray();
        Topology topology = Topology.ofSizes(sizes, rack -> signed[rack] > 0);
        PlanCost cost = cost(new RinaHops(), topology);
        int autonomous = -Arrays.stream(signed).filter(size -> size < 0).sum();
        long ina = Arrays.stream(signed).filter(size -> size > 0).count();

        long model = ina * (autonomous + 1); // M in chunks: RG.
        for (int rank = 0; rank < topology.workers(); rank++) {
            long outside = 2 * (model - ina); // 2M(1-1/G)
            long each = signed[topology.rackOf(rank)] > 0 ? model : outside;
            assertLink(cost, rank, each, each);
        }
        for (int rack = 0; rack < sizes.length; rack++) {
            assertUplink(cost, rack, 2 * (model - (signed[rack] > 0 ? 1 : ina)));
        }
        assertThat(cost.steps()).isEqualTo(autonomous < 2 ? autonomous + 1 : 2 * autonomous - 1);
    }

    /** Racks of k, R of them INA; M is a chunk for each worker. */
    @ParameterizedTest
    @CsvSource({"3, 1, 0", "2, 2, 0", "4, 4, 0", "4, 2, 3", "3, 0, 2", "2, 1, 1", "16, 1, 0"})
    void atpShouldCarryWhatTheClosedFormsSay(int perRack, int ina, int ordinary) {
        Topology topology = Topology.ofSizes(sizes(ina + ordinary, perRack), rack -> rack < ina);
        PlanCost cost = cost(new Atp(), topology);

        long workers = topology.workers();
        long autonomous = (long) ordinary * perRack;
        for (int rank = 0; rank < workers; rank++) {
            boolean inside = topology.rackOf(rank) < ina;
            long each = workers - 1 + ina + autonomous - (inside ? 0 : 1);
            assertLink(cost, rank, each, each);
        }
        for (int rack = 0; rack < ina && ordinary == 0; rack++) {
            assertUplink(cost, rack, workers - perRack + perRack * (ina - 1L));
        }
        assertThat(cost.steps()).isEqualTo(1);
        assertThat(cost.creditsBound()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 1", "4, 4"})
    void switchMlShouldAddUpAtTheCoreWithMOnEachLink(int racks, int workersARack) {
        Topology topology =
                Topology.ofSizes(sizes(racks, workersARack), rack -> true).withAggregatingCore();
        PlanCost cost = cost(new SwitchMl(), topology);

        for (int rank = 0; rank < topology.workers(); rank++) {
            assertLink(cost, rank, 1, 1);
        }
        for (int rack = 0; rack < racks; rack++) {
            assertUplink(cost, rack, 1);
        }
        assertThat(cost.sentFrames(topology.coreNode()))
                .isEqualTo((long) racks * FRAGMENTS_A_CHUNK);
        assertThat(cost.steps()).isEqualTo(1);
        assertThat(cost.creditsBound()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 1", "4, 4"})
    void switchMlShouldAddUpAtTheFirstTorWhereTheCoreCannot(int racks, int workersARack) {
        Topology topology = Topology.ofSizes(sizes(racks, workersARack), rack -> true);
        PlanCost cost = cost(new SwitchMl(), topology);

        for (int rank = 0; rank < topology.workers(); rank++) {
            assertLink(cost, rank, 1, 1);
        }
        for (int rack = 0; rack < racks; rack++) {
            assertUplink(cost, rack, rack == 0 ? racks - 1 : 1);
        }
        assertThat(cost.slots(new Site.Tor(0), 2)).isEqualTo(2);
        assertThat(cost.slots(new Site.Core(), 2)).isZero();
    }

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

        // {0,1,2} takes 2 exchanges at ToR 0, {0,1} takes 1.
        assertThat(plan.channels().stream().filter(c -> c.at().equals(tor)).map(cost::positions))
                .containsExactly(2L * FRAGMENTS_A_CHUNK, (long) FRAGMENTS_A_CHUNK);
        assertThat(cost.slots(tor, 1)).isEqualTo(2);
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

    private static void assertLink(PlanCost cost, int rank, long chunksUp, long chunksDown) {
        assertThat(cost.hostUp(rank)).as("up from rank %s", rank).isEqualTo(chunks(chunksUp));
        assertThat(cost.hostDown(rank)).as("down to rank %s", rank).isEqualTo(chunks(chunksDown));
    }

    private static void assertUplink(PlanCost cost, int rack, long chunks) {
        assertThat(cost.uplinkUp(rack)).as("up from rack %s", rack).isEqualTo(chunks(chunks));
        assertThat(cost.uplinkDown(rack)).as("down to rack %s", rack).isEqualTo(chunks(chunks));
    }

    private static Traffic chunks(long chunks) {
        return new Traffic(chunks * FRAGMENTS_A_CHUNK, chunks * CHUNK_BYTES);
    }

    private static int[] sizes(int racks, int workersARack) {
        int[] sizes = new int[racks];
        Arrays.fill(sizes, workersARack);
        return sizes;
    }
}
