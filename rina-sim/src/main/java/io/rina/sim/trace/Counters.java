package io.rina.sim.trace;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Values that change often, thinned out: of all values within one resolution only the highest is
 * shown, and the last where it is another.
 */
final class Counters {
    private final TraceWriter out;
    private final int section;
    private final long resolutionPs;
    private final IntFunction<String> names;

    private final long[] fromPs;
    private final long[] peakAtPs;
    private final long[] peak;
    private final long[] lastAtPs;
    private final long[] last;

    Counters(
            TraceWriter out, int section, int count, long resolutionPs, IntFunction<String> names) {
        this.out = out;
        this.section = section;
        this.resolutionPs = resolutionPs;
        this.names = names;
        fromPs = new long[count];
        peakAtPs = new long[count];
        peak = new long[count];
        lastAtPs = new long[count];
        last = new long[count];
        Arrays.fill(peak, -1);
    }

    /** Counter {@code index} is {@code value}, 0 or more, from {@code nowPs} on. */
    void note(long nowPs, int index, long value) {
        if (peak[index] >= 0 && nowPs > fromPs[index] + resolutionPs) {
            flush(index);
        }
        if (peak[index] < 0) {
            fromPs[index] = nowPs;
        }
        if (value > peak[index]) {
            peak[index] = value;
            peakAtPs[index] = nowPs;
        }
        last[index] = value;
        lastAtPs[index] = nowPs;
    }

    /** Writes what was not yet written. */
    void flush() {
        for (int i = 0; i < peak.length; i++) {
            flush(i);
        }
    }

    private void flush(int index) {
        if (peak[index] < 0) {
            return;
        }
        String name = names.apply(index);
        out.counter(section, name, peakAtPs[index], peak[index]);
        if (last[index] != peak[index]) {
            out.counter(section, name, lastAtPs[index], last[index]);
        }
        peak[index] = -1;
    }
}
