package io.rina.cli.swarm;

import static io.rina.cli.text.Numbers.number;

import io.rina.cli.text.TextTable;
import io.rina.swarm.Coverage;
import io.rina.swarm.Finding;
import io.rina.swarm.Matrix;
import io.rina.swarm.Statistics;
import io.rina.swarm.SwarmReport;
import io.rina.swarm.WorldResult;
import java.util.Locale;

/** What became of a swarm, or of one world, for people. */
final class SwarmText {
    private SwarmText() {}

    static String of(SwarmReport report, long firstSeed) {
        Statistics total = report.total();
        TextTable table = new TextTable()
                .row(
                        "strategy",
                        "faults",
                        "worlds",
                        "events",
                        "frames",
                        "lost",
                        "doubled",
                        "overtaken",
                        "late",
                        "strange",
                        "operations");
        report.rows()
                .forEach(row -> row(
                        table,
                        row.strategy(),
                        Integer.toString(row.faultLevel()),
                        row.statistics()));
        row(table, "all", "", total);
        StringBuilder text = new StringBuilder(table.toString());
        text.append(
                "Faults is the worst level in a world, 0 (none) to 3. Lost counts damaged frames"
                        + " and full queues, too.\n\n");
        for (Finding finding : report.findings()) {
            text.append(finding).append("\n\n");
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "%,d worlds from seed %d, %,d events in %.1f s: %s%n",
                        total.worlds(),
                        firstSeed,
                        total.events(),
                        report.wallNs() / 1e9,
                        report.passed()
                                ? "every invariant held"
                                : report.findings().size() + " failed"))
                .toString();
    }

    static String of(SwarmReport report, Matrix matrix, Coverage coverage) {
        TextTable table = new TextTable()
                .row("strategy", "worlds", "operations", "combinations", "of", "rarest", "refused");
        for (Coverage.Row row : coverage.rows()) {
            table.row(
                    row.strategy(),
                    number(row.worlds()),
                    number(row.operations()),
                    number(row.combinations()),
                    number(coverage.combinationsOfOne()),
                    number(row.least()),
                    number(matrix.refusals(row.strategy())));
        }
        StringBuilder text = new StringBuilder(table.toString());
        text.append(String.format(
                Locale.ROOT,
                "A combination is a collective of a type and operation (%,d of them) over a count of"
                        + " ranks. Rarest is how often%nthe rarest came out right at every rank."
                        + " Refused are racks that a strategy does not serve. %,d more collectives%n"
                        + "of types and operations do not exist, and were refused.%n%n",
                matrix.operations().size(),
                matrix.refusedOperations().size()));
        report.findings().forEach(finding -> text.append(finding).append("\n\n"));
        return text.append(String.format(
                        Locale.ROOT,
                        "%,d worlds, %,d events in %.1f s, %,d of %,d combinations: %s%n",
                        report.total().worlds(),
                        report.total().events(),
                        report.wallNs() / 1e9,
                        coverage.rows().stream()
                                .mapToInt(Coverage.Row::combinations)
                                .sum(),
                        coverage.combinations(),
                        report.passed()
                                ? "all came out right"
                                : report.findings().size() + " worlds failed"))
                .toString();
    }

    private static void row(TextTable table, String strategy, String faults, Statistics counts) {
        table.row(
                strategy,
                faults,
                number(counts.worlds()),
                number(counts.events()),
                number(counts.frames()),
                number(counts.dropped() + counts.corrupted() + counts.overflowed()),
                number(counts.duplicated()),
                number(counts.reordered()),
                number(counts.late()),
                number(counts.garbage()),
                number(counts.operations()));
    }

    static String of(WorldResult result) {
        Statistics counts = result.statistics();
        return String.format(
                Locale.ROOT,
                "%,d events in %,d us of virtual time, digest %016x: %s%n",
                counts.events(),
                counts.virtualNs() / 1000,
                result.digest(),
                result.failure() == null ? "every invariant held" : "failed");
    }
}
