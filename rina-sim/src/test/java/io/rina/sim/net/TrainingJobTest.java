package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainingJobTest {
    private static final long MS = 1_000_000_000;
    private static final LinkSpeed TEN = LinkSpeed.gbps(10, 1_000);
    private static final Fabric FABRIC = Fabrics.leafSpine(1, 4, 1, TEN, TEN);
    private static final Placement PLACEMENT = Placement.inOrder(FABRIC, 4, rack -> true);
    /** 10,000 fragments of 1,514 bytes once each way at 10 Gbit/s. */
    private static final long SUM_PS = 10_000L * 1_514 * 800;

    private static long endPs(List<Bucket> buckets, TrainingJob.Pace pace, int iterations) {
        Network network = new Network(FABRIC, link -> BufferOptions.endless(), 44);
        Limits limits = new Limits(1, 1, 128, 32, 50_000_000, 20_000_000, 1_000_000_000);
        Program program = Program.of(Strategies.named("switchml").plan(PLACEMENT.topology()));
        TrainingJob job = new TrainingJob(
                network,
                PLACEMENT,
                buckets,
                30 * MS,
                iterations,
                pace,
                listener -> new Collective(
                        network,
                        PLACEMENT,
                        new Job(7, 1),
                        program,
                        limits,
                        Payload.standard(),
                        Transport.ideal(),
                        listener));
        assertThat(network.run(job::isDone, 1_000 * MS)).isTrue();
        assertThat(job.collective().wrong()).isEqualTo(0);
        return job.endPs(iterations - 1);
    }

    private static void assertClose(long ps, long expected) {
        assertThat(ps).isBetween(expected, expected + expected / 100);
    }

    @Test
    void shouldAddUpWhereNothingOverlaps() {
        List<Bucket> atTheEnd = List.of(new Bucket(30 * MS, 10_000));
        assertClose(endPs(atTheEnd, (rank, iteration) -> 1, 3), 3 * (30 * MS + SUM_PS));
    }

    @Test
    void shouldHideSumsBehindComputing() {
        // The first half is ready at 10 ms and takes 6 ms; the second waits for the end.
        List<Bucket> halves = List.of(new Bucket(10 * MS, 5_000), new Bucket(30 * MS, 5_000));
        assertClose(endPs(halves, (rank, iteration) -> 1, 3), 3 * (30 * MS + SUM_PS / 2));
    }

    @Test
    void shouldWaitForTheSlowestRank() {
        List<Bucket> atTheEnd = List.of(new Bucket(30 * MS, 10_000));
        assertClose(
                endPs(atTheEnd, (rank, iteration) -> rank == 2 ? 1.5 : 1, 2),
                2 * (45 * MS + SUM_PS));
    }
}
