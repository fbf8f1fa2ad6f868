package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The payload on host links in closed form. M is the payload of all segments together, N the ranks;
 * shares of M are given in fractions of {@link #PARTS}.
 */
class DemandCostTest {
    private static final int FRAGMENT = ChunkLayout.BLOCK_ELEMENTS;
    /** Every number up to 16 divides it, so that any segment is cut into equal chunks. */
    private static final long PARTS = 720_720;

    private record Load(long up, long down) {}

    private static PlanCost cost(Plan base, Demand demand) {
        Plan plan = base.serving(demand);
        int segments = plan.cuts().size();
        // All demands over the same number of elements.
        long elements = base.topology().workers() * PARTS * FRAGMENT;
        return new PlanCost(plan, elements / segments, FRAGMENT);
    }

    /** In {@link #PARTS}, rounded to the nearest one. */
    private static Load load(PlanCost cost, int ranks, int rank) {
        double payload = 4.0 * ranks * PARTS * FRAGMENT;
        return new Load(
                Math.round(cost.hostUp(rank).payloadBytes() / payload * PARTS),
                Math.round(cost.hostDown(rank).payloadBytes() / payload * PARTS));
    }

    private static Load shares(double up, double down) {
        return new Load(Math.round(up * PARTS), Math.round(down * PARTS));
    }

    private static Topology rack(int workers, boolean ina) {
        return Topology.ofSizes(new int[] {workers}, rack -> ina);
    }

    private static Topology inaRacks(int racks, int perRack) {
        int[] sizes = new int[racks];
        Arrays.fill(sizes, perRack);
        return Topology.ofSizes(sizes, rack -> true);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void ringShouldScatterAndGatherMTimesOneMinusOneNthOnEachHostLink(int ranks) {
        Plan ring = new Ring().plan(rack(ranks, false));
        for (Demand demand : new Demand[] {new Demand.ReduceScatter(), new Demand.AllGather()}) {
            PlanCost cost = cost(ring, demand);
            double share = 1 - 1.0 / ranks;
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(load(cost, ranks, rank)).isEqualTo(shares(share, share));
            }
            assertThat(cost.steps()).isEqualTo(ranks - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void ringShouldReduceAndBroadcastInOneChain(int ranks) {
        Plan ring = new Ring().plan(rack(ranks, false));
        int root = 1;
        PlanCost reduce = cost(ring, new Demand.Reduce(root));
        PlanCost broadcast = cost(ring, new Demand.Broadcast(root));
        for (int rank = 0; rank < ranks; rank++) {
            int after = Math.floorMod(rank - root, ranks);
            assertThat(load(reduce, ranks, rank))
                    .isEqualTo(shares(after == 0 ? 0 : 1, after == 1 ? 0 : 1));
            assertThat(load(broadcast, ranks, rank))
                    .isEqualTo(shares(after == ranks - 1 ? 0 : 1, after == 0 ? 0 : 1));
        }
        assertThat(reduce.steps()).isEqualTo(ranks - 1);
        assertThat(broadcast.steps()).isEqualTo(ranks - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 8, 16})
    void parameterServersShouldShareEveryCollective(int ranks) {
        Plan servers = new ParameterServer().plan(rack(ranks, false));
        double share = 1 - 1.0 / ranks;
        PlanCost scatter = cost(servers, new Demand.ReduceScatter());
        PlanCost gather = cost(servers, new Demand.AllGather());
        PlanCost reduce = cost(servers, new Demand.Reduce(0));
        PlanCost broadcast = cost(servers, new Demand.Broadcast(0));
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(load(scatter, ranks, rank)).isEqualTo(shares(share, share));
            assertThat(load(gather, ranks, rank)).isEqualTo(shares(share, share));
            boolean isRoot = rank == 0;
            assertThat(load(reduce, ranks, rank))
                    .isEqualTo(shares(isRoot ? share : 1, isRoot ? 2 * share : share));
            assertThat(load(broadcast, ranks, rank))
                    .isEqualTo(shares(isRoot ? 1 : 1 - 1.0 / (ranks - 1), isRoot ? 0 : 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void oneSwitchShouldCarryWhatHasToBeCarriedAndNoMore(int ranks) {
        Plan tor = new SwitchMl().plan(rack(ranks, true));
        PlanCost scatter = cost(tor, new Demand.ReduceScatter());
        PlanCost gather = cost(tor, new Demand.AllGather());
        PlanCost reduce = cost(tor, new Demand.Reduce(1));
        PlanCost broadcast = cost(tor, new Demand.Broadcast(1));
        for (int rank = 0; rank < ranks; rank++) {
            double own = 1.0 / ranks;
            boolean isRoot = rank == 1;
            assertThat(load(scatter, ranks, rank)).isEqualTo(shares(1, own));
            assertThat(load(gather, ranks, rank)).isEqualTo(shares(own, 1 - own));
            assertThat(load(reduce, ranks, rank)).isEqualTo(shares(1, isRoot ? 1 : 0));
            assertThat(load(broadcast, ranks, rank))
                    .isEqualTo(shares(isRoot ? 1 : 0, isRoot ? 0 : 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16})
    void halvingShouldScatterAndDoublingGatherInLogarithmicallyManySteps(int ranks) {
        Plan plan = new HalvingDoubling().plan(rack(ranks, false));
        for (Demand demand : new Demand[] {new Demand.ReduceScatter(), new Demand.AllGather()}) {
            PlanCost cost = cost(plan, demand);
            double share = 1 - 1.0 / ranks;
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(load(cost, ranks, rank)).isEqualTo(shares(share, share));
            }
            assertThat(cost.steps()).isEqualTo(Integer.numberOfTrailingZeros(ranks));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 4", "4, 3", "3, 4"})
    void rinaShouldLoadItsAgentsWithTheRing(int racks, int perRack) {
        Plan rina = new Rina().plan(inaRacks(racks, perRack));
        int ranks = racks * perRack;
        PlanCost scatter = cost(rina, new Demand.ReduceScatter());
        PlanCost gather = cost(rina, new Demand.AllGather());
        double own = 1.0 / ranks;
        double ring = 1 - 1.0 / racks;
        for (int rank = 0; rank < ranks; rank++) {
            double relayed = own + (rank % perRack == 0 ? ring : 0);
            assertThat(load(scatter, ranks, rank)).isEqualTo(shares(1, relayed));
            assertThat(load(gather, ranks, rank)).isEqualTo(shares(relayed, 1 - own));
        }
        for (int rack = 0; rack < racks; rack++) {
            long uplink = Math.round(ring * ranks * PARTS * FRAGMENT * 4);
            assertThat(scatter.uplinkUp(rack).payloadBytes()).isEqualTo(uplink);
            assertThat(gather.uplinkUp(rack).payloadBytes()).isEqualTo(uplink);
        }
        assertThat(scatter.steps()).isEqualTo(racks);
        assertThat(gather.steps()).isEqualTo(racks);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 4", "4, 3", "3, 4"})
    void stripesShouldShareTheAgentsPart(int racks, int perRack) {
        Plan striped = new StripedRina().plan(inaRacks(racks, perRack));
        int ranks = racks * perRack;
        PlanCost scatter = cost(striped, new Demand.ReduceScatter());
        PlanCost gather = cost(striped, new Demand.AllGather());
        double ring = 1 - 1.0 / racks;
        double relayed = 1.0 / ranks + ring / perRack;
        for (int rack = 0; rack < racks; rack++) {
            long uplink = Math.round(ring * ranks * PARTS * FRAGMENT * 4);
            assertThat(scatter.uplinkDown(rack).payloadBytes()).isEqualTo(uplink);
            assertThat(gather.uplinkUp(rack).payloadBytes()).isEqualTo(uplink);
        }
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(load(scatter, ranks, rank)).isEqualTo(shares(1, relayed));
            assertThat(load(gather, ranks, rank)).isEqualTo(shares(relayed, 1 - 1.0 / ranks));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 4", "4, 3"})
    void leadersOfAHierarchyShouldCarryTheirRack(int racks, int perRack) {
        Plan plan = new HierarchicalRing().plan(inaRacks(racks, perRack));
        int ranks = racks * perRack;
        PlanCost scatter = cost(plan, new Demand.ReduceScatter());
        PlanCost gather = cost(plan, new Demand.AllGather());
        double own = 1.0 / ranks;
        double ring = 1 - 1.0 / racks;
        for (int rank = 0; rank < ranks; rank++) {
            boolean leads = rank % perRack == 0;
            assertThat(load(scatter, ranks, rank))
                    .isEqualTo(
                            leads
                                    ? shares(ring + (perRack - 1) * own, ring + perRack - 1)
                                    : shares(1, own));
            assertThat(load(gather, ranks, rank))
                    .isEqualTo(
                            leads
                                    ? shares(ring + (perRack - 1) * (1 - own), 1 - own)
                                    : shares(own, 1 - own));
        }
        for (int rack = 0; rack < racks; rack++) {
            long uplink = Math.round(ring * ranks * PARTS * FRAGMENT * 4);
            assertThat(scatter.uplinkUp(rack).payloadBytes()).isEqualTo(uplink);
            assertThat(gather.uplinkDown(rack).payloadBytes()).isEqualTo(uplink);
        }
    }

    @Test
    void noCollectiveShouldLoadTheBusiestHostLinkMoreThanTheAllReduce() {
        SmallTopologies.forEach(5, 3, topology -> {
            for (Plan base : SmallTopologies.plans(topology)) {
                long allReduce = busiest(base, new Demand.AllReduce());
                for (Demand demand : Demands.all(topology.workers())) {
                    assertThat(busiest(base, demand))
                            .as("%s by %s on %s", demand, base.strategy(), topology)
                            .isLessThanOrEqualTo(allReduce);
                }
            }
        });
    }

    private static long busiest(Plan base, Demand demand) {
        int ranks = base.topology().workers();
        PlanCost cost = cost(base, demand);
        long most = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Load load = load(cost, ranks, rank);
            most = Math.max(most, Math.max(load.up, load.down));
        }
        return most;
    }
}
