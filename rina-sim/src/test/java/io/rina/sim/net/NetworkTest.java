package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
    private static final LinkSpeed TEN = LinkSpeed.gbps(10, 1_000);

    private static Network endless(Fabric fabric) {
        return new Network(fabric, link -> BufferOptions.endless(), 64);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 2", "0, 5, 4"})
    void shouldStoreAndForwardLikeTheClosedForm(int from, int to, int hops) {
        // C/B + (h-1) L/B + h d: 100 packets of 1,500 bytes at 10 Gbit/s, 1.2 us each.
        Fabric fabric = Fabrics.leafSpine(2, 4, 1, TEN, TEN);
        List<Long> arrivals = PacketTrain.run(endless(fabric), from, to, 1_500, new long[100]);
        long sendingPs = 1_200_000;
        assertThat(arrivals.getLast())
                .isEqualTo(100 * sendingPs + (hops - 1) * sendingPs + hops * 1_000_000L);
    }

    @Test
    void shouldNotRoundTheSendingTimeToNanoseconds() {
        // 64 bytes at 100 Gbit/s take 5.12 ns.
        LinkSpeed speed = LinkSpeed.gbps(100, 0);
        Fabric fabric = Fabrics.leafSpine(1, 2, 1, speed, speed);
        List<Long> arrivals = PacketTrain.run(endless(fabric), 0, 1, 64, new long[1_000]);
        assertThat(arrivals.getLast()).isEqualTo(1_001 * 5_120L);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0.6", "0.8, 2.4", "0.9, 5.4"})
    void shouldWaitLikeAnMd1Queue(double load, double waitUs) {
        // Pollaczek-Khinchine for constant service s: rho s / (2 (1 - rho)), s = 1.2 us.
        Random random = new Random(7);
        int packets = 4_000_000;
        long[] departures = new long[packets];
        double atPs = 0;
        for (int i = 0; i < packets; i++) {
            atPs += -Math.log(1 - random.nextDouble()) * 1_200_000 / load;
            departures[i] = (long) atPs;
        }
        LinkSpeed instant = new LinkSpeed(1_000_000_000_000_000L, 0);
        Fabric fabric = new Fabric.Builder("one queue", 2, 1)
                .cable(0, 2, TEN)
                .cable(1, 2, instant)
                .build();
        List<Long> arrivals = PacketTrain.run(endless(fabric), 0, 1, 1_500, departures);
        double sumPs = 0;
        for (int i = 0; i < packets; i++) {
            sumPs += arrivals.get(i) - departures[i] - 1_200_000 - 1_000_000 - 12;
        }
        assertThat(sumPs / packets / 1e6).isCloseTo(waitUs, within(0.02 * waitUs));
    }

    @Test
    void shouldLoseWhatDoesNotFitTheBufferAndMarkWhatWaitsLong() {
        Fabric fabric = Fabrics.leafSpine(1, 2, 1, TEN, TEN);
        // Room for 10 packets of 1,500 bytes; marks what finds more than 4 waiting.
        Network network = new Network(
                fabric,
                link -> link == fabric.uplink(0)
                        ? new BufferOptions(15_000, 6_000)
                        : BufferOptions.endless(),
                64);
        PacketTrain sender = new PacketTrain(network, 1_500);
        int from = network.attach(0, sender);
        int to = network.attach(1, new PacketTrain(network, 1_500));
        for (int i = 0; i < 30; i++) {
            network.send(from, network.take(to, from, 40, 1_500));
        }
        LinkCounts counts = network.counts(fabric.uplink(0));
        assertThat(counts.dropped()).isEqualTo(20);
        assertThat(counts.packets()).isEqualTo(10);
        assertThat(counts.marked()).isEqualTo(5);
        network.run(() -> network.packetsUnderWay() == 0, 1_000_000_000);
        assertThat(network.packetsUnderWay()).isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "0.5, 2", "0.125, 1", "8, 2"})
    void shouldKeepPortsApartThatShareABuffer(double alpha, int ports) {
        // alpha / (1 + n alpha) of the buffer for each of n ports (Choudhury and Hahne, 1998).
        Fabric fabric = Fabrics.leafSpine(1, 4, 1, TEN, TEN);
        long bytes = 3_000_000;
        BufferOptions shared =
                new BufferOptions(BufferOptions.ENDLESS, BufferOptions.ENDLESS, bytes, alpha);
        Network network = new Network(fabric, link -> shared, 64);
        int from = network.attach(fabric.edgeOf(0), new PacketTrain(network, 1_500));
        int[] to = new int[ports];
        for (int host = 0; host < ports; host++) {
            to[host] = network.attach(host, new PacketTrain(network, 1_500));
        }
        for (int i = 0; i < 2_000; i++) {
            for (int host = 0; host < ports; host++) {
                network.send(from, network.take(to[host], from, 40, 1_500));
            }
        }
        double each = bytes * alpha / (1 + ports * alpha);
        for (int host = 0; host < ports; host++) {
            LinkCounts counts = network.counts(fabric.downlink(host));
            assertThat((double) counts.bytes()).isCloseTo(each, within(3_000.0));
            assertThat(counts.dropped()).isEqualTo(2_000 - counts.packets());
        }
    }

    @Test
    void shouldKeepAFlowOnOneWayAndSpreadFlowsOverAll() {
        Fabric fabric = Fabrics.leafSpine(2, 1, 4, TEN, TEN);
        Network network = endless(fabric);
        PacketTrain sender = new PacketTrain(network, 1_500);
        int from = network.attach(0, sender);
        int to = network.attach(1, new PacketTrain(network, 1_500));
        for (int flow = 0; flow < 400; flow++) {
            network.send(from, network.take(to, flow, 40, 1_500));
            network.send(from, network.take(to, flow, 40, 1_500));
        }
        network.run(() -> network.packetsUnderWay() == 0, Long.MAX_VALUE - 1);
        long sum = 0;
        for (int link : fabric.linksFrom(fabric.edgeOf(0))) {
            if (!fabric.isHost(fabric.links().get(link).to())) {
                long packets = network.counts(link).packets();
                assertThat(packets).isEven().isBetween(140L, 260L);
                sum += packets;
            }
        }
        assertThat(sum).isEqualTo(800);
    }
}
