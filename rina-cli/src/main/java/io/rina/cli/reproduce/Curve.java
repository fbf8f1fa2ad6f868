package io.rina.cli.reproduce;

/** Throughput over the switches replaced. */
final class Curve {
    private final double[] switches;
    private final double[] rates;

    /**
     * @param switches replaced, from none to all, rising
     * @param rates in any unit; NaN where a strategy cannot run
     */
    Curve(double[] switches, double[] rates) {
        if (switches.length < 2 || switches.length != rates.length) {
            throw new IllegalArgumentException("a curve of " + switches.length + " and "
                    + rates.length + " numbers: two or more of each are needed");
        }
        this.switches = switches.clone();
        this.rates = rates.clone();
    }

    static Curve of(Grid grid) {
        double[] switches = grid.values(Experiments.SWITCHES).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
        double[] rates = grid.values(Experiments.SWITCHES).stream()
                .mapToDouble(value -> grid.where(Experiments.SWITCHES, value).rate())
                .toArray();
        return new Curve(switches, rates);
    }

    private double none() {
        return rates[0];
    }

    /** Whether it has a number for no switch replaced. */
    boolean runsFromNone() {
        return !Double.isNaN(none());
    }

    /** By which share the rate without a switch has grown where {@code share} are replaced. */
    double gainAt(double share) {
        return at(share) / none() - 1;
    }

    /** The rate where {@code share} of the switches are replaced; between numbers on a line. */
    double at(double share) {
        double x = share * switches[switches.length - 1];
        int right = 1;
        while (right + 1 < switches.length && switches[right] < x) {
            right++;
        }
        if (switches[right] == x) {
            return rates[right]; // Where the one before may be NaN.
        }
        double part = (x - switches[right - 1]) / (switches[right] - switches[right - 1]);
        return rates[right - 1] + part * (rates[right] - rates[right - 1]);
    }

    /** The change by one number to the next that is least, as a share; negative for a loss. */
    double worstStep() {
        double worst = Double.POSITIVE_INFINITY;
        for (int i = 1; i < rates.length; i++) {
            worst = Math.min(worst, rates[i] / rates[i - 1] - 1);
        }
        return worst;
    }
}
