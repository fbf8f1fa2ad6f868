package io.rina.runtime.port;

import static io.rina.runtime.port.TestPorts.assertSame;
import static io.rina.runtime.port.TestPorts.at;
import static io.rina.runtime.port.TestPorts.collect;
import static io.rina.runtime.port.TestPorts.filled;
import static io.rina.runtime.port.TestPorts.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.runtime.port.PortOptions.Kind;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How frames leave and arrive, for both kinds of port. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
class PortTest {
    private final TestPorts ports;

    PortTest(Kind kind) {
        ports = new TestPorts(kind);
    }

    @BeforeEach
    void requireKind() {
        ports.requireKind();
    }

    @AfterEach
    void closePorts() {
        ports.close();
    }

    @Test
    void shouldDeliverFramesOfAnyLengthInOrder() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Port> receivers = List.of(
                ports.open(ports.options(1)),
                ports.open(ports.options(1)),
                ports.open(ports.options(1)));
        Port sender = ports.open(ports.options(3));
        List<List<byte[]>> sent = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<List<byte[]>> got = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int node = 0; node < 3; node++) {
            sender.peer(node, receivers.get(node).localAddress());
        }

        for (int round = 0; round < 200; round++) {
            // Lengths repeat often enough for runs, and change often enough to end them anywhere.
            int[] lengths = {1 + random.nextInt(1472), 1 + random.nextInt(1472), 1472};
            for (int i = random.nextInt(60); i >= 0; i--) {
                int node = random.nextInt(3);
                byte[] bytes = new byte[lengths[random.nextInt(20) / 9]];
                random.nextBytes(bytes);
                if (put(sender, node, bytes)) {
                    sent.get(node).add(bytes);
                }
            }
            sender.flush();
            for (int node = 0; node < 3; node++) {
                collect(receivers.get(node), got.get(node), sent.get(node).size());
            }
        }

        for (int node = 0; node < 3; node++) {
            assertThat(got.get(node))
                    .as("node %s, seed %s", node, seed)
                    .hasSameSizeAs(sent.get(node));
            for (int i = 0; i < got.get(node).size(); i++) {
                assertThat(got.get(node).get(i))
                        .as("frame %s of node %s, seed %s", i, node, seed)
                        .isEqualTo(sent.get(node).get(i));
            }
        }
    }

    @Test
    void shouldKeepFramesApartWhereRunsEnd() {
        Port receiver = ports.open(ports.options(1));
        Port sender = ports.open(ports.options(1).withGsoSegments(4));
        sender.peer(0, receiver.localAddress());
        int[] lengths = {
            100,
            100,
            100,
            100,
            100, // a full run and one over
            60,
            60,
            60,
            20, // a run that a shorter frame closes
            20,
            60,
            61,
            60,
            60,
            1,
            1,
            1 // longer ones never join
        };

        List<byte[]> sent = IntStream.range(0, lengths.length)
                .mapToObj(i -> filled(lengths[i], i))
                .toList();
        sent.forEach(bytes -> assertThat(put(sender, 0, bytes)).isTrue());

        assertThat(sender.flush()).isEqualTo(lengths.length);
        assertSame(collect(receiver, new ArrayList<>(), lengths.length), sent);
        assertThat(sender.counters().framesSent()).isEqualTo(lengths.length);
        assertThat(sender.counters().bytesSent())
                .isEqualTo(IntStream.of(lengths).sum());
        assertThat(receiver.counters().framesReceived()).isEqualTo(lengths.length);
        assertThat(receiver.counters().bytesReceived())
                .isEqualTo(IntStream.of(lengths).sum());
    }

    @Test
    void shouldDeliverTheLongestDatagrams() {
        int longest = PortOptions.MAX_DATAGRAM_BYTES;
        Port receiver = ports.open(ports.options(1).withMaxFrameBytes(longest));
        Port sender = ports.open(ports.options(1).withMaxFrameBytes(longest));
        sender.peer(0, receiver.localAddress());
        byte[] bytes = filled(longest, 7);

        assertThat(put(sender, 0, bytes)).isTrue();
        assertThat(sender.flush()).isEqualTo(1);

        assertSame(collect(receiver, new ArrayList<>(), 1), List.of(bytes));
    }

    @Test
    void shouldDropDatagramsThatAreTooLong() {
        Port receiver = ports.open(ports.options(1).withMaxFrameBytes(100));
        Port sender = ports.open(ports.options(1));
        sender.peer(0, receiver.localAddress());
        put(sender, 0, filled(100, 1));
        put(sender, 0, filled(101, 2));
        put(sender, 0, filled(101, 3));
        put(sender, 0, filled(100, 4));
        sender.flush();

        assertSame(
                collect(receiver, new ArrayList<>(), 2), List.of(filled(100, 1), filled(100, 4)));
        assertThat(receiver.counters().truncated()).isEqualTo(2);
    }

    @Test
    void shouldDeliverWhateverBytesArrive() throws IOException {
        Port receiver = ports.open(ports.options(1));
        List<byte[]> garbage = List.of(new byte[0], filled(1, 9), new byte[0], filled(1472, 0xff));
        try (DatagramSocket stranger = new DatagramSocket()) {
            for (byte[] bytes : garbage) {
                stranger.send(new DatagramPacket(bytes, bytes.length, receiver.localAddress()));
            }
        }

        assertSame(collect(receiver, new ArrayList<>(), garbage.size()), garbage);
    }

    @Test
    void shouldReceiveNothingWithoutWaiting() {
        assertThat(ports.open(ports.options(1)).receive(frame -> {})).isZero();
    }

    @Test
    void fullQueueShouldGiveNoClaimUntilFlushed() {
        Port receiver = ports.open(ports.options(1));
        Port sender = ports.open(ports.options(2));
        sender.peer(0, receiver.localAddress());
        sender.peer(1, receiver.localAddress());
        int frames = 0;
        while (put(sender, 0, filled(1472, frames))) {
            frames++;
        }

        assertThat(frames).isEqualTo(SendQueue.BYTES / 1472);
        assertThat(sender.outbox().claim(1, 1472)).as("another node's queue").isNotNull();
        assertThat(sender.flush()).isEqualTo(frames);
        assertThat(sender.outbox().claim(0, 1472)).isNotNull();
        assertThat(collect(receiver, new ArrayList<>(), frames)).hasSize(frames);
    }

    @Test
    void queueShouldTakeAThousandTinyFrames() {
        Port receiver = ports.open(ports.options(1));
        Port sender = ports.open(ports.options(1));
        sender.peer(0, receiver.localAddress());
        List<byte[]> sent = new ArrayList<>();
        // Every second one is longer, so that no two leave together: more messages than one call
        // takes.
        while (put(sender, 0, filled(1 + sent.size() % 2, sent.size()))) {
            sent.add(filled(1 + sent.size() % 2, sent.size()));
        }

        assertThat(sent).hasSize(SendQueue.MAX_FRAMES);
        assertThat(sender.flush()).isEqualTo(SendQueue.MAX_FRAMES);
        assertSame(collect(receiver, new ArrayList<>(), sent.size()), sent);
    }

    @Test
    void uncommittedClaimShouldNotBeSent() {
        Port sender = ports.open(ports.options(1));
        sender.peer(0, sender.localAddress());
        sender.outbox().claim(0, 10);
        put(sender, 0, filled(20, 1));
        sender.outbox().claim(0, 30);

        assertThat(sender.flush()).isEqualTo(1);
        assertSame(collect(sender, new ArrayList<>(), 1), List.of(filled(20, 1)));
        assertThatThrownBy(() -> sender.outbox().commit())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseClaimsThatCannotBeSent() {
        Port port = ports.open(ports.options(2));
        port.peer(0, port.localAddress());

        assertThatThrownBy(() -> port.outbox().claim(0, 1473)).hasMessageContaining("1473");
        assertThatThrownBy(() -> port.outbox().claim(0, 0)).hasMessageContaining("0 bytes");
        assertThatThrownBy(() -> port.outbox().claim(2, 10)).hasMessageContaining("node 2 of 2");
        assertThatThrownBy(() -> port.outbox().claim(-1, 10)).hasMessageContaining("node -1");
        assertThatThrownBy(() -> port.outbox().claim(1, 10))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("node 1 has no address");
    }

    @Test
    void sendingToAClosedPeerShouldNotThrow() {
        Port gone = ports.open(ports.options(1));
        Port sender = ports.open(ports.options(1));
        sender.peer(0, gone.localAddress());
        gone.close();

        for (int round = 0; round < 20; round++) {
            put(sender, 0, filled(100, round));
            put(sender, 0, filled(100, round));
            assertThatCode(sender::flush).doesNotThrowAnyException();
            assertThat(sender.receive(frame -> {})).isZero();
        }
        assertThat(sender.counters().framesSent() + sender.counters().refused()).isEqualTo(40);
    }

    @Test
    void unreachablePeerShouldCostItsFramesOnly() {
        Port receiver = ports.open(ports.options(1));
        Port sender = ports.open(ports.options(2));
        // A socket bound to a loopback address cannot send beyond it.
        sender.peer(0, at("192.0.2.1", 9));
        sender.peer(1, receiver.localAddress());
        for (int i = 0; i < 3; i++) {
            put(sender, 0, filled(100, i));
            put(sender, 1, filled(100, i));
        }
        sender.flush();

        assertThat(collect(receiver, new ArrayList<>(), 3)).hasSize(3);
        assertThat(sender.counters().framesSent()).isEqualTo(3);
        assertThat(sender.counters().refused()).isEqualTo(3);
        assertThat(sender.flush()).isZero();
    }
}
