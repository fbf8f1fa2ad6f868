package io.rina.runtime.port;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/**
 * A bound UDP socket that does not block, and what the kernel granted it.
 *
 * @param gso whether the kernel cuts super-packets that are sent
 * @param gro whether it merges datagrams that are received
 */
record UdpSocket(
        int fd,
        InetSocketAddress localAddress,
        boolean gso,
        boolean gro,
        int receiveBufferBytes,
        int sendBufferBytes) {
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_NONBLOCK = 0x800;
    private static final int SOCK_CLOEXEC = 0x80000;

    private static final int SOL_SOCKET = 1;
    private static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUF = 8;
    private static final int SO_SNDBUFFORCE = 32;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_V6ONLY = 26;

    static UdpSocket open(Sys sys, PortOptions options) {
        int family = SocketAddressCodec.family(options.bind());
        int fd = sys.socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            throw PortException.failed(
                    options.bind(), "socket() failed with error number " + -fd, null);
        }
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment address = scratch.allocate(SocketAddressCodec.MAX_BYTES, 8);
            return configure(sys, fd, family, options, address);
        } catch (RuntimeException | Error e) {
            sys.close(fd);
            throw e;
        }
    }

    private static UdpSocket configure(
            Sys sys, int fd, int family, PortOptions options, MemorySegment address) {
        if (family == SocketAddressCodec.AF_INET6) {
            sys.setOption(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0);
        }
        int receiveBufferBytes =
                buffer(sys, fd, SO_RCVBUFFORCE, SO_RCVBUF, options.receiveBufferBytes());
        int sendBufferBytes = buffer(sys, fd, SO_SNDBUFFORCE, SO_SNDBUF, options.sendBufferBytes());
        // A segment length of 0 changes nothing, and fails where the kernel knows no GSO.
        boolean gso = options.gsoSegments() > 1
                && sys.setOption(fd, Mmsghdr.SOL_UDP, Mmsghdr.UDP_SEGMENT, 0) == 0;
        boolean gro = sys.setOption(fd, Mmsghdr.SOL_UDP, Mmsghdr.UDP_GRO, 1) == 0;
        bind(sys, fd, family, options.bind(), address);
        sys.getsockname(fd, address);
        return new UdpSocket(
                fd,
                SocketAddressCodec.decode(address),
                gso,
                gro,
                receiveBufferBytes,
                sendBufferBytes);
    }

    /**
     * Asks for a buffer with the right to exceed the system's limit, then without, and returns what
     * was granted. The kernel keeps twice what it was asked for, to cover its own needs.
     */
    private static int buffer(Sys sys, int fd, int forced, int plain, int bytes) {
        if (sys.setOption(fd, SOL_SOCKET, forced, bytes) < 0) {
            sys.setOption(fd, SOL_SOCKET, plain, bytes);
        }
        return sys.getOption(fd, SOL_SOCKET, plain) / 2;
    }

    private static void bind(
            Sys sys, int fd, int family, InetSocketAddress to, MemorySegment address) {
        SocketAddressCodec.encode(to, family, address, 0);
        int result = sys.bind(fd, address, SocketAddressCodec.lengthBytes(family));
        if (result < 0) {
            throw bindFailure(to, -result);
        }
    }

    private static PortException bindFailure(InetSocketAddress address, int errno) {
        return switch (errno) {
            case Errno.EADDRINUSE -> PortException.inUse(address, null);
            case Errno.EADDRNOTAVAIL -> PortException.notLocal(address, null);
            case Errno.EACCES -> PortException.notAllowed(address, null);
            default ->
                PortException.failed(address, "bind() failed with error number " + errno, null);
        };
    }
}
