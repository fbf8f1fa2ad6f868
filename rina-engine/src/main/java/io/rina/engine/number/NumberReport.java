package io.rina.engine.number;

/**
 * What operations did to one rank's numbers. The errors are those of 16-bit sums, relative to 2^E,
 * where E is the binary exponent of the largest magnitude that any rank has in the element's block.
 * Each is at most 2^(L-15), or below 2^(L-14) where values were clipped, with L = ceil(log2 ranks).
 *
 * @param nan values of this rank that were NaN
 * @param infinite values of this rank that were infinite
 * @param clipped finite values of this rank that were cut to the limit, by less than one unit; at
 *     full width that takes over 128 ranks
 * @param flushed values of this rank other than zero that became zero, being at most half a unit of
 *     their block
 * @param overflowed sums that this rank received and that are infinite because they are over the
 *     largest number of the type
 * @param measured values of this rank whose error was measured
 * @param largestError of those
 * @param rootMeanSquareError of those
 * @param inFloat whether a sum was made in floats, by choice or for values that are not finite
 */
public record NumberReport(
        long nan,
        long infinite,
        long clipped,
        long flushed,
        long overflowed,
        long measured,
        double largestError,
        double rootMeanSquareError,
        boolean inFloat) {
    public static final NumberReport CLEAN = new NumberReport(0, 0, 0, 0);

    /** Of a fixed-point operation of full width that did not overflow. */
    public NumberReport(long nan, long infinite, long clipped, long flushed) {
        this(nan, infinite, clipped, flushed, 0, 0, 0, 0, false);
    }

    /** Both together. */
    public NumberReport plus(NumberReport other) {
        long all = measured + other.measured;
        double squares = squares() + other.squares();
        return new NumberReport(
                nan + other.nan,
                infinite + other.infinite,
                clipped + other.clipped,
                flushed + other.flushed,
                overflowed + other.overflowed,
                all,
                Math.max(largestError, other.largestError),
                all == 0 ? 0 : Math.sqrt(squares / all),
                inFloat || other.inFloat);
    }

    private double squares() {
        return measured * rootMeanSquareError * rootMeanSquareError;
    }
}
