package io.rina.cli.report;

import static io.rina.cli.report.Html.decimal;
import static io.rina.cli.report.Html.escape;
import static io.rina.cli.text.Numbers.bytes;
import static io.rina.cli.text.Numbers.count;
import static io.rina.cli.text.Numbers.micros;

import io.rina.cli.report.ComparisonReport.Row;
import java.util.List;

/** A {@link ComparisonReport} as one HTML page that loads nothing from anywhere. */
final class ComparisonPage {
    private final PageWriter page = new PageWriter();
    private final ComparisonReport report;

    private ComparisonPage(ComparisonReport report) {
        this.report = report;
    }

    static String of(ComparisonReport report) {
        ComparisonPage made = new ComparisonPage(report);
        made.head();
        made.findings();
        made.charts();
        made.sizes().forEach(made::size);
        made.refusals();
        made.page.command(
                report.command(),
                "Everything on this page is in the .json file beside it.",
                report.environment());
        return made.page.finish();
    }

    private List<Long> sizes() {
        return report.rows().stream().map(Row::bytes).distinct().toList();
    }

    private List<Row> rows(long bytes) {
        return report.rows().stream().filter(row -> row.bytes() == bytes).toList();
    }

    private void head() {
        long strategies = report.rows().stream().map(Row::strategy).distinct().count();
        page.head(
                "Rina · comparison of strategies",
                count(strategies, "strategy", "strategies") + " on "
                        + count(report.workers(), "worker"),
                report.topology() + ". The strategies took turns; "
                        + count(report.repetitions(), "all-reduce")
                        + " of each size and strategy were timed, each as long as at its slowest"
                        + " rank.",
                report.environment());
    }

    private void findings() {
        page.add("<ul class=\"findings\">");
        long wrong = report.rows().stream()
                .mapToLong(row -> Math.max(0, row.wrong()))
                .sum();
        boolean same = report.rows().stream().allMatch(Row::sameBits);
        finding(
                same,
                same
                        ? "All strategies gave the same bits at all ranks."
                        : "Not all strategies gave the same bits at all ranks: see the tables.");
        if (wrong > 0) {
            finding(
                    false,
                    count(wrong, "result is", "results are")
                            + " further from the exact sum than the bound allows.");
        }
        page.add("</ul>");
    }

    private void finding(boolean good, String text) {
        page.add("<li class=\"" + (good ? "good" : "bad") + "\">" + escape(text) + "</li>");
    }

    private void charts() {
        if (sizes().size() < 2) {
            return; // A line needs two points.
        }
        String legend = PageWriter.legend(ComparisonCharts.strategies(report).stream()
                .map(name -> PageWriter.key(Charts.lineKey(ComparisonCharts.color(name)), name))
                .toList());
        page.add("<section class=\"pair\">");
        page.chart("Median time by size, ms", () -> ComparisonCharts.times(report), legend);
        page.chart(
                "Measured time over predicted time, by size",
                () -> ComparisonCharts.errors(report),
                legend);
        page.add("</section>");
    }

    private void size(long bytes) {
        page.add("<section class=\"card\"><h2>" + bytes(bytes) + "</h2><p>"
                + count(rows(bytes).getFirst().elements(), "element") + ", the fastest first</p>");
        page.table(
                "strategy",
                "median",
                "quartiles",
                "algbw GB/s",
                "busbw GB/s",
                "predicted",
                "busiest host link, planned",
                "and counted",
                "#wrong",
                "same bits");
        for (Row row : rows(bytes)) {
            page.row(
                    row.strategy(),
                    micros(row.medianUs()),
                    micros(row.lowerUs()) + " – " + micros(row.upperUs()),
                    decimal(row.algbwGBs(), 4),
                    decimal(row.busbwGBs(report.workers()), 4),
                    micros(row.predictedUs()),
                    bytes(row.hostLinkBytes()),
                    bytes(row.sentBytes()),
                    row.wrong() < 0 ? "–" : Long.toString(row.wrong()),
                    row.sameBits() ? "yes" : "NO");
        }
        page.endTable();
        page.add("</section>");
    }

    private void refusals() {
        if (report.refusals().isEmpty()) {
            return;
        }
        page.add("<section class=\"card\"><h2>Not on these racks</h2><ul>");
        report.refusals().forEach(refusal -> page.add("<li>" + escape(refusal) + "</li>"));
        page.add("</ul></section>");
    }
}
