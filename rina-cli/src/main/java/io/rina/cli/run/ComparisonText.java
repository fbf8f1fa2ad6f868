package io.rina.cli.run;

import static io.rina.cli.text.Numbers.bytes;
import static io.rina.cli.text.Numbers.count;
import static io.rina.cli.text.Numbers.micros;

import io.rina.cli.report.ComparisonReport.Row;
import io.rina.cli.text.Output;
import io.rina.plan.time.Candidate;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Prints a comparison of strategies as one table, size after size as they come. */
record ComparisonText(int ranks, PrintStream out) implements Consumer<List<Row>> {
    void head(String topology, ComparisonWorkload workload, List<Candidate> candidates) {
        out.printf(
                "# %s: %s; the strategies take turns in %s, %s of each size timed in all%n",
                count(ranks, "worker"),
                topology,
                count(workload.rounds(), "round"),
                count(workload.repetitions(), "all-reduce"));
        for (Candidate candidate : candidates) {
            if (candidate instanceof Candidate.Refuses refuses) {
                out.println("# not here: " + refuses.reason());
            }
        }
        print(
                "size",
                "strategy",
                "median",
                "quartiles",
                "algbw",
                "busbw",
                "predicted",
                "planned",
                "counted",
                "#wrong",
                "same");
        print("", "", "", "", "(GB/s)", "(GB/s)", "", "busiest", "link", "", "bits");
        Output.check(out);
    }

    @Override
    public void accept(List<Row> rows) {
        out.println();
        for (Row row : rows) {
            print(
                    bytes(row.bytes()),
                    row.strategy(),
                    micros(row.medianUs()),
                    micros(row.lowerUs()) + " - " + micros(row.upperUs()),
                    gigabytes(row.algbwGBs()),
                    gigabytes(row.busbwGBs(ranks)),
                    micros(row.predictedUs()),
                    bytes(row.hostLinkBytes()),
                    bytes(row.sentBytes()),
                    row.wrong() < 0 ? "N/A" : Long.toString(row.wrong()),
                    row.sameBits() ? "yes" : "NO");
        }
        Output.check(out);
    }

    private void print(Object... cells) {
        out.printf(Locale.ROOT, "%9s  %-16s %8s %20s %8s %8s %10s %9s %9s %7s %5s%n", cells);
    }

    private static String gigabytes(double perSecond) {
        return String.format(Locale.ROOT, "%.4f", perSecond);
    }
}
