package io.rina.cli.report;

import static io.rina.cli.report.Html.escape;
import static io.rina.cli.text.Numbers.count;

import io.rina.cli.report.ReproductionReport.Level;
import io.rina.cli.report.ReproductionReport.Section;
import io.rina.cli.report.ReproductionReport.Verdict;
import io.rina.cli.report.SimulationFigures.Measure;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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

    /** Each claim once, and where it holds. */
    private void summary() {
        page.add("<section class=\"card\"><h2>Claims</h2>");
        page.add("<table class=\"words\"><tr><th>claim</th><th>holds in</th><th>holds in part in"
                + "</th><th>does not hold in</th></tr>");
        List<String> claims = report.sections().stream()
                .flatMap(section -> section.verdicts().stream())
                .map(Verdict::claim)
                .distinct()
                .toList();
        for (String claim : claims) {
            page.row(
                    claim,
                    where(claim, Level.GOOD),
                    where(claim, Level.ODD),
                    where(claim, Level.BAD));
        }
        page.add("</table></section>");
    }

    private String where(String claim, Level level) {
        return report.sections().stream()
                .filter(section -> section.verdicts().stream()
                        .anyMatch(verdict ->
                                verdict.claim().equals(claim) && verdict.level() == level))
                .map(Section::name)
                .collect(Collectors.joining(", "));
    }

    private void section(Section section) {
        page.add("<section><h2 id=\"" + escape(section.name()) + "\">" + escape(section.name())
                + ": " + escape(section.report().title()) + "</h2>");
        page.add("<p>" + escape(section.about()) + "</p>");
        Measure rate = Measure.rateOf(section.report());
        SimulationFigures figures =
                new SimulationFigures(page, section.report(), section.name() + "-");
        figures.charts(List.of(rate));
        verdicts(section);
        page.add("<details class=\"card\"><summary>All numbers of the charts</summary>");
        figures.tables(rate);
        page.add("</details>");
        page.add("<pre>" + escape(section.report().command()) + "</pre></section>");
    }

    private void verdicts(Section section) {
        page.add("<div class=\"card\"><table class=\"words\"><tr><th>claim</th><th>verdict</th>"
                + "<th>numbers</th></tr>");
        for (Verdict verdict : section.verdicts()) {
            page.add("<tr><td>" + escape(verdict.claim()) + "</td><td class=\""
                    + verdict.level().name().toLowerCase(Locale.ROOT) + "\">"
                    + verdict.level().words() + "</td><td>" + escape(verdict.summary()));
            if (verdict.numbers().size() > 1) {
                page.add("<details><summary>case by case</summary>");
                verdict.numbers().forEach(number -> page.add(escape(number) + "<br>"));
                page.add("</details>");
            }
            page.add("</td></tr>");
        }
        page.add("</table>");
        section.notes().forEach(note -> page.add("<p>" + escape(note) + "</p>"));
        page.add("</div>");
    }
}
