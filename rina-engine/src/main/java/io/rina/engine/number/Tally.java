package io.rina.engine.number;

/** What became of one rank's numbers, counted while an operation runs. */
final class Tally {
    long nan;
    long infinite;
    long clipped;
    long flushed;
    long overflowed;
    boolean inFloat;

    private double largestError;
    private double squaredErrors;
    private long measured;

    /** Adds the errors of {@code count} elements, relative to their block's scale. */
    void addErrors(double largest, double squares, int count) {
        largestError = Math.max(largestError, largest);
        squaredErrors += squares;
        measured += count;
    }

    NumberReport report() {
        double mean = measured == 0 ? 0 : squaredErrors / measured;
        return new NumberReport(
                nan,
                infinite,
                clipped,
                flushed,
                overflowed,
                measured,
                largestError,
                Math.sqrt(mean),
                inFloat);
    }
}
