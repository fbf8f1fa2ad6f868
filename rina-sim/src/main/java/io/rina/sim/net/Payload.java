package io.rina.sim.net;

import io.rina.plan.ChunkLayout;
import io.rina.plan.Framing;
import io.rina.wire.Frame;

/**
 * What frames weigh on the wire. Payloads are ghosts: one lane, which carries a digest of the ranks
 * summed so far, stands for a whole fragment.
 *
 * @param fragmentBytes that one lane stands for
 */
public record Payload(int fragmentBytes) {
    /** Blocks of 352 float32, as at MTU 1500. */
    public static Payload standard() {
        return new Payload(ChunkLayout.BLOCK_ELEMENTS * Float.BYTES);
    }

    /** With all headers, the check sequence, the preamble and the gap before the next frame. */
    int wireBytes(int frameBytes) {
        int lanes = (frameBytes - Frame.HEADER_BYTES) / Integer.BYTES;
        return Framing.WIRE.overheadBytes() + lanes * fragmentBytes;
    }

    /** A frame with a whole fragment. */
    public int fragmentWireBytes() {
        return Framing.WIRE.overheadBytes() + fragmentBytes;
    }

    /** What {@code payloadBytes} take on the wire in whole fragments, on average. */
    public double wireBytesOf(double payloadBytes) {
        return payloadBytes * fragmentWireBytes() / fragmentBytes;
    }
}
