package io.rina.cli.report;

import static io.rina.cli.report.Html.escape;
import static io.rina.cli.text.Numbers.count;

import io.rina.cli.report.SimulationFigures.Measure;
import io.rina.cli.report.SimulationReport.Point;
import java.util.ArrayList;
import java.util.List;

/** A {@link SimulationReport} as one HTML page that loads nothing from anywhere. */
final class SimulationPage {
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
        Measure rate = Measure.rateOf(report);
        new SimulationFigures(page, report, "").charts(List.of(Measure.TIME, rate));
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
