package io.rina.cli.reproduce;

import io.rina.cli.report.SimulationReport;
import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.report.SimulationReport.Point;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The points of a report, or those that have certain values of some keys. */
record Grid(List<String> keys, List<Point> points) {
    Grid {
        keys = List.copyOf(keys);
        points = List.copyOf(points);
    }

    static Grid of(SimulationReport report) {
        return new Grid(report.keys(), report.points());
    }

    private int index(String key) {
        int index = keys.indexOf(key);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "the grid has no key " + key + "; it has " + String.join(", ", keys));
        }
        return index;
    }

    boolean has(String key) {
        return keys.contains(key);
    }

    Grid where(String key, String value) {
        int index = index(key);
        return new Grid(
                keys,
                points.stream()
                        .filter(point -> point.values().get(index).equals(value))
                        .toList());
    }

    /** Each once, in the order of the points. */
    List<String> values(String key) {
        int index = index(key);
        return points.stream()
                .map(point -> point.values().get(index))
                .distinct()
                .toList();
    }

    /** Of the only point; null where it is missing or was not run to its end. */
    @Nullable
    Figures figures() {
        if (points.size() > 1) {
            throw new IllegalArgumentException(points.size() + " points where one was expected");
        }
        return points.isEmpty() || !points.getFirst().isDone()
                ? null
                : points.getFirst().figures();
    }

    /** Samples a second of the only point, or what it reduced; NaN where there are no figures. */
    double rate() {
        Figures figures = figures();
        if (figures == null) {
            return Double.NaN;
        }
        return figures.samplesPerSec() > 0 ? figures.samplesPerSec() : figures.reducedGbps();
    }

    /** Of an iteration of the only point; NaN where there are no figures. */
    double seconds() {
        Figures figures = figures();
        return figures == null ? Double.NaN : figures.iterationSeconds().doubleValue();
    }
}
