package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Four racks of four hosts at 10 Gbit/s, with spines fast enough never to be the bottleneck. */
class CollectiveTest {
    private static final int WORKERS = 16;
    private static final int FRAGMENTS = 4_000;
    private static final int POOL = 128;
    private static final double BYTE_PS = 800;
    private static final int DATA_WIRE_BYTES = 1_514;
    private static final int CONTROL_WIRE_BYTES = 106;
    private static final LinkSpeed ACCESS = LinkSpeed.gbps(10, 1_000);
    private static final Fabric FABRIC =
            Fabrics.leafSpine(4, 4, 1, ACCESS, LinkSpeed.gbps(100, 1_000));
    private static final long MS = 1_000_000;

    private final Network network = new Network(FABRIC, link -> BufferOptions.endless(), 44);

    private static Limits ghosts(int pool) {
        return new Limits(1, 1, pool, 32, 50 * MS, 20 * MS, 1_000 * MS);
    }

    private static Placement placement(int inaRacks) {
        return Placement.inOrder(FABRIC, WORKERS, rack -> rack < inaRacks);
    }

    private Collective run(Plan plan, Placement placement) {
        Collective collective = new Collective(
                network,
                placement,
                new Job(7, 1),
                Program.of(plan),
                ghosts(POOL),
                Payload.standard(),
                Transport.ideal(),
                (rank, number) -> {});
        for (int rank = 0; rank < WORKERS; rank++) {
            collective.start(rank, 1, FRAGMENTS);
        }
        assertThat(network.run(collective::isDone, Long.MAX_VALUE - 1)).isTrue();
        assertThat(collective.wrong()).isEqualTo(0);
        for (int rank = 1; rank < WORKERS; rank++) {
            assertThat(collective.digest(rank)).isEqualTo(collective.digest(0));
        }
        return collective;
    }

    private static Plan plan(String strategy, Placement placement) {
        return Strategies.named(strategy).plan(placement.topology());
    }

    private static Offset<Double> onePercentOf(double value) {
        return within(value * 0.01);
    }

    @Test
    void shouldTakeWhatTheBytesOfARingTake() {
        // 2 (N-1)/N of the fragments leave each host, and for what comes in there is a receipt for
        // every eight fragments.
        Placement placement = placement(0);
        Collective ring = run(plan("ring", placement), placement);
        double bytes = 2.0
                * (WORKERS - 1)
                / WORKERS
                * FRAGMENTS
                * (DATA_WIRE_BYTES + CONTROL_WIRE_BYTES / 8.0);
        assertThat((double) ring.finishedPs())
                .isCloseTo(bytes * BYTE_PS, onePercentOf(bytes * BYTE_PS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rina-hops", "switchml"})
    void shouldTakeWhatEveryByteOnceEachWayTakes(String strategy) {
        Placement placement = placement(4);
        Collective sums = run(plan(strategy, placement), placement);
        double ps = FRAGMENTS * DATA_WIRE_BYTES * BYTE_PS;
        assertThat((double) sums.finishedPs()).isCloseTo(ps, onePercentOf(ps));
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 0", "rina, 4", "rina, 2", "rina-striped, 4", "rina-striped, 1", "rina-hops, 4",
        "rina-hops, 3", "h-ar, 0", "ps, 0", "switchml, 4", "halving-doubling, 0", "double-tree, 0",
        "atp, 4", "atp, 1"
    })
    void shouldPutOnEveryHostLinkTheFramesThatThePlanCosts(String strategy, int inaRacks) {
        Placement placement = placement(inaRacks);
        Plan plan = plan(strategy, placement);
        run(plan, placement);
        PlanCost cost = new PlanCost(plan, FRAGMENTS, 1, 1);
        for (int rank = 0; rank < WORKERS; rank++) {
            assertThat(dataFrames(FABRIC.uplink(rank)))
                    .as("up from rank %d", rank)
                    .isEqualTo(cost.hostUp(rank).frames());
            assertThat(dataFrames(FABRIC.downlink(rank)))
                    .as("down to rank %d", rank)
                    .isEqualTo(cost.hostDown(rank).frames());
        }
    }

    /** Frames are of two lengths: d and c of them make bytes = 1514 d + 106 c, packets = d + c. */
    private long dataFrames(int link) {
        LinkCounts counts = network.counts(link);
        return (counts.bytes() - CONTROL_WIRE_BYTES * counts.packets())
                / (DATA_WIRE_BYTES - CONTROL_WIRE_BYTES);
    }

    @Test
    void shouldRepeatARunToThePicosecond() {
        Placement placement = placement(2);
        long first = run(plan("rina", placement), placement).finishedPs();
        long second =
                new CollectiveTest().run(plan("rina", placement), placement).finishedPs();
        assertThat(second).isEqualTo(first);
    }

    @Test
    void shouldBeRightWhereBuffersOverflow() {
        // Incast into small buffers loses packets; their repetition must not count a rank twice.
        Network small = new Network(FABRIC, link -> new BufferOptions(60_000, 60_000), 44);
        Placement placement = placement(0);
        Collective ps = new Collective(
                small,
                placement,
                new Job(7, 1),
                Program.of(plan("ps", placement)),
                ghosts(64),
                Payload.standard(),
                Transport.ideal(),
                (rank, number) -> {});
        for (int rank = 0; rank < WORKERS; rank++) {
            ps.start(rank, 1, 500);
        }
        assertThat(small.run(ps::isDone, Long.MAX_VALUE - 1)).isTrue();
        assertThat(ps.wrong()).isEqualTo(0);
        long dropped = 0;
        for (int link = 0; link < FABRIC.links().size(); link++) {
            dropped += small.counts(link).dropped();
        }
        assertThat(dropped).isPositive();
    }
}
