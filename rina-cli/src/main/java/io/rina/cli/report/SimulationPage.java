package io.rina.cli.report;

import static io.rina.cli.report.Html.escape;
import static io.rina.cli.text.Numbers.count;

import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.report.SimulationReport.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A {@link SimulationReport} as one HTML page that loads nothing from anywhere. */
final class SimulationPage {
    /** A page of more charts is no help. */
    private static final int MOST_PARTS = 12;

    private final PageWriter page = new PageWriter();
    private final SimulationReport report;

    private SimulationPage(SimulationReport report) {
        this.report = report;
    }

    static String of(SimulationReport report) {
        SimulationPage page = new SimulationPage(report);
        page.head();
        page.charts();
        page.table();
        page.settings();
        return page.page.finish();
    }

    private void head() {
        long done = report.points().stream().filter(Point::isDone).count();
        page.head(
                "Rina · simulation",
                report.title(),
                count(report.points().size(), "point") + ", " + done + " run to the end.");
    }

    private void charts() {
        if (report.keys().isEmpty() || report.points().stream().noneMatch(Point::isDone)) {
            return;
        }
        SimulationCharts charts = new SimulationCharts(report);
        List<String> parts = charts.parts();
        page.add("<section class=\"pair\">");
        for (int i = 0; i < Math.min(MOST_PARTS, parts.size()); i++) {
            String of = parts.get(i).isEmpty() ? "" : ": " + parts.get(i);
            chart(
                    charts,
                    "Time of an iteration, ms" + of,
                    parts.get(i),
                    figures -> figures.iterationSeconds().doubleValue() * 1e3,
                    "time" + i);
            boolean trains =
                    report.points().stream().anyMatch(point -> point.figures().samplesPerSec() > 0);
            chart(
                    charts,
                    (trains ? "Samples a second" : "Reduced, Gbit/s") + of,
                    parts.get(i),
                    trains ? Figures::samplesPerSec : Figures::reducedGbps,
                    "rate" + i);
        }
        page.add("</section>");
        if (parts.size() > MOST_PARTS) {
            page.add("<p>Charts are drawn of the first " + MOST_PARTS + " of " + parts.size()
                    + " combinations; the table has all.</p>");
        }
    }

    private void chart(
            SimulationCharts charts,
            String title,
            String part,
            ToDoubleFunction<Figures> value,
            String name) {
        List<String> keys = new ArrayList<>();
        List<String> lines = charts.lineNames();
        for (int i = 0; i < lines.size() && lines.size() > 1; i++) {
            keys.add(PageWriter.key(Charts.lineKey(i), lines.get(i)));
        }
        page.chart(title, () -> charts.draw(part, value, name), PageWriter.legend(keys));
    }

    private void table() {
        page.add("<section class=\"card\"><h2>Points</h2>");
        List<String> head = new ArrayList<>(List.of("point"));
        head.addAll(report.keys());
        head.addAll(List.of("iteration", "reduced", "samples", "lost", "outcome"));
        page.table(head.toArray(String[]::new));
        for (int i = 0; i < report.points().size(); i++) {
            Point point = report.points().get(i);
            List<String> cells = new ArrayList<>(List.of(Integer.toString(i + 1)));
            cells.addAll(point.values());
            cells.addAll(SimulationTable.cells(point));
            page.row(cells.toArray(String[]::new));
        }
        page.endTable();
        for (String why : SimulationTable.whys(report)) {
            page.add("<p>" + escape(why) + "</p>");
        }
        page.add("</section>");
    }

    private void settings() {
        page.add("<section class=\"pair\"><div class=\"card\"><h2>Settings</h2><dl>");
        report.settings().forEach(page::entry);
        page.add("</dl></div><div class=\"card\"><h2>Run it again</h2><pre>"
                + escape(report.command())
                + "</pre><p>The same file and seed give the same results. All figures are in"
                + " results.csv and results.json beside this page.</p></div></section>");
    }
}
