package io.rina.cli.reproduce;

import io.rina.cli.report.ReproductionReport.Level;

import java.util.List;
import java.util.Locale;

/**
 * What one case says of a claim.
 *
 * @param value the number that decides
 * @param more other numbers, in words
 */
record Finding(Level level, double value, Unit unit, String more) {
    /** How numbers are written. */
    enum Unit {
        /** A change, as a share of what it was: +12.3 %. */
        CHANGE,
        /** A ratio: 1.23 times. */
        TIMES;

        String text(double value) {
            return switch (this) {
                case CHANGE -> String.format(Locale.ROOT, "%+.1f %%", value * 100);
                case TIMES ->
                    String.format(Locale.ROOT, value < 99.5 ? "%.2f times" : "%.0f times", value);
            };
        }
    }

    Finding {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a finding without a number: " + more);
        }
    }

    String text() {
        return unit.text(value) + (more.isEmpty() ? "" : ", " + more);
    }

    /** Of several cases: what all of them say, and else in part. */
    static Level of(List<Finding> cases) {
        Level first = cases.getFirst().level();
        return cases.stream().allMatch(one -> one.level() == first) ? first : Level.ODD;
    }

    /** The least value and the greatest, or all there is to say of a single case. */
    static String range(List<Finding> cases) {
        if (cases.size() == 1) {
            return cases.getFirst().text();
        }
        Unit unit = cases.getFirst().unit();
        String least =
                unit.text(cases.stream().mapToDouble(Finding::value).min().orElseThrow());
        String most = unit.text(cases.stream().mapToDouble(Finding::value).max().orElseThrow());
        String more = cases.getFirst().more();
        boolean alike = cases.stream().allMatch(one -> one.more().equals(more));
        return (least.equals(most) ? least : least + " to " + most) + " in " + cases.size()
                + " cases" + (alike && !more.isEmpty() ? ", " + more : "");
    }
}
