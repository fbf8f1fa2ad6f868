package io.rina.plan.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.plan.ChunkLayout;
import io.rina.plan.HalvingDoubling;
import io.rina.plan.ParameterServer;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Rina;
import io.rina.plan.Ring;
import io.rina.plan.SwitchMl;
import io.rina.plan.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times against closed forms, with one cost at a time. */
class PassTimeTest {
    private static final double ENDLESS = Double.POSITIVE_INFINITY;
    private static final int FRAGMENT = ChunkLayout.BLOCK_ELEMENTS;
    private static final int FRAGMENT_BYTES = FRAGMENT * Integer.BYTES;
    private static final int FRAGMENTS_A_CHUNK = 50;

    private static PassTime time(Plan plan, CostModel model) {
        return time(plan, 0, model);
    }

    private static PassTime time(Plan plan, double workerNs, CostModel model) {
        long elements = (long) plan.chunks() * FRAGMENTS_A_CHUNK * FRAGMENT;
        PlanCost cost = new PlanCost(plan, elements, FRAGMENT);
        return PassTime.of(plan, cost, workerNs, FRAGMENT_BYTES, model);
    }

    private static Topology racks(boolean ina, int... sizes) {
        return Topology.ofSizes(sizes, rack -> ina);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void ringShouldWaitForTwoLinksInEachOfItsSteps(int workers) {
        CostModel model = new CostModel(ENDLESS, ENDLESS, 1000, 0, 300, 20, 0.5, 0, 0);

        PassTime time = time(new Ring().plan(racks(false, workers)), model);

        double step = 2 * 1000 + 300 + 2 * (20 + 0.5 * FRAGMENT_BYTES);
        assertThat(time.latencyNs()).isCloseTo(2 * (workers - 1) * step, within(1e-6));
    }

    /** A step between racks crosses four links, of which two are uplinks at 1 bit a nanosecond. */
    @Test
    void aStepBetweenRacksShouldCrossTheUplinks() {
        CostModel model = new CostModel(ENDLESS, 1e9, 1000, 0, 0, 0, 0, 0, 0);

        PassTime time = time(new Ring().plan(racks(false, 1, 1)), model);

        double step = 4 * 1000 + 2 * 8.0 * (FRAGMENT_BYTES + 106);
        assertThat(time.latencyNs()).isCloseTo(2 * step, within(1e-6));
    }

    /** To the ToR and back: what is summed on the way takes no hop of its own. */
    @Test
    void switchMlShouldWaitForOneLinkUpAndOneDown() {
        CostModel model = new CostModel(ENDLESS, ENDLESS, 1000, 0, 300, 0, 0, 0, 0);

        assertThat(time(new SwitchMl().plan(racks(true, 5)), model).latencyNs())
                .isCloseTo(2 * (1000 + 300), within(1e-6));
    }

    /** Up to the ToR, over two links to the ToR that is the root, and back. */
    @Test
    void aTreeShouldBeWaitedForAllTheWay() {
        CostModel model = new CostModel(ENDLESS, ENDLESS, 1000, 0, 300, 0, 0, 0, 0);

        PassTime time = time(new SwitchMl().plan(racks(true, 2, 2)), model);

        assertThat(time.latencyNs()).isCloseTo(2 * (1000 + 300 + 2000 + 300), within(1e-6));
    }

    /** Four workers and two ToRs: each worker and its ToR, the one ToR and the other. */
    @Test
    void everyBranchOfATreeShouldTakeUpMessages() {
        CostModel model = new CostModel(ENDLESS, ENDLESS, 0, 0, 7, 0, 0, 0, 0);

        PassTime time = time(new SwitchMl().plan(racks(true, 2, 2)), model);

        assertThat(time.workNs()).isCloseTo((4 + 1) * 2 * 7, within(1e-6));
    }

    /**
     * Two racks: out of the one rack, through its ToR, to the agent of the other; at the owner's
     * ToR; from the agent over the other ToR to its ranks.
     */
    @Test
    void rinaShouldWaitForThreeExchanges() {
        CostModel model = new CostModel(ENDLESS, ENDLESS, 1, 0, 0, 0, 0, 0, 0);

        // An exchange is as long as its farthest member's way: the taker's credit comes from the
        // other rack, over three links.
        assertThat(time(new Rina().plan(racks(true, 2, 2)), model).latencyNs())
                .isCloseTo((3 + 3) + (1 + 1) + (3 + 1), within(1e-6));
    }

    /** Over the one ToR to the other and back: a link to the host, two uplinks between ToRs. */
    @Test
    void aTreeShouldWaitForItsLongestWayUpAndDown() {
        CostModel model = new CostModel(ENDLESS, ENDLESS, 1, 0, 10, 0, 0, 0, 0);
        Topology topology = racks(true, 2, 2);

        assertThat(time(new SwitchMl().plan(topology), model).latencyNs())
                .isCloseTo(2 * ((1 + 10) + (2 + 10)), within(1e-6));
        assertThat(time(new SwitchMl().plan(topology.withAggregatingCore()), model)
                        .latencyNs())
                .isCloseTo(2 * ((1 + 10) + (1 + 10)), within(1e-6));
    }

    /** A ToR sends and gets two messages with its ranks, and two with the other ToR. */
    @Test
    void branchesShouldCountAsMembersInTheWorkOfAllNodes() {
        CostModel model = new CostModel(ENDLESS, ENDLESS, 0, 0, 10, 0, 0, 0, 0);

        PassTime time = time(new SwitchMl().plan(racks(true, 2, 1)), model);

        assertThat(time.nodeNs()).as("ToR 0: ranks 0 and 1, and ToR 1").isEqualTo(3 * 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void ringShouldTakeTwoMTimesOneMinusOneNthOnAHostLink(int workers) {
        CostModel model = new CostModel(1e9, ENDLESS, 0, 0, 0, 0, 0, 0, 0);
        PassTime time = time(new Ring().plan(racks(false, workers)), model);

        double chunkNs = 8.0 * FRAGMENTS_A_CHUNK * (FRAGMENT_BYTES + 106);
        assertThat(time.hostLinkNs()).isCloseTo(2 * (workers - 1) * chunkNs, within(1e-3));
        assertThat(time.bound()).isEqualTo(Bound.HOST_LINK);
    }

    @Test
    void uplinksShouldBindWhereTheyAreSlow() {
        CostModel model = new CostModel(1e9, 1e8, 0, 0, 0, 0, 0, 0, 0);
        PassTime time = time(new Rina().plan(racks(true, 4, 4)), model);

        // 2M(1-1/G) is two of the two chunks.
        double chunkNs = 80.0 * FRAGMENTS_A_CHUNK * (FRAGMENT_BYTES + 106);
        assertThat(time.uplinkNs()).isCloseTo(2 * chunkNs, within(1e-3));
        assertThat(time.totalNs()).isEqualTo(time.uplinkNs());
        assertThat(time.bound()).isEqualTo(Bound.UPLINK);
    }

    /** Every worker serves a chunk: gets N-1 copies, sends N-1 sums; and the same as a client. */
    @Test
    void parameterServersShouldShareTheWork() {
        int workers = 4;
        CostModel model = new CostModel(ENDLESS, ENDLESS, 0, 0, 0, 100, 1, 0, 0);
        PassTime time = time(new ParameterServer().plan(racks(false, workers)), model);

        double frame = 100 + FRAGMENT_BYTES;
        assertThat(time.nodeNs())
                .isCloseTo(4 * (workers - 1) * FRAGMENTS_A_CHUNK * frame, within(1e-3));
        assertThat(time.bound()).isEqualTo(Bound.NODE);
    }

    /** N(N-1) exchanges in each of two phases, each with a frame run, both ways a message. */
    @Test
    void sharedCoresShouldBearTheWorkOfAllNodes() {
        int workers = 4;
        CostModel model = new CostModel(ENDLESS, ENDLESS, 0, 0, 7, 100, 0, 0, 2);
        PassTime time = time(new Ring().plan(racks(false, workers)), 33, model);

        int exchanges = 2 * workers * (workers - 1);
        double work = exchanges * 2 * (FRAGMENTS_A_CHUNK * 100 + 7) + workers * 33;
        assertThat(time.coresNs()).isCloseTo(work / 2, within(1e-6));
        assertThat(time.nodeNs()).isCloseTo(work / workers, within(1e-6));
        assertThat(time.bound()).isEqualTo(Bound.CORES);
    }

    @Test
    void emptyChunksShouldTakeNoTime() {
        Plan plan = new HalvingDoubling().plan(racks(false, 8));
        CostModel model = new CostModel(1e9, 1e9, 1000, 0, 300, 20, 1, 1, 2);

        PassTime none = PassTime.of(plan, new PlanCost(plan, 0, FRAGMENT), 0, 0, model);

        assertThat(none.totalNs()).isZero();
    }
}
