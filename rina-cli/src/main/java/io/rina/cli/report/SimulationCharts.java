package io.rina.cli.report;

import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.report.SimulationReport.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;

/**
 * Charts of a grid: one key along the axis, a line for each value of another, and a chart for each
 * combination of the rest.
 */
final class SimulationCharts {
    /** The key of which each value is a line, where there is more than one key. */
    private static final String LINES = "strategy";

    private final SimulationReport report;
    private final int axis;
    /** -1 for a single line. */
    private final int lines;

    SimulationCharts(SimulationReport report) {
        this.report = report;
        axis = axis(report);
        lines = lines(report, axis);
    }

    /** The key with most values, though strategies only if there is nothing else. */
    private static int axis(SimulationReport report) {
        int best = 0;
        for (int key = 1; key < report.keys().size(); key++) {
            if (weight(report, key) > weight(report, best)) {
                best = key;
            }
        }
        return best;
    }

    private static int weight(SimulationReport report, int key) {
        return report.keys().get(key).equals(LINES)
                ? 1
                : 1 + report.valuesOf(key).size();
    }

    private static int lines(SimulationReport report, int axis) {
        int strategies = report.keys().indexOf(LINES);
        if (strategies >= 0 && strategies != axis) {
            return strategies;
        }
        for (int key = 0; key < report.keys().size(); key++) {
            if (key != axis) {
                return key;
            }
        }
        return -1;
    }

    List<String> ticks() {
        return report.valuesOf(axis);
    }

    String axisName() {
        return report.keys().get(axis);
    }

    /** What the lines are, in order of their colours. */
    List<String> lineNames() {
        return lines < 0 ? List.of("") : report.valuesOf(lines);
    }

    /** Each combination of the other keys' values, as "a = 1, b = 2"; "" where there are none. */
    List<String> parts() {
        return report.points().stream().map(this::part).distinct().toList();
    }

    private String part(Point point) {
        List<String> others = new ArrayList<>();
        for (int key = 0; key < report.keys().size(); key++) {
            if (key != axis && key != lines) {
                others.add(report.keys().get(key) + " = " + point.values().get(key));
            }
        }
        return String.join(", ", others);
    }

    String draw(String part, ToDoubleFunction<Figures> value, String name) {
        CategoryChart chart = Charts.categoryChart(axisName());
        chart.getStyler().setOverlapped(true);
        List<String> ticks = ticks();
        double highest = 0;
        for (int line = 0; line < lineNames().size(); line++) {
            List<@Nullable Double> heights = new ArrayList<>();
            for (String tick : ticks) {
                heights.add(find(part, lineNames().get(line), tick, value));
            }
            for (@Nullable Double height : heights) {
                highest = height == null ? highest : Math.max(highest, height);
            }
            add(chart, lineNames().get(line), ticks, heights, line);
        }
        Charts.fromZeroTo(chart.getStyler(), highest);
        return Charts.svg(chart, name);
    }

    /** Null where nothing was run to its end. */
    @Nullable
    Double find(String part, String line, String tick, ToDoubleFunction<Figures> value) {
        for (Point point : report.points()) {
            if (point.isDone()
                    && part(point).equals(part)
                    && point.values().get(axis).equals(tick)
                    && (lines < 0 || point.values().get(lines).equals(line))) {
                return value.applyAsDouble(point.figures());
            }
        }
        return null;
    }

    private static void add(
            CategoryChart chart,
            String name,
            List<String> ticks,
            List<@Nullable Double> heights,
            int line) {
        CategorySeries series = chart.addSeries(name.isEmpty() ? "all" : name, ticks, heights);
        series.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Line);
        Charts.line(series, line);
    }
}
