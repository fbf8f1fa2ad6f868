package io.rina.engine;

import io.rina.wire.Frame;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * One endpoint's counts. Written by its thread only; a reader elsewhere sees values that may lag.
 */
public final class Counters {
    private static final Counter[] ALL = Counter.values();

    /** By a frame's type code: for its first transmission, and for a repetition. */
    private static final Counter[][] BY_TYPE = {
        {},
        {Counter.DATA_SENT, Counter.DATA_RESENT},
        {Counter.CREDIT_SENT, Counter.CREDIT_RESENT},
        {Counter.RESULT_SENT, Counter.RESULT_RESENT},
        {Counter.RECEIPT_SENT, Counter.RECEIPT_SENT}
    };

    private final long[] values = new long[ALL.length];

    public long get(Counter counter) {
        return values[counter.ordinal()];
    }

    void increment(Counter counter) {
        values[counter.ordinal()]++;
    }

    private void add(Counter counter, long amount) {
        values[counter.ordinal()] += amount;
    }

    /** Counts a frame that leaves the node. */
    void onSent(Frame frame) {
        boolean resent = frame.resent();
        add(BY_TYPE[frame.typeCode()][resent ? 1 : 0], 1);
        add(Counter.BYTES_SENT, frame.lengthBytes());
        if (!resent) {
            add(Counter.PAYLOAD_BYTES_SENT, frame.payloadBytes());
        }
    }

    /** First transmissions of frames with payload. */
    public long dataFramesSent() {
        return get(Counter.DATA_SENT) + get(Counter.RESULT_SENT);
    }

    /** The counts as they stand, by name; zeros are left out. */
    public Map<Counter, Long> snapshot() {
        long[] now = Arrays.copyOf(values, values.length);
        Map<Counter, Long> map = new EnumMap<>(Counter.class);
        for (Counter counter : ALL) {
            if (now[counter.ordinal()] != 0) {
                map.put(counter, now[counter.ordinal()]);
            }
        }
        return map;
    }

    @Override
    public String toString() {
        return snapshot().toString();
    }
}
