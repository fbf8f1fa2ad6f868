package io.rina.cli.report;

import static io.rina.cli.report.Html.decimal;
import static io.rina.cli.report.Html.escape;
import static io.rina.cli.report.Html.percent;
import static io.rina.cli.text.Numbers.count;
import static io.rina.cli.text.Numbers.number;

import io.rina.cli.report.PlanShape.RackShape;
import io.rina.cli.report.TrainReport.Outcome;
import io.rina.cli.report.TrainReport.RankReport;
import io.rina.cli.report.TrainReport.SwitchReport;
import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A {@link TrainReport} as one HTML page that loads nothing from anywhere. */
final class ReportPage {
    private final PageWriter page = new PageWriter();
    private final TrainReport report;

    private ReportPage(TrainReport report) {
        this.report = report;
    }

    static String of(TrainReport report) {
        ReportPage made = new ReportPage(report);
        made.head();
        made.keyNumbers();
        made.findings();
        made.ring();
        made.charts();
        made.traffic();
        made.ranks();
        made.numbers();
        made.page.command(
                report.command(),
                "Everything on this page is in report.json beside it.",
                report.environment());
        return made.page.finish();
    }

    private void head() {
        PlanShape plan = report.plan();
        page.head(
                "Rina · training report",
                report.title(),
                count(plan.workers(), "worker") + " in " + count(plan.racks().size(), "rack")
                        + ", strategy " + plan.strategy() + ", "
                        + count(report.steps().size(), "step") + ".",
                report.environment());
    }

    private void keyNumbers() {
        Outcome outcome = report.outcome();
        page.add("<section class=\"tiles\">");
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
        page.add("</section>");
    }

    private void tile(String value, String what, String more) {
        page.add("<div class=\"tile\"><p class=\"what\">" + escape(what) + "</p><p class=\"value\">"
                + escape(value) + "</p><p class=\"more\">" + escape(more) + "</p></div>");
    }

    private void findings() {
        page.add("<ul class=\"findings\">");
        Findings.of(report)
                .list()
                .forEach(finding -> page.add("<li class=\""
                        + finding.level().name().toLowerCase(Locale.ROOT) + "\">"
                        + escape(finding.text())
                        + "</li>"));
        page.add("</ul>");
    }

    private void ring() {
        PlanShape plan = report.plan();
        page.add("<section class=\"card\"><h2>" + (plan.ring().isEmpty() ? "Racks" : "Ring")
                + "</h2>");
        page.add("<p>" + escape(ringInWords()) + "</p>");
        page.add("<div class=\"wide\">" + RingPicture.of(plan) + "</div>");
        page.add(PageWriter.legend(List.of(ringKeys())) + "</section>");
    }

    /** Of what is in the picture. */
    private String ringKeys() {
        PlanShape plan = report.plan();
        boolean ina = plan.racks().stream().anyMatch(RackShape::ina);
        boolean plain = !plan.racks().stream().allMatch(RackShape::ina);
        boolean agent = plan.ring().stream().anyMatch(member -> member.rack() != null);
        return (ina ? PageWriter.key("ina", "rack whose ToR aggregates (Σ)") : "")
                + (plain ? PageWriter.key("plain", "ordinary rack") : "")
                + (agent ? PageWriter.key("agent", "agent of its rack") : "");
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
        page.add("<section class=\"pair\">");
        // A line needs two points.
        if (report.steps().size() > 1) {
            String parts = PageWriter.legend(List.of(
                    PageWriter.key("compute", "compute"),
                    PageWriter.key("communicate", "communicate"),
                    PageWriter.key("update", "update")));
            String cut = Charts.cutsTimes(report.steps()) ? "; longer steps are cut off" : "";
            page.chart("Loss of each step", () -> Charts.loss(report.steps()), "");
            page.chart(
                    "Time of each step, ms, mean of all ranks" + cut,
                    () -> Charts.times(report.steps()),
                    parts);
            page.chart(
                    "Time of a mean step at each rank, ms",
                    () -> Charts.ranks(report.ranks()),
                    parts);
        }
        settings();
        page.add("</section>");
    }

    private void traffic() {
        if (report.traffic().isEmpty()) {
            return;
        }
        page.add("<section class=\"card\"><h2>What was sent, by plan and as counted</h2>");
        page.add(
                "<p>Frames with payload and their payload in the whole run, each frame once. A host has"
                        + " one link, to its ToR; a ToR sends to its hosts and to the core. "
                        + escape(times()) + "</p>");
        page.table(
                "node", "frames planned", "frames counted", "bytes planned", "bytes counted", "");
        for (NodeTraffic node : report.traffic()) {
            page.row(
                    node.node(),
                    number(node.predictedFrames()),
                    number(node.countedFrames()),
                    number(node.predictedPayloadBytes()),
                    number(node.countedPayloadBytes()),
                    node.agrees() ? "as planned" : "differs");
        }
        page.endTable();
        page.add("</section>");
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
        page.add("<section class=\"card\"><h2>Ranks and switches</h2>");
        page.add("<p>Frames that an endpoint sent and received in the whole run.</p>");
        page.table(
                "",
                "host",
                "with payload",
                "control",
                "sent again",
                "received",
                "dropped",
                "digest");
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
        page.endTable();
        page.add("</section>");
    }

    private void counters(String node, String host, Map<Counter, Long> counters, String digest) {
        page.row(
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
        page.add("<section class=\"card\"><h2>Fixed point</h2>");
        page.add(
                "<p>Gradients are summed as whole numbers with one exponent a block. Flushed: too small"
                        + " beside the largest of its block, and so zero. Clipped: cut to the limit, by less"
                        + " than one unit.</p>");
        page.table("rank", "flushed", "clipped", "NaN", "infinite");
        for (RankReport rank : report.ranks()) {
            numberRow(Integer.toString(rank.rank()), rank.numbers());
        }
        numberRow("all", Findings.sum(report.ranks()));
        page.endTable();
        page.add("</section>");
    }

    private void numberRow(String rank, NumberReport numbers) {
        page.row(
                rank,
                number(numbers.flushed()),
                number(numbers.clipped()),
                number(numbers.nan()),
                number(numbers.infinite()));
    }

    private void settings() {
        page.add("<div class=\"card\"><h2>Settings</h2><dl>");
        report.settings().forEach(page::entry);
        page.add("</dl></div>");
    }
}
