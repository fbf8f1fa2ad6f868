package io.rina.cli.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How near a model without packets is to packets, strategy by strategy. */
final class Deviation {
    private Deviation() {}

    /** The two have the same points in the same order. */
    static String of(Grid model, Grid packets) {
        List<String> parts = new ArrayList<>();
        for (String strategy : packets.values(Experiments.STRATEGY)) {
            String range = range(
                    model.where(Experiments.STRATEGY, strategy),
                    packets.where(Experiments.STRATEGY, strategy));
            if (!range.isEmpty()) {
                parts.add(strategy + " " + range);
            }
        }
        return String.join(", ", parts) + ".";
    }

    private static String range(Grid model, Grid packets) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 0; i < packets.points().size(); i++) {
            if (packets.points().get(i).isDone()) {
                double ratio = seconds(model, i) / seconds(packets, i);
                least = Math.min(least, ratio);
                most = Math.max(most, ratio);
            }
        }
        if (most == 0) {
            return "";
        }
        String low = String.format(Locale.ROOT, "%.2f", least);
        String high = String.format(Locale.ROOT, "%.2f", most);
        return low.equals(high) ? low : low + " to " + high;
    }

    private static double seconds(Grid grid, int point) {
        return grid.points().get(point).figures().iterationSeconds().doubleValue();
    }
}
