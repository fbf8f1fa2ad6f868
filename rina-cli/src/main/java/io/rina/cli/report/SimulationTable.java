package io.rina.cli.report;

import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.report.SimulationReport.Point;
import io.rina.cli.text.TextTable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report's points as rows. */
public final class SimulationTable {
    private static final List<String> FIGURES = List.of(
            "iteration_s",
            "total_s",
            "compute_s",
            "reduced_gbps",
            "samples_per_s",
            "window",
            "wire_bytes",
            "busiest_link_bytes",
            "lost",
            "marked",
            "peak_queue_us",
            "background_gbps",
            "packets");

    private SimulationTable() {}

    /** RFC 4180, with a head; the fields of figures are empty where there are none. */
    public static String csv(SimulationReport report) {
        StringBuilder csv = new StringBuilder();
        List<String> head = new ArrayList<>(List.of("point"));
        head.addAll(report.keys());
        head.add("outcome");
        head.addAll(FIGURES);
        line(csv, head);
        for (int i = 0; i < report.points().size(); i++) {
            Point point = report.points().get(i);
            List<String> fields = new ArrayList<>(List.of(Integer.toString(i + 1)));
            fields.addAll(point.values());
            fields.add(point.outcome());
            fields.addAll(
                    point.isDone()
                            ? figures(point.figures())
                            : FIGURES.stream().map(name -> "").toList());
            line(csv, fields);
        }
        return csv.toString();
    }

    private static List<String> figures(Figures figures) {
        return List.of(
                figures.iterationSeconds().toPlainString(),
                figures.totalSeconds().toPlainString(),
                figures.computeSeconds().toPlainString(),
                decimal(figures.reducedGbps()),
                decimal(figures.samplesPerSec()),
                Integer.toString(figures.window()),
                Long.toString(figures.wireBytes()),
                Long.toString(figures.busiestLinkBytes()),
                Long.toString(figures.lost()),
                Long.toString(figures.marked()),
                decimal(figures.peakQueueUs()),
                decimal(figures.backgroundGbps()),
                Long.toString(figures.packets()));
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.6f", number);
    }

    static void line(StringBuilder csv, List<String> fields) {
        csv.append(String.join(",", fields.stream().map(SimulationTable::quoted).toList()))
                .append('\n');
    }

    private static String quoted(String field) {
        return field.matches("[^,\"\\r\\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    /** The main figures for a terminal. */
    public static String text(SimulationReport report) {
        TextTable table = new TextTable();
        List<String> head = new ArrayList<>(List.of("point"));
        head.addAll(report.keys());
        head.addAll(List.of("iteration", "reduced", "samples", "lost", "outcome"));
        table.row(head.toArray(String[]::new));
        for (int i = 0; i < report.points().size(); i++) {
            Point point = report.points().get(i);
            List<String> cells = new ArrayList<>(List.of(Integer.toString(i + 1)));
            cells.addAll(point.values());
            cells.addAll(cells(point));
            table.row(cells.toArray(String[]::new));
        }
        return table
                + String.join("", whys(report).stream().map(why -> why + '\n').toList());
    }

    /** A sentence on each point that was not run to its end, and one on those bound by computing. */
    static List<String> whys(SimulationReport report) {
        List<String> whys = new ArrayList<>();
        List<String> bound = new ArrayList<>();
        for (int i = 0; i < report.points().size(); i++) {
            Point point = report.points().get(i);
            if (!point.isDone()) {
                whys.add("point " + (i + 1) + " was " + point.outcome());
            } else if (point.figures().isComputeBound()) {
                bound.add(Integer.toString(i + 1));
            }
        }
        if (!bound.isEmpty()) {
            whys.add("compute-bound, so that no strategy and no network gains 1 % or more: point "
                    + String.join(", ", bound));
        }
        return whys;
    }

    /** The time of an iteration, payload and samples a second, packets lost, what became of it. */
    static List<String> cells(Point point) {
        Figures figures = point.figures();
        if (!point.isDone()) {
            return List.of("–", "–", "–", "–", point.outcome().replaceFirst(":.*", ""));
        }
        return List.of(
                milliseconds(figures) + " ms",
                Html.decimal(figures.reducedGbps(), 3) + " Gbit/s",
                figures.samplesPerSec() == 0
                        ? "–"
                        : Html.decimal(figures.samplesPerSec(), 0) + "/s",
                Long.toString(figures.lost()),
                point.outcome());
    }

    private static String milliseconds(Figures figures) {
        return Html.decimal(figures.iterationSeconds().doubleValue() * 1e3, 3);
    }
}
