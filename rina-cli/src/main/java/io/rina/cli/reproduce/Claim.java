package io.rina.cli.reproduce;

import io.rina.cli.report.ReproductionReport.Level;
import io.rina.cli.report.ReproductionReport.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A claim, and how a grid is asked about it.
 *
 * @param measure what the numbers are
 * @param cases keys of which each combination of values is a case
 * @param criterion of a case; null where the grid has not what it takes
 */
record Claim(
        String words,
        String measure,
        List<String> cases,
        Function<Grid, @Nullable Finding> criterion) {
    /**
     * The verdict of {@code grid}; a claim holds no better than at the {@code anchors}, which went
     * packet by packet, where there are some.
     */
    Verdict of(Grid grid, @Nullable Grid anchors) {
        List<Finding> findings = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        ask(grid, 0, List.of(), findings, numbers);
        if (findings.isEmpty()) {
            throw new IllegalStateException("no case of the grid says anything of: " + words);
        }
        Level level = Finding.of(findings);
        String summary = measure + " " + Finding.range(findings);
        if (anchors != null) {
            List<Finding> packets = new ArrayList<>();
            ask(anchors, 0, List.of("by packets"), packets, numbers);
            Level checked = Finding.of(packets);
            level = checked.compareTo(level) > 0 ? checked : level;
            summary += "; by packets " + Finding.range(packets);
        }
        return new Verdict(words, level, summary, numbers);
    }

    private void ask(
            Grid grid,
            int depth,
            List<String> labels,
            List<Finding> findings,
            List<String> numbers) {
        if (depth == cases.size()) {
            Finding finding = criterion.apply(grid);
            if (finding != null) {
                findings.add(finding);
                numbers.add((labels.isEmpty() ? "" : String.join(", ", labels) + ": ")
                        + finding.text());
            }
            return;
        }
        String key = cases.get(depth);
        List<String> values = grid.values(key);
        for (String value : values) {
            List<String> longer = new ArrayList<>(labels);
            if (values.size() > 1) {
                longer.add(label(key, value));
            }
            ask(grid.where(key, value), depth + 1, longer, findings, numbers);
        }
    }

    /** A word speaks for itself, a number needs its key. */
    private static String label(String key, String value) {
        boolean isWord = value.matches("[a-z].*") && !value.matches("true|false|all|none");
        return isWord ? value : key.replaceFirst(".*\\.", "") + " " + value;
    }
}
