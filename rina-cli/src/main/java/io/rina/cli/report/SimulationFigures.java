package io.rina.cli.report;

import static io.rina.cli.report.Html.escape;

import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.report.SimulationReport.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Charts and tables of a grid on a page. */
final class SimulationFigures {
    /** A page of more charts is no help. */
    private static final int MOST_PARTS = 12;

    private final PageWriter page;
    private final SimulationReport report;
    private final @Nullable SimulationCharts charts;
    private final String prefix;

    /** {@code prefix} sets its charts apart from others of the page. */
    SimulationFigures(PageWriter page, SimulationReport report, String prefix) {
        this.page = page;
        this.report = report;
        this.prefix = prefix;
        charts = report.keys().isEmpty() ? null : new SimulationCharts(report);
    }

    /** What a chart shows, with its unit in the title. */
    record Measure(String title, String name, int digits, ToDoubleFunction<Figures> value) {
        static final Measure TIME = new Measure(
                "Time of an iteration, ms",
                "time",
                3,
                figures -> figures.iterationSeconds().doubleValue() * 1e3);

        /** What all workers train, or where they do not, what they reduce. */
        static Measure rateOf(SimulationReport report) {
            boolean trains =
                    report.points().stream().anyMatch(point -> point.figures().samplesPerSec() > 0);
            return trains
                    ? new Measure("Samples a second", "rate", 0, Figures::samplesPerSec)
                    : new Measure("Reduced, Gbit/s", "rate", 3, Figures::reducedGbps);
        }
    }

    /** For each combination of the keys that are neither axis nor lines, each of the measures. */
    void charts(List<Measure> measures) {
        if (charts == null || report.points().stream().noneMatch(Point::isDone)) {
            return;
        }
        List<String> parts = charts.parts();
        page.add("<section class=\"pair\">");
        for (int i = 0; i < Math.min(MOST_PARTS, parts.size()); i++) {
            for (Measure measure : measures) {
                chart(charts, measure, parts.get(i), prefix + measure.name() + i);
            }
        }
        page.add("</section>");
        if (parts.size() > MOST_PARTS) {
            page.add("<p>Charts are drawn of the first " + MOST_PARTS + " of " + parts.size()
                    + " combinations; the table has all.</p>");
        }
    }

    private void chart(SimulationCharts drawn, Measure measure, String part, String id) {
        List<String> keys = new ArrayList<>();
        List<String> lines = drawn.lineNames();
        for (int i = 0; i < lines.size() && lines.size() > 1; i++) {
            keys.add(PageWriter.key(Charts.lineKey(i), lines.get(i)));
        }
        page.chart(
                measure.title() + (part.isEmpty() ? "" : ": " + part),
                () -> drawn.draw(part, measure.value(), id),
                PageWriter.legend(keys));
    }

    /** The values that the charts show: a row for each place on the axis, a column for each line. */
    void tables(Measure measure) {
        if (charts == null) {
            return;
        }
        for (String part : charts.parts()) {
            page.add("<p><b>" + escape(measure.title() + (part.isEmpty() ? "" : ": " + part))
                    + "</b></p>");
            List<String> head = new ArrayList<>(List.of(charts.axisName()));
            head.addAll(charts.lineNames());
            page.table(head.toArray(String[]::new));
            for (String tick : charts.ticks()) {
                List<String> cells = new ArrayList<>(List.of(tick));
                for (String line : charts.lineNames()) {
                    Double value = charts.find(part, line, tick, measure.value());
                    cells.add(value == null ? "–" : Html.decimal(value, measure.digits()));
                }
                page.row(cells.toArray(String[]::new));
            }
            page.endTable();
        }
    }
}
