package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of 1,500 bytes at 10 Gbit/s take 1.2 us. */
class PauseTest {
    private static final int BYTES = 1_500;
    private static final long SENDING_PS = 1_200_000;
    private static final long LIMIT_PS = 1_000_000_000_000L;
    private static final LinkSpeed TEN = LinkSpeed.gbps(10, 1_000);
    private static final LinkSpeed FORTY = LinkSpeed.gbps(40, 1_000);
    private static final PauseOptions PAUSE = new PauseOptions(30_000, 15_000);
    private static final PauseOptions NEVER = PauseOptions.NEVER;

    private static Network network(Fabric fabric, long portBytes, PauseOptions pause) {
        BufferOptions ofSwitch = new BufferOptions(portBytes, BufferOptions.ENDLESS).with(pause);
        IntPredicate isOfHost = link -> fabric.isHost(fabric.links().get(link).from());
        return new Network(
                fabric, link -> isOfHost.test(link) ? BufferOptions.endless() : ofSwitch, 64);
    }

    /** So many packets leave {@code from} as fast as its link takes them; who gets them. */
    private static PacketTrain send(Network network, int from, int to, int packets) {
        int sender = network.attach(from, new PacketTrain(network, BYTES));
        PacketTrain receiver = new PacketTrain(network, BYTES);
        int target = network.attach(to, receiver);
        for (int i = 0; i < packets; i++) {
            network.send(sender, network.take(target, sender, 40, BYTES));
        }
        return receiver;
    }

    private static void runToTheEnd(Network network) {
        assertThat(network.run(() -> network.packetsUnderWay() == 0, LIMIT_PS)).isTrue();
        assertThat(network.deadlock()).isNull();
    }

    private static long dropped(Network network) {
        long dropped = 0;
        for (int link = 0; link < network.fabric().links().size(); link++) {
            dropped += network.counts(link).dropped();
        }
        return dropped;
    }

    /** What is over the threshold came while the pause was on its way, and behind it. */
    @Test
    void shouldHoldWhatMakesItPauseAndWhatIsOnItsWayByThen() {
        Fabric fabric = new Fabric.Builder("narrow", 2, 1)
                .cable(0, 2, FORTY)
                .cable(1, 2, TEN)
                .build();
        Network network = network(fabric, BufferOptions.ENDLESS, PAUSE);
        PacketTrain receiver = send(network, 0, 1, 5_000);
        runToTheEnd(network);
        double peakBytes = network.counts(fabric.downlink(1)).peakPs() / 800.0;
        double onItsWay = 40e9 / 8 * (2 * 1e-6 + 84 * 8 / 40e9) + 2 * BYTES;
        assertThat(peakBytes).isBetween(30_000.0, 30_000 + onItsWay);
        // What is left when it goes on lasts until more comes, so that the link never idles.
        assertThat(receiver.arrivalsPs).hasSize(5_000);
        assertThat((double) receiver.arrivalsPs.getLast())
                .isCloseTo(5_000.0 * SENDING_PS, within(3.0 * SENDING_PS));
    }

    /** Ports with room for four times what each way in may hold. */
    @Test
    void shouldLoseNothingOfAnIncastAndFillTheLink() {
        Fabric fabric = Fabrics.leafSpine(4, 4, 1, TEN, FORTY);
        for (PauseOptions pause : List.of(NEVER, PAUSE)) {
            Network network = network(fabric, 4 * 50_000, pause);
            List<PacketTrain> receivers = new ArrayList<>();
            for (int host = 1; host < 16; host++) {
                receivers.add(send(network, host, 0, 500));
            }
            runToTheEnd(network);
            if (pause.equals(NEVER)) {
                assertThat(dropped(network)).isPositive();
            } else {
                assertThat(dropped(network)).isEqualTo(0);
                assertThat(receivers).allMatch(one -> one.arrivalsPs.size() == 500);
                assertThat((double) network.nowPs())
                        .isCloseTo(15 * 500.0 * SENDING_PS, within(0.01 * 15 * 500 * SENDING_PS));
            }
        }
    }

    /**
     * Three hosts send to one, a fourth in their rack to another in its rack. All four share the way
     * to the spine, and a queue that is paused for the three holds up the fourth: it gets what each
     * of them gets, a third of a link, where it could have a whole one.
     */
    @Test
    void shouldHoldUpAFlowThatSharesAQueueWithAnIncast() {
        Fabric fabric = Fabrics.leafSpine(2, 4, 1, TEN, FORTY);
        int packets = 3_000;
        double alonePs = packets * SENDING_PS;
        for (PauseOptions pause : List.of(NEVER, PAUSE)) {
            Network network = network(fabric, BufferOptions.ENDLESS, pause);
            for (int host = 0; host < 3; host++) {
                send(network, host, 4, packets);
            }
            PacketTrain victim = send(network, 3, 5, packets);
            runToTheEnd(network);
            double expectedPs = pause.equals(NEVER) ? alonePs : 3 * alonePs;
            assertThat((double) victim.arrivalsPs.getLast())
                    .isCloseTo(expectedPs, within(0.05 * expectedPs));
        }
    }

    /**
     * Five switches in a circle, and each host sends to the one two further on: what comes to a
     * switch waits for the next one, and so all round.
     */
    @Test
    void shouldNameTheSwitchesThatWaitForEachOtherInACircle() {
        Fabric.Builder ring = new Fabric.Builder("ring", 5, 5);
        for (int i = 0; i < 5; i++) {
            ring.cable(i, 5 + i, TEN).cable(5 + i, 5 + (i + 1) % 5, TEN);
        }
        Fabric fabric = ring.build();
        Network network = network(fabric, BufferOptions.ENDLESS, PAUSE);
        for (int host = 0; host < 5; host++) {
            send(network, host, (host + 2) % 5, 2_000);
        }
        assertThat(network.run(() -> network.packetsUnderWay() == 0, LIMIT_PS)).isFalse();
        assertThat(String.valueOf(network.deadlock()).split(", ", -1))
                .containsExactlyInAnyOrder(
                        "switch 0", "switch 1", "switch 2", "switch 3", "switch 4");

        Network free = network(fabric, BufferOptions.ENDLESS, NEVER);
        for (int host = 0; host < 5; host++) {
            send(free, host, (host + 2) % 5, 2_000);
        }
        runToTheEnd(free);
    }

    /** Where no port ever pauses, packets leave when they left without any of this. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 200})
    void shouldChangeNothingWhereNobodyPauses(int packets) {
        Fabric fabric = Fabrics.leafSpine(2, 2, 1, TEN, TEN);
        List<List<Long>> arrivals = new ArrayList<>();
        PauseOptions rare = new PauseOptions(1_000_000_000, 0);
        for (PauseOptions pause : List.of(NEVER, rare)) {
            Network network = network(fabric, BufferOptions.ENDLESS, pause);
            send(network, 1, 3, packets);
            PacketTrain receiver = send(network, 0, 3, packets);
            runToTheEnd(network);
            arrivals.add(receiver.arrivalsPs);
        }
        assertThat(arrivals.get(1)).isEqualTo(arrivals.get(0));
    }

    @Test
    void shouldRefuseThresholdsThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PauseOptions(10, 11))
                .withMessageContaining("pauses above 10 bytes cannot go on at 11");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BufferOptions(1_000, 1_000, 4_000, 1).with(PAUSE))
                .withMessageContaining("pause and share a buffer are not simulated");
    }
}
