package io.rina.engine;

/** A round trip as it was measured: smoothed, and how much it deviates (RFC 6298). */
final class RoundTrip {
    private long smoothedNs;
    private long deviationNs;

    boolean isMeasured() {
        return smoothedNs > 0;
    }

    void add(long sampleNs) {
        if (!isMeasured()) {
            smoothedNs = Math.max(1, sampleNs);
            deviationNs = sampleNs / 2;
            return;
        }
        deviationNs += (Math.abs(smoothedNs - sampleNs) - deviationNs) / 4;
        smoothedNs = Math.max(1, smoothedNs + (sampleNs - smoothedNs) / 8);
    }

    /** After which an answer is not to be expected any more: four deviations late. */
    long timeoutNs() {
        return smoothedNs + 4 * deviationNs;
    }

    /** Two round trips (RFC 8985, 7.2), or the timeout where that is longer. */
    long silenceNs() {
        return Math.max(2 * smoothedNs, timeoutNs());
    }
}
