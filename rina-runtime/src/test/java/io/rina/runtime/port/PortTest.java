package io.rina.runtime.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rina.runtime.port.PortOptions.Kind;
import io.rina.wire.Frame;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What both kinds of port promise. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
class PortTest {
    private static final long MS = 1_000_000;
    private static final long PATIENCE_NS = 10_000 * MS;

    private final Kind kind;
    private final List<Port> open = new ArrayList<>();

    PortTest(Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void requireKind() {
        assumeTrue(kind == Kind.CHANNEL || Sys.whyUnsupported().isEmpty(), Sys.whyUnsupported());
    }

    @AfterEach
    void closeAll() {
        open.forEach(Port::close);
    }

    @Test
    void shouldDeliverFramesOfAnyLengthInOrder() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Port> receivers = List.of(open(options(1)), open(options(1)), open(options(1)));
        Port sender = open(options(3));
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
        Port receiver = open(options(1));
        Port sender = open(options(1).withGsoSegments(4));
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
        Port receiver = open(options(1).withMaxFrameBytes(longest));
        Port sender = open(options(1).withMaxFrameBytes(longest));
        sender.peer(0, receiver.localAddress());
        byte[] bytes = filled(longest, 7);

        assertThat(put(sender, 0, bytes)).isTrue();
        assertThat(sender.flush()).isEqualTo(1);

        assertSame(collect(receiver, new ArrayList<>(), 1), List.of(bytes));
    }

    @Test
    void shouldDropDatagramsThatAreTooLong() {
        Port receiver = open(options(1).withMaxFrameBytes(100));
        Port sender = open(options(1));
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
        Port receiver = open(options(1));
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
        assertThat(open(options(1)).receive(frame -> {})).isZero();
    }

    @Test
    void fullLaneShouldGiveNoClaimUntilFlushed() {
        Port receiver = open(options(1));
        Port sender = open(options(2));
        sender.peer(0, receiver.localAddress());
        sender.peer(1, receiver.localAddress());
        int frames = 0;
        while (put(sender, 0, filled(1472, frames))) {
            frames++;
        }

        assertThat(frames).isEqualTo(Lane.BYTES / 1472);
        assertThat(sender.outbox().claim(1, 1472)).as("another node's lane").isNotNull();
        assertThat(sender.flush()).isEqualTo(frames);
        assertThat(sender.outbox().claim(0, 1472)).isNotNull();
        assertThat(collect(receiver, new ArrayList<>(), frames)).hasSize(frames);
    }

    @Test
    void laneShouldTakeAThousandTinyFrames() {
        Port receiver = open(options(1));
        Port sender = open(options(1));
        sender.peer(0, receiver.localAddress());
        List<byte[]> sent = new ArrayList<>();
        // Every second one is longer, so that no two leave together: more messages than one call
        // takes.
        while (put(sender, 0, filled(1 + sent.size() % 2, sent.size()))) {
            sent.add(filled(1 + sent.size() % 2, sent.size()));
        }

        assertThat(sent).hasSize(Lane.MAX_FRAMES);
        assertThat(sender.flush()).isEqualTo(Lane.MAX_FRAMES);
        assertSame(collect(receiver, new ArrayList<>(), sent.size()), sent);
    }

    @Test
    void uncommittedClaimShouldNotBeSent() {
        Port sender = open(options(1));
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
        Port port = open(options(2));
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
        Port gone = open(options(1));
        Port sender = open(options(1));
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
        Port receiver = open(options(1));
        Port sender = open(options(2));
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

    @Test
    void wakeupShouldEndAWaitOfAnotherThread() throws Exception {
        Port port = open(options(1));
        CompletableFuture<Void> waiting =
                CompletableFuture.runAsync(() -> port.await(Long.MAX_VALUE));
        port.wakeup();
        waiting.get(10, TimeUnit.SECONDS);
    }

    @Test
    void wakeupBeforeAWaitShouldEndThatWaitOnly() {
        Port port = open(options(1));
        port.wakeup();
        port.wakeup();
        port.await(Long.MAX_VALUE);

        long startNs = System.nanoTime();
        port.await(5 * MS);
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(5 * MS);
    }

    @Test
    void waitShouldLastItsTime() {
        Port port = open(options(1));
        for (long timeoutNs : new long[] {100_000, 1 * MS, 3 * MS + 1}) {
            long startNs = System.nanoTime();
            port.await(timeoutNs);
            assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(timeoutNs);
        }
        port.await(0);
        port.await(-1);
        port.await(Long.MIN_VALUE);
    }

    @Test
    void waitShouldEndWhenAFrameArrives() {
        Port port = open(options(1));
        port.peer(0, port.localAddress());
        put(port, 0, filled(8, 1));
        port.flush();
        port.await(Long.MAX_VALUE);
        assertThat(port.receive(frame -> {})).isEqualTo(1);
    }

    @Test
    void waitShouldEndWhenQueuedFramesCanBeSent() {
        Port port = open(options(1));
        port.peer(0, port.localAddress());
        put(port, 0, filled(8, 1));
        port.await(Long.MAX_VALUE);
        assertThat(port.flush()).isEqualTo(1);
    }

    @Test
    void portInUseShouldBeNamedWithAWayOut() {
        InetSocketAddress taken = open(options(1)).localAddress();

        assertThatThrownBy(() -> open(options(1).withBind(taken)))
                .isInstanceOf(PortException.class)
                .hasMessageContaining(String.valueOf(taken.getPort()))
                .hasMessageContaining(taken.getAddress().getHostAddress())
                .hasMessageContaining("--port");
    }

    @Test
    void addressOfAnotherHostShouldBeNamedWithThoseThereAre() {
        assertThatThrownBy(() -> open(options(1).withBind(at("192.0.2.1", 0))))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("192.0.2.1 is no address of this host")
                .hasMessageContaining("127.0.0.1");
    }

    @Test
    void unknownHostNameShouldBeNamed() {
        InetSocketAddress unknown = InetSocketAddress.createUnresolved("no-such-host", 1234);
        assertThatThrownBy(() -> open(options(1).withBind(unknown)))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("no-such-host")
                .hasMessageContaining("1234");
    }

    @Test
    void shouldCarryFramesOverIpv6() {
        Port port = openIpv6();
        port.peer(0, port.localAddress());
        List<byte[]> sent = List.of(filled(1452, 1), filled(1452, 2), filled(10, 3));
        sent.forEach(bytes -> put(port, 0, bytes));

        assertThat(port.flush()).isEqualTo(3);
        assertSame(collect(port, new ArrayList<>(), 3), sent);
        assertThat(port.describe()).contains("[0:0:0:0:0:0:0:1]:");
    }

    @Test
    void wildcardIpv6PortShouldReachIpv4() {
        openIpv6();
        Port receiver = open(options(1));
        Port sender = open(options(1).withBind(at("::", 0)));
        sender.peer(0, receiver.localAddress());
        put(sender, 0, filled(10, 3));

        assertThat(sender.flush()).isEqualTo(1);
        assertSame(collect(receiver, new ArrayList<>(), 1), List.of(filled(10, 3)));
    }

    @Test
    void shouldRefusePeersThatItCannotAddress() {
        Port port = open(options(1));
        InetSocketAddress ipv6 = at("::1", 9);
        InetSocketAddress unknown = InetSocketAddress.createUnresolved("no-such-host", 9);

        assertThatThrownBy(() -> port.peer(0, ipv6)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> port.peer(0, unknown)).hasMessageContaining("no-such-host");
        assertThatThrownBy(() -> port.peer(0, at("127.0.0.1", 0)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> port.peer(1, port.localAddress()))
                .hasMessageContaining("node 1 of 1");
    }

    @Test
    void closedPortShouldRefuseEveryCall() {
        Port port = open(options(1));
        InetSocketAddress address = port.localAddress();
        port.peer(0, address);
        var outbox = port.outbox();
        port.close();
        port.close();

        List<Runnable> calls = List.of(
                port::outbox,
                () -> outbox.claim(0, 10),
                outbox::commit,
                port::flush,
                () -> port.receive(frame -> {}),
                () -> port.await(0),
                port::wakeup,
                port::localAddress,
                () -> port.peer(0, address),
                port::counters,
                port::maxFrameBytes,
                port::describe);
        for (Runnable call : calls) {
            assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class);
        }
        assertThat(open(options(1).withBind(address)).localAddress()).isEqualTo(address);
    }

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    private PortOptions options(int nodes) {
        return PortOptions.loopback(nodes)
                .withKind(kind)
                .withBind(at("127.0.0.1", 0))
                .withBuffers(1 << 20, 1 << 20);
    }

    private Port open(PortOptions options) {
        Port port = Ports.open(options);
        open.add(port);
        return port;
    }

    private Port openIpv6() {
        InetSocketAddress loopback = at("::1", 0);
        boolean works = true;
        try (DatagramSocket probe = new DatagramSocket(loopback)) {
            assertThat(probe.isBound()).isTrue();
        } catch (IOException e) {
            works = false;
        }
        assumeTrue(works, "this host has no IPv6 loopback address");
        return open(options(1).withBind(loopback));
    }

    private static boolean put(Port port, int node, byte[] bytes) {
        Frame frame = port.outbox().claim(node, bytes.length);
        if (frame == null) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            frame.segment().set(ValueLayout.JAVA_BYTE, frame.offset() + i, bytes[i]);
        }
        port.outbox().commit();
        return true;
    }

    /** Receives until {@code into} has {@code frames}, or for too long. */
    private static List<byte[]> collect(Port port, List<byte[]> into, int frames) {
        long giveUpNs = System.nanoTime() + PATIENCE_NS;
        while (into.size() < frames && System.nanoTime() < giveUpNs) {
            port.await(PATIENCE_NS);
            port.receive(frame -> into.add(bytesOf(frame)));
        }
        return into;
    }

    private static byte[] bytesOf(Frame frame) {
        return frame.segment()
                .asSlice(frame.offset(), frame.lengthBytes())
                .toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] filled(int length, int with) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (with + i);
        }
        return bytes;
    }

    private static void assertSame(List<byte[]> got, List<byte[]> expected) {
        assertThat(got.toArray(new byte[0][])).isDeepEqualTo(expected.toArray(new byte[0][]));
    }
}
