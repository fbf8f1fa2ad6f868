package io.rina.cli.reproduce;

import io.rina.cli.report.ReproductionReport.Level;
import io.rina.cli.reproduce.Finding.Unit;

import java.util.Locale;

/** When a claim holds. The limits are choices; docs/reproduction.md has them in words. */
final class Criteria {
    /** Less than this is no gain. */
    static final double GAIN = 0.05;
    /** So much may be lost by one step of a gain that is steady. */
    static final double SLIP = 0.01;
    /** "More than 50 % ahead". */
    static final double FAR_AHEAD = 1.5;

    static final double LEVEL = 0.95;
    static final double NEARLY_LEVEL = 0.8;

    private Criteria() {}

    /**
     * Throughput rises with every switch: half of them bring 5 % or more, and none takes more than
     * 1 % away. In part where there is a gain of 5 % with all of them only.
     */
    static Finding steadyGain(Curve curve) {
        boolean steady = curve.gainAt(0.5) >= GAIN && curve.worstStep() >= -SLIP;
        Level level = curve.gainAt(1) < GAIN ? Level.BAD : steady ? Level.GOOD : Level.ODD;
        String atHalf = "at half " + Unit.CHANGE.text(curve.gainAt(0.5));
        String worst = curve.worstStep() < -SLIP
                ? ", worst step " + Unit.CHANGE.text(curve.worstStep())
                : "";
        return new Finding(level, curve.gainAt(1), Unit.CHANGE, atHalf + worst);
    }

    /**
     * Throughput gains only once nearly all switches are replaced: half of them bring less than
     * 5 %, or there is no plan before all are replaced. In part where more than half of the gain
     * comes with the last quarter of them, and where there is never a gain.
     */
    static Finding lateGain(Curve curve) {
        if (!curve.runsFromNone()) {
            return new Finding(Level.GOOD, 0, Unit.CHANGE, "no plan before all are replaced");
        }
        double all = curve.gainAt(1);
        boolean last = curve.gainAt(0.75) <= all / 2;
        Level level = all < GAIN
                ? Level.ODD
                : curve.gainAt(0.5) < GAIN ? Level.GOOD : last ? Level.ODD : Level.BAD;
        return new Finding(
                level,
                curve.gainAt(0.5),
                Unit.CHANGE,
                "at three quarters " + Unit.CHANGE.text(curve.gainAt(0.75)) + ", at all "
                        + Unit.CHANGE.text(all));
    }

    /** {@code rate} is 50 % or more ahead of {@code other}; in part where it is 5 % or more. */
    static Finding farAhead(double rate, double other) {
        double ratio = rate / other;
        return times(
                ratio >= FAR_AHEAD ? Level.GOOD : ratio >= 1 + GAIN ? Level.ODD : Level.BAD, ratio);
    }

    /** {@code rate} is 5 % or more ahead of {@code other}. */
    static Finding ahead(double rate, double other) {
        double ratio = rate / other;
        return times(ratio >= 1 + GAIN ? Level.GOOD : Level.BAD, ratio);
    }

    /** {@code rate} is 95 % or more of {@code other}; in part from 80 % on. */
    static Finding level(double rate, double other) {
        double ratio = rate / other;
        return times(
                ratio >= LEVEL ? Level.GOOD : ratio >= NEARLY_LEVEL ? Level.ODD : Level.BAD, ratio);
    }

    /**
     * A lead of {@code last} is no less, up to 5 %, than one of {@code first}. In part where it is
     * less, and still a lead of 5 %.
     */
    static Finding keptLead(double first, double last) {
        Level level = last < 1 + GAIN ? Level.BAD : last >= first * LEVEL ? Level.GOOD : Level.ODD;
        return new Finding(level, last, Unit.TIMES, "at first " + Unit.TIMES.text(first));
    }

    /**
     * {@code grown} times as much is done with {@code workers} times the workers: no more than 5 %
     * more. In part where it is less than half of the proportion.
     */
    static Finding stoppedScaling(double workers, double grown) {
        Level level = grown < 1 + GAIN ? Level.GOOD : grown < workers / 2 ? Level.ODD : Level.BAD;
        return new Finding(
                level,
                grown,
                Unit.TIMES,
                String.format(Locale.ROOT, "by %.1f times the workers", workers));
    }

    /** Time has grown as the steps have, up to a fifth. */
    static Finding grownAsSteps(double steps, double time) {
        boolean near = Math.abs(time / steps - 1) <= 0.2;
        return new Finding(
                near ? Level.GOOD : Level.BAD,
                time,
                Unit.TIMES,
                String.format(Locale.ROOT, "by %.1f times the steps", steps));
    }

    /** Twice as fast; in part where it is 5 % or more. */
    static Finding twiceAsFast(double ratio) {
        return times(ratio >= 2 ? Level.GOOD : ratio >= 1 + GAIN ? Level.ODD : Level.BAD, ratio);
    }

    /** What is added to a time is less, by 5 % or more, than what is added to another. */
    static Finding addedLess(double seconds, double otherSeconds) {
        double ratio = seconds / otherSeconds;
        return new Finding(
                ratio <= LEVEL ? Level.GOOD : Level.BAD,
                ratio,
                Unit.TIMES,
                String.format(
                        Locale.ROOT, "%.1f ms and %.1f ms", seconds * 1e3, otherSeconds * 1e3));
    }

    private static Finding times(Level level, double ratio) {
        return new Finding(level, ratio, Unit.TIMES, "");
    }
}
