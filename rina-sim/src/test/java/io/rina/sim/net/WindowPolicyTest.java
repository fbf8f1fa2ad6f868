package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.engine.WindowPolicy;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What window policies do to queues: nothing but the policy and the buffers is varied. */
class WindowPolicyTest {
    private static final int FRAME_BYTES = 1_514;
    private static final long US = 1_000_000;
    private static final long MS = 1_000 * US;
    private static final WindowPolicy FIXED = new WindowPolicy.Fixed();
    private static final WindowPolicy AIMD = WindowPolicy.named("aimd");

    private static Limits ghosts(WindowPolicy policy) {
        long ms = 1_000_000;
        return new Limits(1, 1, 128, 32, 50 * ms, 20 * ms, 1_000 * ms).with(policy);
    }

    /** Only ports of switches have the buffers, as in a scenario. */
    private static Network network(Fabric fabric, BufferOptions buffers, NetworkObserver observer) {
        return new Network(
                fabric,
                link -> fabric.isHost(fabric.links().get(link).from())
                        ? BufferOptions.endless()
                        : buffers,
                44,
                observer);
    }

    private static Collective job(
            Network network, int key, String strategy, WindowPolicy policy, int... hosts) {
        return job(network, key, strategy, policy, Transport.ideal(), rack -> false, hosts);
    }

    private static Collective job(
            Network network,
            int key,
            String strategy,
            WindowPolicy policy,
            Transport transport,
            IntPredicate ina,
            int... hosts) {
        Placement placement = new Placement(network.fabric(), hosts, ina);
        Topology topology = placement.topology();
        return new Collective(
                network,
                placement,
                new Job(key, 1),
                Program.of(Strategies.named(strategy).plan(topology)),
                ghosts(policy),
                Payload.standard(),
                transport,
                (rank, number) -> {});
    }

    private static void start(Collective job, int ranks, int fragments) {
        for (int rank = 0; rank < ranks; rank++) {
            job.start(rank, 1, fragments);
        }
    }

    private static long dropped(Network network) {
        long dropped = 0;
        for (int link = 0; link < network.fabric().links().size(); link++) {
            dropped += network.counts(link).dropped();
        }
        return dropped;
    }

    /** Four racks of four; rank 0 serves, so that fifteen windows meet at its port. */
    private static final class Incast implements NetworkObserver {
        private static final int RANKS = 16;
        private static final int FRAGMENTS = 1_000;
        private static final Fabric FABRIC =
                Fabrics.leafSpine(4, 4, 1, LinkSpeed.gbps(10, 1_000), LinkSpeed.gbps(40, 1_000));
        /** Every other rank's copy crosses the link of the server, 800 ps a byte. */
        private static final double LEAST_PS = 15.0 * FRAGMENTS * FRAME_BYTES * 800;

        private final Network network;
        private double waitedBytes;
        private long packets;
        private final long takenPs;

        Incast(WindowPolicy policy, int bufferBytes, int markAboveBytes) {
            network = network(FABRIC, new BufferOptions(bufferBytes, markAboveBytes), this);
            Collective job = job(network, 7, "ps:1", policy, hosts());
            start(job, RANKS, FRAGMENTS);
            assertThat(network.run(job::isDone, Long.MAX_VALUE - 1)).isTrue();
            assertThat(job.wrong()).isEqualTo(0);
            takenPs = job.finishedPs();
        }

        @Override
        public void onPacket(
                long nowPs, int link, int wireBytes, boolean marked, long startPs, long endPs) {
            // From the second millisecond on: windows have found their size.
            if (link == FABRIC.downlink(0) && nowPs > MS) {
                waitedBytes += (startPs - nowPs) / 800.0;
                packets++;
            }
        }

        static int[] hosts() {
            int[] hosts = new int[RANKS];
            Arrays.setAll(hosts, rank -> rank);
            return hosts;
        }

        double meanQueueBytes() {
            return waitedBytes / packets;
        }
    }

    @Test
    void shouldOverrunTheQueueOfAnIncastAndWaitForTimersWithAFixedWindow() {
        // 15 windows of 128 frames are 2.9 MB.
        Incast incast = new Incast(FIXED, 200_000, 60_000);
        assertThat(dropped(incast.network)).isGreaterThan(15L * Incast.FRAGMENTS);
        assertThat((double) incast.takenPs).isGreaterThan(20 * Incast.LEAST_PS);
    }

    @ParameterizedTest
    @CsvSource({"200000, 60000, 0.98", "100000, 30000, 0.90"})
    void shouldFillTheLinkOfAnIncastAndLoseNothingWithAWindowThatShrinks(
            int bufferBytes, int markAboveBytes, double share) {
        Incast incast = new Incast(AIMD, bufferBytes, markAboveBytes);
        assertThat(dropped(incast.network)).isEqualTo(0);
        assertThat(Incast.LEAST_PS / incast.takenPs).isGreaterThan(share);
        // A tooth reaches from half of what marks to a little more: a window more is 15 frames.
        assertThat(incast.meanQueueBytes())
                .isBetween(0.4 * markAboveBytes, markAboveBytes + 15.0 * FRAME_BYTES);
    }

    /** Two racks, whose hosts share one way of 5 Gbit/s between them. */
    private static Fabric narrow(int delayNs) {
        return Fabrics.leafSpine(2, 2, 1, LinkSpeed.gbps(10, delayNs), LinkSpeed.gbps(5, delayNs));
    }

    /** Bytes that have left a host by {@code ps}. */
    private static long sent(Network network, int host, long ps) {
        network.run(() -> network.nowPs() >= ps, Long.MAX_VALUE - 1);
        return network.counts(network.fabric().uplink(host)).bytes();
    }

    /**
     * A window W takes max(B, W) frame times to come back, where B is what fills the way. It grows
     * by one each time, from half of what marks on, so the share of the link is the sum of W over
     * that of max(B, W): three quarters, and a little more for what waits in the queue.
     */
    @Test
    void shouldUseWhatTheTeethOfASawLeave() {
        int delayNs = 20_000;
        int markAboveFrames = 4;
        Fabric fabric = narrow(delayNs);
        BufferOptions buffers = new BufferOptions(1_000_000, (long) markAboveFrames * FRAME_BYTES);
        Network network = network(fabric, buffers, NetworkObserver.NONE);
        start(job(network, 7, "ps:1", AIMD, 0, 2), 2, 60_000);
        long frameBits = 8L * FRAME_BYTES;
        double roundTripNs = 8.0 * delayNs + 2 * (2 * frameBits / 10.0 + 2 * frameBits / 5.0);
        double fills = roundTripNs / (frameBits / 5.0);
        int peak = (int) Math.ceil(fills + markAboveFrames);
        double frames = 0;
        double times = 0;
        for (int window = peak / 2; window <= peak; window++) {
            frames += window;
            times += Math.max(fills, window);
        }
        long fromPs = 10 * MS;
        long toPs = 110 * MS;
        long before = sent(network, 2, fromPs);
        double share = 8.0 * (sent(network, 2, toPs) - before) / ((toPs - fromPs) / 1_000.0 * 5);
        assertThat(share).isCloseTo(frames / times, within(0.03));
    }

    @Test
    void shouldShareALinkEquallyThoughOneJobCameLater() {
        Fabric fabric = narrow(2_000);
        Network network =
                network(fabric, new BufferOptions(1_000_000, 60_000), NetworkObserver.NONE);
        start(job(network, 7, "ps:1", AIMD, 0, 2), 2, 60_000);
        sent(network, 2, 5 * MS);
        start(job(network, 8, "ps:1", AIMD, 1, 3), 2, 60_000);
        double a = -sent(network, 2, 10 * MS);
        double b = -network.counts(fabric.uplink(3)).bytes();
        a += sent(network, 2, 50 * MS);
        b += network.counts(fabric.uplink(3)).bytes();
        double jain = (a + b) * (a + b) / (2 * (a * a + b * b));
        assertThat(jain).isGreaterThan(0.95);
        assertThat(8 * (a + b)).as("bits in 40 ms at 5 Gbit/s").isGreaterThan(0.95 * 0.04 * 5e9);
    }

    /** Sums that collide at relays stay there until somebody repeats, whatever the window. */
    @Test
    void shouldBringAtpWithFewSlotsAndSmallBuffersThroughInATenthOfTheTime() {
        long fixedPs = fewSlots(FIXED, 10_000);
        long shrinkingPs = fewSlots(AIMD, 20);
        assertThat(shrinkingPs).isLessThan(fixedPs / 10);
    }

    /** Sixteen servers behind relays of 64 slots; at most so many packets may be lost. */
    private static long fewSlots(WindowPolicy policy, int mostLost) {
        Network network =
                network(Incast.FABRIC, new BufferOptions(100_000, 30_000), NetworkObserver.NONE);
        Transport transport = new Transport(Processing.NONE, Processing.NONE, 64, null);
        int[] hosts = Incast.hosts();
        Collective atp = job(network, 7, "atp", policy, transport, rack -> true, hosts);
        start(atp, hosts.length, 1_000);
        assertThat(network.run(atp::isDone, Long.MAX_VALUE - 1)).isTrue();
        assertThat(atp.wrong()).isEqualTo(0);
        assertThat(dropped(network)).isLessThan(mostLost);
        return atp.finishedPs();
    }
}
