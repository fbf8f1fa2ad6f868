package io.rina.swarm;

import io.rina.wire.Frame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash over all events of a world, in order, with the bytes of their frames; and, for a reader,
 * the events as text.
 */
final class Trace {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final @Nullable Consumer<String> reader;
    private long digest;

    Trace(@Nullable Consumer<String> reader) {
        this.reader = reader;
    }

    /** Spreads every bit of the input over all bits of the output (the finaliser of SplitMix64). */
    static long mix(long bits) {
        long z = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** A hash of what {@code digest} is of, and {@code next}. */
    static long mix(long digest, long next) {
        return mix(digest * 31 + next);
    }

    long digest() {
        return digest;
    }

    private void add(long value) {
        digest = mix(digest, value);
    }

    void event(long timeNs, int node, EventKind kind) {
        add(timeNs);
        add((long) node << 8 | kind.ordinal());
        if (reader != null && kind != EventKind.ARRIVAL) {
            tell(timeNs, node, kind.name());
        }
    }

    void arrival(long timeNs, int from, int to, Frame frame) {
        event(timeNs, to, EventKind.ARRIVAL);
        addBytes(frame.segment(), frame.lengthBytes());
        if (reader != null) {
            tell(timeNs, to, "from " + from + ": " + frame);
        }
    }

    private void addBytes(MemorySegment bytes, int length) {
        add(length);
        int at = 0;
        for (; at + Integer.BYTES <= length; at += Integer.BYTES) {
            digest = (digest ^ bytes.get(INT, at)) * 0x9e3779b97f4a7c15L;
            digest ^= digest >>> 29;
        }
        for (; at < length; at++) {
            add(bytes.get(ValueLayout.JAVA_BYTE, at));
        }
    }

    private void tell(long timeNs, int node, String what) {
        if (reader != null) {
            reader.accept(String.format(Locale.ROOT, "%12d ns node %2d %s", timeNs, node, what));
        }
    }
}
