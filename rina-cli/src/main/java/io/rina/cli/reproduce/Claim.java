package io.rina.cli.reproduce;

import io.rina.cli.report.ReproductionReport.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A claim, and how a grid is asked about it.
 *
 * @param cases keys of which each combination of values is a case
 * @param criterion of a case; null where the grid has not what it takes
 */
record Claim(String words, List<String> cases, Function<Grid, @Nullable Finding> criterion) {
    Verdict of(Grid grid) {
        List<Finding> findings = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        ask(grid, 0, List.of(), findings, numbers);
        if (findings.isEmpty()) {
            throw new IllegalStateException("no case of the grid says anything of: " + words);
        }
        return new Verdict(words, Finding.of(findings), String.join("; ", numbers));
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
                        + finding.numbers());
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
