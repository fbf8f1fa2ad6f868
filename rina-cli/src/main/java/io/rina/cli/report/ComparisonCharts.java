package io.rina.cli.report;

import static io.rina.cli.text.Numbers.bytes;

import io.rina.cli.report.ComparisonReport.Row;
import io.rina.plan.Strategies;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;

/** A line for each strategy over sizes; both axes are in powers of two. */
final class ComparisonCharts {
    private ComparisonCharts() {}

    static List<String> strategies(ComparisonReport report) {
        return Strategies.names().stream()
                .filter(name ->
                        report.rows().stream().anyMatch(row -> row.strategy().equals(name)))
                .toList();
    }

    /** The number of the strategy's colour: the same on all pages. */
    static int color(String strategy) {
        return Strategies.names().indexOf(strategy);
    }

    static String times(ComparisonReport report) {
        return draw(report, row -> row.medianUs() / 1e3, "times");
    }

    static String errors(ComparisonReport report) {
        return draw(report, row -> row.medianUs() / row.predictedUs(), "errors");
    }

    private static String draw(ComparisonReport report, ToDoubleFunction<Row> value, String name) {
        XYChart chart = Charts.xyChart("");
        chart.getStyler().setXAxisTickMarkSpacingHint(90);
        // The chart's own logarithmic axes name powers of ten only, of which there may be none.
        chart.setCustomXAxisTickLabelsFormatter(log -> bytes(Math.round(Math.pow(2, log))));
        chart.setCustomYAxisTickLabelsFormatter(log -> significant(Math.pow(2, log)));
        for (String strategy : strategies(report)) {
            add(chart, report, strategy, value);
        }
        return Charts.svg(chart, name);
    }

    private static void add(
            XYChart chart, ComparisonReport report, String strategy, ToDoubleFunction<Row> value) {
        List<Row> rows = report.rows().stream()
                .filter(row -> row.strategy().equals(strategy))
                .toList();
        double[] x =
                rows.stream().mapToDouble(row -> log2((double) row.bytes())).toArray();
        double[] y =
                rows.stream().mapToDouble(row -> log2(value.applyAsDouble(row))).toArray();
        Charts.line(chart.addSeries(strategy, x, y), color(strategy));
    }

    /** What is nothing, an empty vector say, is drawn as 1. */
    private static double log2(double value) {
        return value > 0 ? Math.log(value) / Math.log(2) : 0;
    }

    private static String significant(double value) {
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
