package io.rina.runtime;

import org.jspecify.annotations.Nullable;

/** The last calls of a communicator, so that it can be asked what it has called by some number. */
final class CallLog {
    private static final int KEPT = 256;

    private final @Nullable String[] calls = new String[KEPT];
    private long last;

    /** Notes the next call and returns its number, counted from 1. */
    synchronized long note(String call) {
        last++;
        calls[index(last)] = call;
        return last;
    }

    /** The call of that number; empty when it was not made yet. */
    synchronized String call(long sequence) {
        if (sequence > last) {
            return "";
        }
        String call = sequence > last - KEPT && sequence > 0 ? calls[index(sequence)] : null;
        return call == null ? "an operation too long ago to be known" : call;
    }

    private static int index(long sequence) {
        return (int) (sequence % KEPT);
    }
}
