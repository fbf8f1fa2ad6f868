package io.rina.plan;

/** What is counted beside the payload when a frame crosses a link. */
public enum Framing {
    /**
     * As a network interface counts bytes: up to and with the Ethernet header, without the check
     * sequence.
     */
    INTERFACE(
            Framing.HEADER_BYTES + Framing.UDP_BYTES + Framing.IPV4_BYTES + Framing.ETHERNET_BYTES),
    /**
     * What takes time on the wire: also the frame check sequence, the preamble and the gap before
     * the next frame.
     */
    WIRE(Framing.HEADER_BYTES
            + Framing.UDP_BYTES
            + Framing.IPV4_BYTES
            + Framing.ETHERNET_BYTES
            + Framing.FCS_BYTES
            + Framing.PREAMBLE_AND_GAP_BYTES);

    /**
     * Our own header; the wire module's {@code Frame.HEADER_BYTES}, which this module does not see.
     */
    public static final int HEADER_BYTES = 40;

    public static final int UDP_BYTES = 8;
    public static final int IPV4_BYTES = 20;
    public static final int ETHERNET_BYTES = 14;
    public static final int FCS_BYTES = 4;
    /** IEEE 802.3: 7 bytes of preamble, 1 of start delimiter, 12 of inter-frame gap. */
    public static final int PREAMBLE_AND_GAP_BYTES = 20;

    private final int overheadBytes;

    Framing(int overheadBytes) {
        this.overheadBytes = overheadBytes;
    }

    /**
     * Bytes a frame beside its payload. The smallest frame, without payload, is over Ethernet's
     * least 60 bytes.
     */
    public int overheadBytes() {
        return overheadBytes;
    }
}
