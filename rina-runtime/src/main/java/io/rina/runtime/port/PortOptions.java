package io.rina.runtime.port;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * What a port is made from. A port takes about 68 KiB for each destination node, and 1 MiB to
 * receive into.
 *
 * @param bind where to receive; port 0 lets the kernel choose. It also decides between IPv4 and
 *     IPv6
 * @param maxFrameBytes the longest frame, header included, without those of UDP and IP
 * @param nodes how many destination nodes there are; they are numbered from 0
 * @param gsoSegments frames that may leave as one super-packet where the kernel can split it; 1
 *     never tries
 * @param receiveBufferBytes what to ask the kernel for; it may grant less
 * @param sendBufferBytes the same, for sending
 */
public record PortOptions(
        InetSocketAddress bind,
        Kind kind,
        int maxFrameBytes,
        int nodes,
        int gsoSegments,
        int receiveBufferBytes,
        int sendBufferBytes) {
    /** Which implementation to use. */
    public enum Kind {
        /** {@link #MMSG} where it works, {@link #CHANNEL} elsewhere. */
        AUTO,
        /** Linux system calls that move many datagrams at once. */
        MMSG,
        /** The JDK's channels, which work everywhere. */
        CHANNEL
    }

    /** The most UDP can carry over IPv4: 65,535 less 20 for IP and 8 for UDP. */
    public static final int MAX_DATAGRAM_BYTES = 65_507;

    /** More segments than this are refused by Linux before release 6.9. */
    public static final int MAX_GSO_SEGMENTS = 64;

    /** 1 GiB of queues, which one ByteBuffer can still hold. */
    public static final int MAX_NODES = 16_384;

    /** What fits an Ethernet frame over IPv4: 1,500 less 20 for IP and 8 for UDP. */
    private static final int ETHERNET_DATAGRAM_BYTES = 1_472;

    private static final int BUFFER_BYTES = 8 << 20;

    public PortOptions {
        requireWithin("maxFrameBytes", maxFrameBytes, 1, MAX_DATAGRAM_BYTES);
        requireWithin("nodes", nodes, 1, MAX_NODES);
        requireWithin("gsoSegments", gsoSegments, 1, MAX_GSO_SEGMENTS);
        requireWithin("receiveBufferBytes", receiveBufferBytes, 1, Integer.MAX_VALUE);
        requireWithin("sendBufferBytes", sendBufferBytes, 1, Integer.MAX_VALUE);
    }

    /** For {@code nodes} destinations, on a port of the loopback interface that is free. */
    public static PortOptions loopback(int nodes) {
        return new PortOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Kind.AUTO,
                ETHERNET_DATAGRAM_BYTES,
                nodes,
                MAX_GSO_SEGMENTS,
                BUFFER_BYTES,
                BUFFER_BYTES);
    }

    public PortOptions withBind(InetSocketAddress address) {
        return new PortOptions(
                address,
                kind,
                maxFrameBytes,
                nodes,
                gsoSegments,
                receiveBufferBytes,
                sendBufferBytes);
    }

    public PortOptions withKind(Kind other) {
        return new PortOptions(
                bind,
                other,
                maxFrameBytes,
                nodes,
                gsoSegments,
                receiveBufferBytes,
                sendBufferBytes);
    }

    public PortOptions withNodes(int number) {
        return new PortOptions(
                bind,
                kind,
                maxFrameBytes,
                number,
                gsoSegments,
                receiveBufferBytes,
                sendBufferBytes);
    }

    public PortOptions withMaxFrameBytes(int bytes) {
        return new PortOptions(
                bind, kind, bytes, nodes, gsoSegments, receiveBufferBytes, sendBufferBytes);
    }

    public PortOptions withGsoSegments(int segments) {
        return new PortOptions(
                bind, kind, maxFrameBytes, nodes, segments, receiveBufferBytes, sendBufferBytes);
    }

    public PortOptions withBuffers(int receiveBytes, int sendBytes) {
        return new PortOptions(
                bind, kind, maxFrameBytes, nodes, gsoSegments, receiveBytes, sendBytes);
    }

    private static void requireWithin(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " is " + value + ", not within " + least + " to " + most);
        }
    }
}
