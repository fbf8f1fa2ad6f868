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
        page.table("claim", "holds in", "holds in part in", "does not hold in");
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
        page.endTable();
        page.add("</section>");
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
        page.add("<li class=\"" + verdict.level().name().toLowerCase(Locale.ROOT) + "\">"
                + escape(verdict.claim()) + ": <b>" + verdict.level().words() + "</b>. "
                + escape(verdict.summary()));
        if (verdict.numbers().size() > 1) {
            page.add("<details><summary>case by case</summary>");
            verdict.numbers().forEach(number -> page.add(escape(number) + "<br>"));
            page.add("</details>");
        }
        page.add("</li>");
    }
}
