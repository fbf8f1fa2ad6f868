package io.rina.cli.report;

import static io.rina.cli.text.Numbers.number;

import io.rina.cli.report.TrainReport.RankReport;
import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a reader of the report should not miss, in words; the worst first. */
record Findings(List<Finding> list) {
    enum Level {
        BAD,
        ODD,
        GOOD
    }

    record Finding(Level level, String text) {}

    static Findings of(TrainReport report) {
        List<Finding> list = new ArrayList<>();
        copies(report, list);
        notFinite(report, list);
        strangers(report, list);
        traffic(report, list);
        resent(report, list);
        return new Findings(list);
    }

    private static void copies(TrainReport report, List<Finding> list) {
        Map<String, List<Integer>> ranksOf = report.ranks().stream()
                .collect(Collectors.groupingBy(
                        RankReport::digest,
                        LinkedHashMap::new,
                        Collectors.mapping(RankReport::rank, Collectors.toList())));
        if (ranksOf.size() == 1) {
            list.add(new Finding(
                    Level.GOOD,
                    "All " + report.ranks().size()
                            + " copies of the model are equal, bit by bit ("
                            + shortened(report.ranks().getFirst().digest())
                            + ")."));
            return;
        }
        String groups = ranksOf.entrySet().stream()
                .map(entry -> shortened(entry.getKey()) + " at ranks "
                        + entry.getValue().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
        list.add(new Finding(
                Level.BAD,
                "The copies of the model differ: " + groups + ". The ranks did not sum the same"
                        + " numbers; the accuracy is that of one of the copies only."));
    }

    static String shortened(String digest) {
        return digest.length() <= 12 ? digest : digest.substring(0, 12) + "…";
    }

    private static void notFinite(TrainReport report, List<Finding> list) {
        NumberReport sum = sum(report.ranks());
        if (sum.nan() + sum.infinite() > 0) {
            list.add(new Finding(
                    Level.BAD,
                    number(sum.nan()) + " gradients were NaN and " + number(sum.infinite())
                            + " infinite before they were summed."));
        }
    }

    static NumberReport sum(List<RankReport> ranks) {
        return ranks.stream()
                .map(RankReport::numbers)
                .reduce(NumberReport.CLEAN, NumberReport::plus);
    }

    /** Frames that no member of this job should have sent. */
    private static void strangers(TrainReport report, List<Finding> list) {
        long frames = 0;
        for (Map<Counter, Long> counters : allCounters(report)) {
            frames += Counts.of(
                    counters,
                    Counter.MALFORMED,
                    Counter.WRONG_KEY,
                    Counter.UNKNOWN_CHANNEL,
                    Counter.NOT_A_MEMBER,
                    Counter.FUTURE_POSITION,
                    Counter.MISMATCH);
        }
        if (frames > 0) {
            list.add(new Finding(
                    Level.ODD,
                    number(frames) + " frames did not belong to this job and were dropped."
                            + " Something else may be sending to these ports."));
        }
    }

    private static void traffic(TrainReport report, List<Finding> list) {
        List<String> odd = report.traffic().stream()
                .filter(node -> !node.agrees())
                .map(NodeTraffic::node)
                .toList();
        if (!odd.isEmpty()) {
            list.add(new Finding(
                    Level.ODD,
                    "Not as many frames as planned were counted at " + String.join(", ", odd)
                            + "."));
        } else if (!report.traffic().isEmpty()) {
            list.add(new Finding(
                    Level.GOOD, "Every node sent exactly the frames and bytes of its plan."));
        }
    }

    private static void resent(TrainReport report, List<Finding> list) {
        long frames = 0;
        for (Map<Counter, Long> counters : allCounters(report)) {
            frames += Counts.resent(counters);
        }
        list.add(
                frames == 0
                        ? new Finding(Level.GOOD, "No frame had to be sent again.")
                        : new Finding(
                                Level.ODD,
                                number(frames) + " frames were sent again, after a loss or a late"
                                        + " answer; the sums are not affected."));
    }

    private static List<Map<Counter, Long>> allCounters(TrainReport report) {
        List<Map<Counter, Long>> all = new ArrayList<>();
        report.ranks().forEach(rank -> all.add(rank.counters()));
        report.switches().forEach(tor -> all.add(tor.counters()));
        return all;
    }
}
