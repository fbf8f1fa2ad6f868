package io.rina.engine.number;

/**
 * What the conversion to fixed point did to one rank's contribution.
 *
 * @param nan values that were NaN
 * @param infinite values that were infinite
 * @param clipped finite values that were cut to the limit (by less than one unit), which takes over
 *     128 ranks
 * @param flushed values other than zero that became zero, being under half a unit of their block
 */
public record NumberReport(long nan, long infinite, long clipped, long flushed) {
    public static final NumberReport CLEAN = new NumberReport(0, 0, 0, 0);
}
