package io.rina.cli.input;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where something listens. Names are not looked up until {@link #toSocketAddress()}.
 *
 * @param host a name, an IPv4 address, or an IPv6 address without brackets
 * @param port 0 lets the system choose a free one
 */
public record HostPort(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([^\\[\\]]*:[^\\[\\]]*)]|([^:\\[\\]]*)):([^:]*)");
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?");
    private static final Pattern DIGITS_AND_DOTS = Pattern.compile("[0-9.]+");
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%\\w+)?");
    private static final int MAX_PORT = 65_535;

    public HostPort {
        checkHost(host);
        if (port < 0 || port > MAX_PORT) {
            throw new InputException("port " + port + " is not one of 0 to " + MAX_PORT);
        }
    }

    /** Reads {@code host:port} or {@code [IPv6]:port}; throws InputException for anything else. */
    public static HostPort parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InputException("'" + text
                    + "' is not an address with a port; write host:port, as in 10.0.0.7:7400,"
                    + " or [::1]:7400; port 0 takes any free one");
        }
        String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        return new HostPort(host, parsePort(matcher.group(3)));
    }

    /** Throws InputException unless {@code text} is a number from 0 to 65535. */
    public static int parsePort(String text) {
        if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= MAX_PORT) {
            return Integer.parseInt(text);
        }
        throw new InputException("'" + text + "' is not a port; write a number from 1 to "
                + MAX_PORT + ", or 0 for any free one");
    }

    /** Throws InputException unless {@code host} has the form of a name or of an IP address. */
    public static String checkHost(String host) {
        boolean right = DIGITS_AND_DOTS.matcher(host).matches()
                ? IPV4.matcher(host).matches()
                : NAME.matcher(host).matches() || IPV6.matcher(host).matches();
        if (!right) {
            throw new InputException("'" + host
                    + "' is not a host; write a name, as in node7.example, or an address, as in"
                    + " 10.0.0.7 or ::1");
        }
        return host;
    }

    /** Whether only processes on the same machine can reach it. */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    public static boolean isLoopback(String host) {
        return host.equals("localhost")
                || host.equals("::1")
                || (host.startsWith("127.") && IPV4.matcher(host).matches());
    }

    /** Looks the name up, which may take a while; the result may be unresolved. */
    public InetSocketAddress toSocketAddress() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
