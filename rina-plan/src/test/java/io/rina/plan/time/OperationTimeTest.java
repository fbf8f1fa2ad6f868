package io.rina.plan.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.plan.Plan;
import io.rina.plan.Ring;
import io.rina.plan.Topology;
import org.junit.jupiter.api.Test;

class OperationTimeTest {
    private static final double ENDLESS = Double.POSITIVE_INFINITY;
    private static final Plan RING =
            new Ring().plan(Topology.ofSizes(new int[] {4}, rack -> false));

    /** 4 chunks of 88 blocks; the exponents of the 352 blocks are one block themselves. */
    @Test
    void exponentsShouldTravelFirst() {
        CostModel model = new CostModel(1e9, ENDLESS, 0, 0, 0, 0, 0, 0, 0);

        OperationTime time = OperationTime.ofFloats(RING, 352 * 352, 352, model);

        // A chunk of one frame goes from host to host six times, over a link up and one down.
        double frameNs = 8.0 * (352 * 4 + 106);
        assertThat(time.passes().getFirst().totalNs()).isCloseTo(6 * 2 * frameNs, within(1e-3));
        assertThat(time.passes().getLast().totalNs()).isCloseTo(6 * 88 * frameNs, within(1e-3));
        assertThat(time.totalNs()).isCloseTo((12 + 6 * 88) * frameNs, within(1e-3));
        assertThat(time.bound()).isEqualTo(Bound.HOST_LINK);
    }

    @Test
    void callsAndNumbersShouldCostEachWorker() {
        CostModel alone = new CostModel(ENDLESS, ENDLESS, 0, 1000, 0, 0, 0, 2, 0);
        CostModel shared = new CostModel(ENDLESS, ENDLESS, 0, 1000, 0, 0, 0, 2, 1);

        assertThat(OperationTime.ofFloats(RING, 500, 352, alone).totalNs())
                .isCloseTo(1000 + 2 * 500, within(1e-6));
        assertThat(OperationTime.ofFloats(RING, 500, 352, shared).totalNs())
                .isCloseTo(4 * (1000 + 2 * 500), within(1e-6));
        assertThat(OperationTime.ofFloats(RING, 500, 352, alone).workNs())
                .isCloseTo(4 * (1000 + 2 * 500), within(1e-6));
    }
}
