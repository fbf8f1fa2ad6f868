package io.rina.runtime.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rina.runtime.port.PortOptions.Kind;
import io.rina.wire.Frame;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** The ports of one test, all of one kind, and whole frames as byte arrays in and out of them. */
final class TestPorts implements AutoCloseable {
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final Kind kind;
    private final List<Port> open = new ArrayList<>();

    TestPorts(Kind kind) {
        this.kind = kind;
    }

    void requireKind() {
        assumeTrue(kind == Kind.CHANNEL || Sys.whyUnsupported().isEmpty(), Sys.whyUnsupported());
    }

    @Override
    public void close() {
        open.forEach(Port::close);
    }

    static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    PortOptions options(int nodes) {
        return PortOptions.loopback(nodes)
                .withKind(kind)
                .withBind(at("127.0.0.1", 0))
                .withBuffers(1 << 20, 1 << 20);
    }

    Port open(PortOptions options) {
        Port port = Ports.open(options);
        open.add(port);
        return port;
    }

    Port openIpv6() {
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

    static boolean put(Port port, int node, byte[] bytes) {
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
    static List<byte[]> collect(Port port, List<byte[]> into, int frames) {
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

    static byte[] filled(int length, int with) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (with + i);
        }
        return bytes;
    }

    static void assertSame(List<byte[]> got, List<byte[]> expected) {
        assertThat(got.toArray(new byte[0][])).isDeepEqualTo(expected.toArray(new byte[0][]));
    }
}
