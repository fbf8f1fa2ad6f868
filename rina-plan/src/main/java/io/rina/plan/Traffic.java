package io.rina.plan;

/**
 * What crosses a link, or goes from one node to another, without loss.
 *
 * @param frames data frames (DATA and RESULT)
 * @param payloadBytes what they carry, headers not counted
 */
public record Traffic(long frames, long payloadBytes) {
    public static final Traffic NONE = new Traffic(0, 0);

    public Traffic plus(Traffic other) {
        return new Traffic(frames + other.frames, payloadBytes + other.payloadBytes);
    }

    public Traffic times(long factor) {
        return new Traffic(factor * frames, factor * payloadBytes);
    }

    /** Payload and all headers that {@code framing} counts. */
    public long bytes(Framing framing) {
        return payloadBytes + frames * framing.overheadBytes();
    }

    /** The one with more bytes on the wire. */
    Traffic orMore(Traffic other) {
        return other.bytes(Framing.WIRE) > bytes(Framing.WIRE) ? other : this;
    }
}
