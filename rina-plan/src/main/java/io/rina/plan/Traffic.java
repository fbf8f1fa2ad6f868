package io.rina.plan;

/**
 * What crosses a link, or goes from one node to another, in one operation without loss.
 *
 * @param frames data frames (DATA and RESULT)
 * @param payloadBytes what they carry, headers not counted
 */
public record Traffic(long frames, long payloadBytes) {
    /** Payload and all headers that {@code framing} counts. */
    public long bytes(Framing framing) {
        return payloadBytes + frames * framing.overheadBytes();
    }
}
