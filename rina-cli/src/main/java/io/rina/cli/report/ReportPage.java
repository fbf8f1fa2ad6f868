package io.rina.cli.report;

import static io.rina.cli.report.Html.decimal;
import static io.rina.cli.report.Html.escape;
import static io.rina.cli.report.Html.percent;
import static io.rina.cli.text.Numbers.count;
import static io.rina.cli.text.Numbers.number;

import io.rina.cli.report.PlanShape.RackShape;
import io.rina.cli.report.TrainReport.Environment;
import io.rina.cli.report.TrainReport.Outcome;
import io.rina.cli.report.TrainReport.RankReport;
import io.rina.cli.report.TrainReport.SwitchReport;
import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** A {@link TrainReport} as one HTML page that loads nothing from anywhere. */
final class ReportPage {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final StringBuilder html = new StringBuilder();
    private final TrainReport report;

    private ReportPage(TrainReport report) {
        this.report = report;
    }

    static String of(TrainReport report) {
        ReportPage page = new ReportPage(report);
        page.head();
        page.keyNumbers();
        page.findings();
        page.ring();
        page.charts();
        page.traffic();
        page.ranks();
        page.numbers();
        page.command();
        return page.html.append("</main></body></html>\n").toString();
    }

    private void head() {
        PlanShape plan = report.plan();
        add("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        add("<meta name=\"color-scheme\" content=\"light dark\">");
        add("<title>" + escape(report.title()) + "</title><style>" + style() + "</style></head>");
        add("<body><main><header><p class=\"brand\">Rina · training report</p>");
        add("<h1>" + escape(report.title()) + "</h1>");
        add("<p class=\"sub\">" + count(plan.workers(), "worker") + " in "
                + count(plan.racks().size(), "rack") + ", strategy " + escape(plan.strategy())
                + ", " + count(report.steps().size(), "step") + ". Finished "
                + DATE.format(report.environment().finished()) + ".</p></header>");
    }

    private static String style() {
        try (InputStream css = ReportPage.class.getResourceAsStream("report.css")) {
            if (css == null) {
                throw new IllegalStateException("report.css is not on the class path");
            }
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void keyNumbers() {
        Outcome outcome = report.outcome();
        add("<section class=\"tiles\">");
        tile(
                percent(outcome.testAccuracy()),
                "test accuracy",
                "of " + number(outcome.testImages()) + " images");
        tile(decimal(outcome.samplesPerSecond(), 0), "samples a second", "all ranks together");
        tile(percent(outcome.communicationShare()), "communication", "of the training time");
        tile(
                report.steps().isEmpty()
                        ? "–"
                        : decimal(report.steps().getLast().loss(), 3),
                "last loss",
                report.steps().isEmpty()
                        ? "no steps"
                        : "first " + decimal(report.steps().getFirst().loss(), 3));
        tile(
                decimal(outcome.trainingSeconds(), 1) + " s",
                "training time",
                count(report.steps().size(), "step"));
        tile(
                report.digestsAgree() ? "equal" : "differ",
                "copies of the model",
                Findings.shortened(report.ranks().getFirst().digest()));
        add("</section>");
    }

    private void tile(String value, String what, String more) {
        add("<div class=\"tile\"><p class=\"what\">" + escape(what) + "</p><p class=\"value\">"
                + escape(value) + "</p><p class=\"more\">" + escape(more) + "</p></div>");
    }

    private void findings() {
        add("<ul class=\"findings\">");
        Findings.of(report)
                .list()
                .forEach(finding -> add("<li class=\""
                        + finding.level().name().toLowerCase(Locale.ROOT) + "\">"
                        + escape(finding.text())
                        + "</li>"));
        add("</ul>");
    }

    private void ring() {
        PlanShape plan = report.plan();
        add("<section class=\"card\"><h2>" + (plan.ring().isEmpty() ? "Racks" : "Ring") + "</h2>");
        add("<p>" + escape(ringInWords()) + "</p>");
        add("<div class=\"wide\">" + RingPicture.of(plan) + "</div>");
        add("<p class=\"legend\">" + ringLegend() + "</p></section>");
    }

    /** Of what is in the picture. */
    private String ringLegend() {
        PlanShape plan = report.plan();
        boolean ina = plan.racks().stream().anyMatch(RackShape::ina);
        boolean plain = !plan.racks().stream().allMatch(RackShape::ina);
        boolean agent = plan.ring().stream().anyMatch(member -> member.rack() != null);
        return (ina ? key("ina", "rack whose ToR aggregates (Σ)") : "")
                + (plain ? key("plain", "ordinary rack") : "")
                + (agent ? key("agent", "agent of its rack") : "");
    }

    private static String key(String kind, String text) {
        return "<span><i class=\"key " + kind + "\"></i>" + text + "</span>";
    }

    private String ringInWords() {
        PlanShape plan = report.plan();
        if (plan.ring().isEmpty()) {
            return plan.strategy() + " has no ring; its plan has "
                    + count(plan.exchanges(), "exchange") + " over " + count(plan.chunks(), "chunk")
                    + ".";
        }
        long racks =
                plan.ring().stream().filter(member -> member.rack() != null).count();
        long workers = plan.ring().size() - racks;
        List<String> parts = new ArrayList<>();
        if (racks > 0) {
            parts.add(count(racks, "rack that is one member", "racks that are one member each"));
        }
        if (workers > 0) {
            parts.add(count(workers, "worker by itself", "workers by themselves"));
        }
        return count(plan.ring().size(), "member") + ": " + String.join(" and ", parts) + ". "
                + count(plan.chunks(), "chunk") + ", " + count(plan.exchanges(), "exchange") + ".";
    }

    private void charts() {
        add("<section class=\"pair\">");
        // A line needs two points.
        if (report.steps().size() > 1) {
            String parts = "<p class=\"legend\">" + key("compute", "compute")
                    + key("communicate", "communicate") + key("update", "update") + "</p>";
            String cut = Charts.cutsTimes(report.steps()) ? "; longer steps are cut off" : "";
            chart("Loss of each step", () -> Charts.loss(report.steps()), "");
            chart(
                    "Time of each step, ms, mean of all ranks" + cut,
                    () -> Charts.times(report.steps()),
                    parts);
            chart(
                    "Time of a mean step at each rank, ms",
                    () -> Charts.ranks(report.ranks()),
                    parts);
        }
        settings();
        add("</section>");
    }

    /**
     * A run is not lost because its chart cannot be drawn: without any font on the machine Java
     * throws an error here.
     */
    private void chart(String title, Supplier<String> chart, String legend) {
        String drawn;
        try {
            drawn = chart.get();
        } catch (RuntimeException | LinkageError | InternalError e) {
            drawn = "<p>This chart could not be drawn: " + escape(e.toString())
                    + ". The numbers are in report.json.</p>";
        }
        add("<figure class=\"card\"><figcaption>" + escape(title) + "</figcaption>" + drawn + legend
                + "</figure>");
    }

    private void traffic() {
        if (report.traffic().isEmpty()) {
            return;
        }
        add("<section class=\"card\"><h2>What was sent, by plan and as counted</h2>");
        add("<p>Frames with payload and their payload in the whole run, each frame once. A host has"
                + " one link, to its ToR; a ToR sends to its hosts and to the core. "
                + escape(times()) + "</p>");
        table("node", "frames planned", "frames counted", "bytes planned", "bytes counted", "");
        for (NodeTraffic node : report.traffic()) {
            row(
                    node.node(),
                    number(node.predictedFrames()),
                    number(node.countedFrames()),
                    number(node.predictedPayloadBytes()),
                    number(node.countedPayloadBytes()),
                    node.agrees() ? "as planned" : "differs");
        }
        add("</table></div></section>");
    }

    private String times() {
        double[] ms = report.steps().stream()
                .mapToDouble(TrainReport.Step::communicateMs)
                .sorted()
                .toArray();
        return ms.length == 0
                ? ""
                : "Communication took " + decimal(ms[ms.length / 2], 2) + " ms in the median step;"
                        + " predicted were "
                        + decimal(report.outcome().predictedCommunicateMs(), 2)
                        + " ms, in which waiting for slower ranks is not counted.";
    }

    private void ranks() {
        add("<section class=\"card\"><h2>Ranks and switches</h2>");
        add("<p>Frames that an endpoint sent and received in the whole run.</p>");
        table("", "host", "with payload", "control", "sent again", "received", "dropped", "digest");
        for (RankReport rank : report.ranks()) {
            counters(
                    "rank " + rank.rank(),
                    rank.host(),
                    rank.counters(),
                    Findings.shortened(rank.digest()));
        }
        for (SwitchReport tor : report.switches()) {
            counters("ToR " + tor.name(), "switch", tor.counters(), "–");
        }
        add("</table></div></section>");
    }

    private void counters(String node, String host, Map<Counter, Long> counters, String digest) {
        row(
                node,
                host,
                number(Counts.of(counters, Counter.DATA_SENT, Counter.RESULT_SENT)),
                number(Counts.control(counters)),
                number(Counts.resent(counters)),
                number(Counts.of(counters, Counter.FRAMES_RECEIVED)),
                Counts.drops(counters),
                digest);
    }

    private void numbers() {
        add("<section class=\"card\"><h2>Fixed point</h2>");
        add("<p>Gradients are summed as whole numbers with one exponent a block. Flushed: too small"
                + " beside the largest of its block, and so zero. Clipped: cut to the limit, by less"
                + " than one unit.</p>");
        table("rank", "flushed", "clipped", "NaN", "infinite");
        for (RankReport rank : report.ranks()) {
            numberRow(Integer.toString(rank.rank()), rank.numbers());
        }
        numberRow("all", Findings.sum(report.ranks()));
        add("</table></div></section>");
    }

    private void numberRow(String rank, NumberReport numbers) {
        row(
                rank,
                number(numbers.flushed()),
                number(numbers.clipped()),
                number(numbers.nan()),
                number(numbers.infinite()));
    }

    private void settings() {
        add("<div class=\"card\"><h2>Settings</h2><dl>");
        report.settings().forEach(this::entry);
        add("</dl></div>");
    }

    private void entry(String name, String value) {
        add("<dt>" + escape(name) + "</dt><dd>" + escape(value) + "</dd>");
    }

    private void command() {
        add("<section class=\"pair\"><div class=\"card\"><h2>Run it again</h2><pre>"
                + escape(report.command()) + "</pre><p>Everything on this page is in report.json"
                + " beside it.</p></div><div class=\"card\"><h2>Environment</h2><dl>");
        Environment environment = report.environment();
        entry("Rina", environment.rina());
        entry("Java", environment.jdk());
        entry("system", environment.system());
        entry("cores", Integer.toString(environment.cores()));
        add("</dl></div></section>");
    }

    private void table(String... columns) {
        add("<div class=\"wide\"><table><tr>");
        for (String column : columns) {
            add("<th>" + escape(column) + "</th>");
        }
        add("</tr>");
    }

    private void row(String... cells) {
        html.append("<tr>");
        for (String cell : cells) {
            html.append("<td>").append(escape(cell)).append("</td>");
        }
        html.append("</tr>\n");
    }

    private void add(String line) {
        html.append(line).append('\n');
    }
}
