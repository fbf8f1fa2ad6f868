package io.rina.runtime.control;

import java.net.InetSocketAddress;

/** Addresses as messages show them. */
final class AddressText {
    private AddressText() {}

    /** "host:port", without looking the host's name up. */
    static String of(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}
