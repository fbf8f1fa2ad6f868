package io.rina.cli.reproduce;

import io.rina.cli.report.ReproductionReport.Level;

import java.util.Locale;

/** When a claim holds. The limits are choices; docs/reproduction.md has them in words. */
final class Criteria {
    /** Less than this is no gain. */
    static final double GAIN = 0.05;
    /** So much may be lost by one step of a gain that is steady. */
    static final double SLIP = 0.01;
    /** A steady gain has a third of itself with half of the switches; half would be a line. */
    static final double STEADY_AT_HALF = 1.0 / 3;
    /** A late gain has at most half of itself with three quarters of the switches. */
    static final double LATE_AT_THREE_QUARTERS = 0.5;
    /** "More than 50 % ahead". */
    static final double AHEAD = 1.5;

    static final double LEVEL = 0.95;
    static final double NEARLY_LEVEL = 0.8;

    private Criteria() {}

    /**
     * Throughput rises with every switch: it gains 5 % or more in all, a third of that with half of
     * the switches, and no step loses more than 1 %. In part where it only gains in all.
     */
    static Finding steadyGain(Curve curve) {
        String numbers = percent(curve.gain());
        if (curve.gain() < GAIN) {
            double best = best(curve);
            return new Finding(
                    Level.BAD, best < GAIN ? numbers : numbers + ", on the way " + percent(best));
        }
        boolean steady = curve.worstStep() >= -SLIP && curve.gained(0.5) >= STEADY_AT_HALF;
        return new Finding(
                steady ? Level.GOOD : Level.ODD,
                numbers + ", at half " + percent(curve.at(0.5) / curve.none() - 1)
                        + (curve.worstStep() < -SLIP
                                ? ", worst step " + percent(curve.worstStep())
                                : ""));
    }

    private static double best(Curve curve) {
        double best = 0;
        for (double rate : curve.rates()) {
            best = Math.max(best, rate / curve.none() - 1);
        }
        return best;
    }

    /**
     * Throughput gains only once nearly all switches are replaced: half of the gain or less with
     * three quarters of them, or no plan before. In part where a third or less is there with half of
     * them, and where nothing is ever gained.
     */
    static Finding lateGain(Curve curve) {
        if (!curve.runsFromNone()) {
            return new Finding(Level.GOOD, "has no plan before all are replaced");
        }
        String numbers = percent(curve.gain());
        if (curve.gain() < GAIN) {
            return new Finding(Level.ODD, numbers + ", so never");
        }
        String shares = ", of which " + share(curve.gained(0.5)) + " at half and "
                + share(curve.gained(0.75)) + " at three quarters";
        if (curve.gained(0.75) <= LATE_AT_THREE_QUARTERS) {
            return new Finding(Level.GOOD, numbers + shares);
        }
        return new Finding(
                curve.gained(0.5) <= STEADY_AT_HALF ? Level.ODD : Level.BAD, numbers + shares);
    }

    /** {@code rate} is 50 % or more ahead of {@code other}; in part where it is 5 % or more. */
    static Finding farAhead(double rate, double other) {
        double ratio = rate / other;
        return new Finding(
                ratio >= AHEAD ? Level.GOOD : ratio >= 1 + GAIN ? Level.ODD : Level.BAD,
                times(ratio));
    }

    /** {@code rate} is 5 % or more ahead of {@code other}. */
    static Finding ahead(double rate, double other) {
        double ratio = rate / other;
        return new Finding(ratio >= 1 + GAIN ? Level.GOOD : Level.BAD, times(ratio));
    }

    /** {@code rate} is 95 % or more of {@code other}; in part from 80 % on. */
    static Finding level(double rate, double other) {
        double ratio = rate / other;
        return new Finding(
                ratio >= LEVEL ? Level.GOOD : ratio >= NEARLY_LEVEL ? Level.ODD : Level.BAD,
                times(ratio));
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", share * 100);
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f times", ratio);
    }
}
