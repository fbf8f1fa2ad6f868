package io.rina.runtime.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** Bytes against the layouts of the kernel's headers, and back. */
class SocketAddressCodecTest {
    private final byte[] bytes = new byte[SocketAddressCodec.MAX_BYTES];

    @Test
    void ipv4ShouldComeBack() {
        InetSocketAddress address = at("10.1.2.200", 0xabcd);
        assertThat(roundTrip(address, SocketAddressCodec.AF_INET)).isEqualTo(address);
        assertThat(bytes).startsWith(2, 0, 0xab, 0xcd, 10, 1, 2, 200, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void ipv6ShouldComeBackWithItsScope() throws UnknownHostException {
        byte[] linkLocal = InetAddress.ofLiteral("fe80::1:2").getAddress();
        InetSocketAddress address =
                new InetSocketAddress(Inet6Address.getByAddress(null, linkLocal, 3), 65_535);
        InetSocketAddress back = roundTrip(address, SocketAddressCodec.AF_INET6);

        assertThat(back).isEqualTo(address);
        assertThat(((Inet6Address) back.getAddress()).getScopeId()).isEqualTo(3);
        assertThat(bytes)
                .startsWith(10, 0, 0xff, 0xff, 0, 0, 0, 0, 0xfe, 0x80)
                .endsWith(0, 0, 0, 0);
    }

    @Test
    void ipv4ShouldBeMappedForAnIpv6Socket() {
        InetSocketAddress address = at("10.1.2.3", 9);
        assertThat(roundTrip(address, SocketAddressCodec.AF_INET6)).isEqualTo(address);
        assertThat(bytes)
                .startsWith(
                        10, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 1, 2,
                        3);
    }

    @Test
    void textShouldSetIpv6HostsApart() {
        assertThat(SocketAddressCodec.toText(at("10.1.2.3", 9))).isEqualTo("10.1.2.3:9");
        assertThat(SocketAddressCodec.toText(at("::1", 9))).isEqualTo("[0:0:0:0:0:0:0:1]:9");
    }

    /** Over memory full of old bytes, as a table of addresses has them. */
    private InetSocketAddress roundTrip(InetSocketAddress address, int family) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(bytes.length, 8);
            memory.asSlice(0, SocketAddressCodec.lengthBytes(family)).fill((byte) 0x55);
            SocketAddressCodec.encode(address, family, memory, 0);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
            return SocketAddressCodec.decode(memory);
        }
    }

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }
}
