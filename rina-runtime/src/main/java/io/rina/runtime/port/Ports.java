package io.rina.runtime.port;

/** Opens ports. */
public final class Ports {
    private Ports() {}

    /**
     * Opens the port that {@code options} describe.
     *
     * @throws PortException when the address is in use, not of this host or not allowed, or the
     *     kind of port does not work here
     */
    public static Port open(PortOptions options) {
        if (options.bind().isUnresolved()) {
            throw PortException.unresolved(options.bind());
        }
        return switch (options.kind()) {
            case MMSG -> MmsgPort.open(options);
            case CHANNEL -> ChannelPort.open(options);
            case AUTO ->
                Sys.whyUnsupported().isEmpty() ? MmsgPort.open(options) : ChannelPort.open(options);
        };
    }
}
