package io.rina.cli.report;

import io.rina.cli.report.TrainReport.Environment;
import io.rina.cli.text.Json;

import java.nio.file.Path;
import java.util.List;

/**
 * All-reduces of the same sizes by all strategies that a topology allows.
 *
 * @param topology the racks, for people
 * @param command what to type to get the same run
 * @param repetitions timed, of each size and strategy
 * @param rows size after size, the fastest strategy first
 * @param refusals why the other strategies are not there
 */
public record ComparisonReport(
        String topology,
        int workers,
        String command,
        int repetitions,
        List<Row> rows,
        List<String> refusals,
        Environment environment) {
    public ComparisonReport {
        rows = List.copyOf(rows);
        refusals = List.copyOf(refusals);
    }

    /**
     * One size by one strategy. Times are those of the slowest rank.
     *
     * @param lowerUs the lower quartile
     * @param upperUs the upper quartile
     * @param hostLinkBytes by the plan, on the busiest link of a host, as an interface counts them
     * @param sentBytes what the rank that sent most has sent for one all-reduce, counted in the same
     *     way, control frames and repetitions included
     * @param wrong elements further from the exact sum than the bound allows; -1 when not looked at
     * @param sameBits whether the result has the same bits at all ranks, and as the first strategy's
     */
    public record Row(
            long bytes,
            long elements,
            String strategy,
            double medianUs,
            double lowerUs,
            double upperUs,
            double predictedUs,
            long hostLinkBytes,
            long sentBytes,
            long wrong,
            boolean sameBits) {
        /** Bytes over time, in 10^9 bytes a second. */
        public double algbwGBs() {
            return medianUs == 0 ? 0 : bytes / medianUs / 1e3;
        }

        /** What a ring would need on each link for the same time (nccl-tests, PERFORMANCE.md). */
        public double busbwGBs(int ranks) {
            return algbwGBs() * 2 * (ranks - 1) / ranks;
        }
    }

    /** Writes the page, and the data beside it as {@code .json}; returns the path of the data. */
    public Path write(Path page) {
        return new PageFile(page).write(toJson(), ComparisonPage.of(this));
    }

    public String toJson() {
        return Json.write(this) + "\n";
    }
}
