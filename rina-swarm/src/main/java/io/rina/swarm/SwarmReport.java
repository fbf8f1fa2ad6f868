package io.rina.swarm;

import java.util.List;

/**
 * What became of a swarm.
 *
 * @param rows one for each strategy and worst fault level that occurred, sorted by both
 * @param findings by seed
 * @param wallNs real time that it took, without the search for smaller failures
 */
public record SwarmReport(List<Row> rows, List<Finding> findings, long wallNs) {
    /** The worlds of one strategy whose worst fault has this level. */
    public record Row(String strategy, int faultLevel, Statistics statistics) {}

    public SwarmReport {
        rows = List.copyOf(rows);
        findings = List.copyOf(findings);
    }

    public boolean passed() {
        return findings.isEmpty();
    }

    public Statistics total() {
        return rows.stream().map(Row::statistics).reduce(Statistics.NONE, Statistics::plus);
    }
}
