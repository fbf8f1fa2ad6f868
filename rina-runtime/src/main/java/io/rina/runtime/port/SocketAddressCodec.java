package io.rina.runtime.port;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/**
 * Socket addresses as Linux has them.
 *
 * <pre>
 * sockaddr_in   0 u16 family   2 u16 port (big endian)   4 address, 4 bytes
 * sockaddr_in6  0 u16 family   2 u16 port (big endian)   4 u32 flow   8 address, 16 bytes
 *               24 u32 scope (native order)
 * </pre>
 */
final class SocketAddressCodec {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    /** Room for either, and a multiple of 8. */
    static final int MAX_BYTES = 32;

    private static final int INET_BYTES = 16;
    private static final int INET6_BYTES = 28;
    private static final ValueLayout.OfShort PORT =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private SocketAddressCodec() {}

    static int family(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address ? AF_INET6 : AF_INET;
    }

    /** How many bytes an address of {@code family} takes. */
    static int lengthBytes(int family) {
        return family == AF_INET6 ? INET6_BYTES : INET_BYTES;
    }

    /**
     * Refuses what a socket bound to {@code local} cannot send to. An IPv6 socket reaches IPv4 too,
     * through addresses of the form ::ffff:a.b.c.d.
     */
    static void requireReachable(InetSocketAddress local, InetSocketAddress peer) {
        if (peer.isUnresolved() || peer.getPort() == 0) {
            throw new IllegalArgumentException("no address to send to: " + peer);
        }
        if (family(local) == AF_INET && family(peer) == AF_INET6) {
            throw new IllegalArgumentException("the port at " + toText(local)
                    + " is IPv4 and cannot send to " + toText(peer)
                    + ": bind it to an IPv6 address");
        }
    }

    /** Writes {@code address} for a socket of {@code family} at {@code offset}. */
    static void encode(InetSocketAddress address, int family, MemorySegment target, long offset) {
        MemorySegment at = target.asSlice(offset, lengthBytes(family)).fill((byte) 0);
        at.set(ValueLayout.JAVA_SHORT, 0, (short) family);
        at.set(PORT, 2, (short) address.getPort());
        MemorySegment bytes = MemorySegment.ofArray(address.getAddress().getAddress());
        if (family == AF_INET) {
            at.asSlice(4).copyFrom(bytes);
        } else if (address.getAddress() instanceof Inet6Address inet6) {
            at.asSlice(8).copyFrom(bytes);
            at.set(ValueLayout.JAVA_INT, 24, inet6.getScopeId());
        } else {
            at.set(ValueLayout.JAVA_SHORT, 18, (short) 0xffff);
            at.asSlice(20).copyFrom(bytes);
        }
    }

    static InetSocketAddress decode(MemorySegment source) {
        int port = Short.toUnsignedInt(source.get(PORT, 2));
        try {
            return new InetSocketAddress(decodeAddress(source), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 and 16 bytes always make an address", e);
        }
    }

    private static InetAddress decodeAddress(MemorySegment source) throws UnknownHostException {
        if (source.get(ValueLayout.JAVA_SHORT, 0) == AF_INET) {
            return Inet4Address.getByAddress(bytes(source, 4, 4));
        }
        int scope = source.get(ValueLayout.JAVA_INT, 24);
        byte[] address = bytes(source, 8, 16);
        // A scope of 0 would be printed, as in ::1%0.
        return scope == 0
                ? InetAddress.getByAddress(address)
                : Inet6Address.getByAddress(null, address, scope);
    }

    private static byte[] bytes(MemorySegment source, long offset, int length) {
        return source.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** As people write it: host:port, with brackets around an IPv6 host. */
    static String toText(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
