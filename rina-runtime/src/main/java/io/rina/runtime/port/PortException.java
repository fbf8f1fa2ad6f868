package io.rina.runtime.port;

import java.io.Serial;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A port could not be opened; the message names the address and says what to do about it. */
public final class PortException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private PortException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static PortException inUse(InetSocketAddress address, @Nullable Throwable cause) {
        return new PortException(
                "UDP port " + address.getPort() + " of " + text(address.getAddress())
                        + " is in use: choose another, or stop the process that has it"
                        + " (ss -ulpn shows it)",
                cause);
    }

    static PortException notLocal(InetSocketAddress address, @Nullable Throwable cause) {
        return new PortException(
                "cannot bind UDP port " + address.getPort() + ": " + text(address.getAddress())
                        + " is no address of this host. It has " + localAddresses(),
                cause);
    }

    static PortException unresolved(InetSocketAddress address) {
        return new PortException(
                "cannot bind UDP port " + address.getPort() + ": the host name "
                        + address.getHostString()
                        + " is unknown. Check its spelling or give an IP address",
                null);
    }

    static PortException notAllowed(InetSocketAddress address, @Nullable Throwable cause) {
        return new PortException(
                "not allowed to bind UDP port " + address.getPort() + " of "
                        + text(address.getAddress())
                        + ": choose one from 1024 up, or run with more rights",
                cause);
    }

    static PortException failed(
            InetSocketAddress address, String reason, @Nullable Throwable cause) {
        return new PortException(
                "cannot open UDP port " + SocketAddressCodec.toText(address) + ": " + reason,
                cause);
    }

    static PortException unsupported(String reason) {
        return new PortException(
                "the mmsg port does not work here: " + reason
                        + ". Choose the kind auto or channel instead",
                null);
    }

    /** Only for the message of an error, so it never fails itself. */
    private static String localAddresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .map(PortException::text)
                    .collect(Collectors.joining(", "));
        } catch (SocketException e) {
            return "addresses that cannot be listed: " + e.getMessage();
        }
    }

    private static String text(InetAddress address) {
        return address.getHostAddress();
    }
}
