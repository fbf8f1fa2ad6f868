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

    /**
     * Measures the errors of {@code count} floats, infinities and NaN left out.
     *
     * @param unit what errors are told in, relative to the block's scale
     */
    void measure(float[] floats, int[] lanes, int from, int count, double unitsInOne, double unit) {
        double largest = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double error = Math.abs(floats[i] * unitsInOne - lanes[from + i]);
            double counted = error <= Double.MAX_VALUE ? error : 0;
            largest = counted > largest ? counted : largest;
            squares += counted * counted;
        }
        largestError = Math.max(largestError, largest * unit);
        squaredErrors += squares * unit * unit;
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
