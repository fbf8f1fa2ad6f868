package io.rina.cli.run;

import io.rina.cli.cluster.ChosenPlans;
import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.report.ComparisonReport;
import io.rina.cli.report.ComparisonReport.Row;
import io.rina.cli.report.PageFile;
import io.rina.cli.report.TrainReport;
import io.rina.cli.text.Version;
import io.rina.plan.time.Candidate;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code rina bench --strategy all}: all strategies in one job, so that nothing else differs. */
record ComparisonRun(ClusterFile cluster, BenchOptions options, Placement placement) {
    /** Returns the exit code, 0; throws JobException where results are wrong or differ. */
    int run(boolean json, @Nullable Path page) {
        if (page != null) {
            // Before the work is done, rather than after.
            new PageFile(page).checkWritable();
        }
        ComparisonWorkload workload = options.comparison(cluster);
        List<String> words = options.words();
        PrintStream out = json ? new PrintStream(PrintStream.nullOutputStream()) : System.out;
        ChosenPlans plans = cluster.chosen();
        ComparisonText text = new ComparisonText(cluster.workers(), out);
        List<Candidate> candidates = Candidate.all(cluster.toTopology());
        text.head(cluster.toTopology().toString(), workload, candidates);
        Comparison comparison = new Comparison(cluster, plans, workload.numbers(), text);
        Verdict verdict = new Verdict(comparison);
        LocalRun.run(cluster, placement, words, List.of(), verdict);
        ComparisonReport report = report(comparison.rows(), workload, words, candidates);
        if (json) {
            System.out.print(report.toJson());
        }
        if (page != null) {
            report.write(page);
            out.println("\nreport: " + page.toAbsolutePath());
        }
        verdict.check();
        comparison.check();
        return 0;
    }

    private ComparisonReport report(
            List<Row> rows,
            ComparisonWorkload workload,
            List<String> words,
            List<Candidate> candidates) {
        List<String> refusals = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (candidate instanceof Candidate.Refuses refuses) {
                refusals.add(refuses.reason());
            }
        }
        return new ComparisonReport(
                cluster.toTopology().toString(),
                cluster.workers(),
                "./rina bench " + ClusterWords.of(cluster) + " --strategy all "
                        + String.join(" ", words.subList(1, words.size())),
                workload.repetitions(),
                rows,
                refusals,
                TrainReport.Environment.here(Version.number()));
    }
}
