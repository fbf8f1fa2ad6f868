package io.rina.cli.report;

import static io.rina.cli.report.Html.escape;
import static io.rina.cli.text.Numbers.count;

import io.rina.cli.report.ReproductionReport.Level;
import io.rina.cli.report.ReproductionReport.Section;
import io.rina.cli.report.ReproductionReport.Verdict;
import io.rina.cli.report.SimulationFigures.Measure;
import java.util.List;
import java.util.Locale;

/** A {@link ReproductionReport} as one HTML page that loads nothing from anywhere. */
final class ReproductionPage {
    private final PageWriter page = new PageWriter();
    private final ReproductionReport report;

    private ReproductionPage(ReproductionReport report) {
        this.report = report;
    }

    static String of(ReproductionReport report) {
        ReproductionPage made = new ReproductionPage(report);
        made.head();
        made.summary();
        report.sections().forEach(made::section);
        return made.page.finish();
    }

    private void head() {
        page.head(
                "Rina · reproduction",
                "The claims of the Rina paper, simulated",
                "ICNP 2024, doi:10.1109/ICNP61940.2024.10858570. "
                        + count(report.sections().size(), "experiment")
                        + (report.quick() ? ", the quick grid" : "") + ".");
        page.add("<div class=\"card\"><h2>Run it again</h2><pre>" + escape(report.command())
                + "</pre><p>The same options give the same numbers. Every point is in results.csv"
                + " and results.json of the experiment's folder, the verdicts are in verdicts.csv."
                + " docs/reproduction.md says what was chosen where the paper could not be had,"
                + " and when a claim counts as one that holds.</p></div>");
    }

    private void summary() {
        page.add("<section class=\"card\"><h2>Verdicts</h2>");
        page.table("experiment", "hold", "hold in part", "do not hold");
        for (Section section : report.sections()) {
            page.row(
                    section.name(),
                    number(section, Level.GOOD),
                    number(section, Level.ODD),
                    number(section, Level.BAD));
        }
        page.endTable();
        page.add("</section>");
    }

    private static String number(Section section, Level level) {
        return Long.toString(section.verdicts().stream()
                .filter(verdict -> verdict.level() == level)
                .count());
    }

    private void section(Section section) {
        page.add("<h2 id=\"" + escape(section.name()) + "\">" + escape(section.name()) + ": "
                + escape(section.report().title()) + "</h2>");
        page.add("<p>" + escape(section.about()) + "</p>");
        page.add("<ul class=\"findings\">");
        section.verdicts().forEach(this::verdict);
        page.add("</ul>");
        section.notes().forEach(note -> page.add("<p class=\"sub\">" + escape(note) + "</p>"));
        Measure rate = Measure.rateOf(section.report());
        SimulationFigures figures =
                new SimulationFigures(page, section.report(), section.name() + "-");
        figures.charts(List.of(rate));
        page.add("<details class=\"card\"><summary>Tables</summary>");
        figures.tables(rate);
        page.add("</details>");
        page.add("<div class=\"card\"><pre>" + escape(section.report().command()) + "</pre></div>");
    }

    private void verdict(Verdict verdict) {
        page.add("<li class=\"" + verdict.level().name().toLowerCase(Locale.ROOT) + "\"><b>"
                + escape(verdict.claim()) + "</b>: " + verdict.level().words()
                + ".<br><small>" + escape(verdict.numbers()) + "</small></li>");
    }
}
