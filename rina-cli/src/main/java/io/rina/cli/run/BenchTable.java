package io.rina.cli.run;

import io.rina.cli.run.Event.Measured;
import io.rina.cli.run.Event.Timing;
import io.rina.cli.text.Output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The table that users of nccl-tests know. A row is printed when all ranks have measured its size;
 * its times are the slowest rank's median, since a step waits for the slowest. algbw is bytes over
 * time, busbw is algbw times 2(N-1)/N: what a ring would need on each link for the same time
 * (nccl-tests, doc/PERFORMANCE.md).
 */
final class BenchTable {
    /** One size over all ranks. */
    record Row(long bytes, long elements, Side outOfPlace, Side inPlace) {}

    /** Bandwidths in GB/s (10^9 bytes). */
    record Side(
            double timeUs,
            double leastUs,
            double mostUs,
            double algbwGBs,
            double busbwGBs,
            long wrong) {}

    private final int ranks;
    private final BenchNumbers numbers;
    private final PrintStream out;
    private final Map<Integer, List<Measured>> byRank = new TreeMap<>();
    private final List<Row> rows = new ArrayList<>();

    /** Prints to {@code out} as rows become complete. */
    BenchTable(int ranks, BenchNumbers numbers, PrintStream out) {
        this.ranks = ranks;
        this.numbers = numbers;
        this.out = out;
    }

    void printHead() {
        out.printf("#%51s %38s%n", "out-of-place", "in-place");
        out.printf(
                "#%11s %11s %7s %6s %9s %7s %7s %6s %9s %7s %7s %6s%n",
                "size", "count", "type", "redop", "time", "algbw", "busbw", "#wrong", "time",
                "algbw", "busbw", "#wrong");
        out.printf(
                "#%11s %11s %7s %6s %9s %7s %7s %6s %9s %7s %7s %6s%n",
                "(B)",
                "(elements)",
                "",
                "",
                "(us)",
                "(GB/s)",
                "(GB/s)",
                "",
                "(us)",
                "(GB/s)",
                "(GB/s)",
                "");
        Output.check(out);
    }

    synchronized void add(Measured measured) {
        byRank.computeIfAbsent(measured.rank(), rank -> new ArrayList<>()).add(measured);
        while (isComplete(rows.size())) {
            Row row = row(rows.size());
            rows.add(row);
            print(row);
        }
    }

    synchronized List<Row> rows() {
        return List.copyOf(rows);
    }

    private boolean isComplete(int index) {
        return byRank.size() == ranks
                && byRank.values().stream().allMatch(list -> list.size() > index);
    }

    private Row row(int index) {
        List<Measured> all =
                byRank.values().stream().map(list -> list.get(index)).toList();
        long elements = all.getFirst().elements();
        return new Row(
                elements * numbers.type().bytes(),
                elements,
                side(all, Measured::outOfPlace, elements),
                side(all, Measured::inPlace, elements));
    }

    private Side side(List<Measured> all, Function<Measured, Timing> kind, long elements) {
        List<Timing> timings = all.stream().map(kind).toList();
        double us = timings.stream().mapToLong(Timing::medianNs).max().orElse(0) / 1e3;
        double least = timings.stream().mapToLong(Timing::leastNs).max().orElse(0) / 1e3;
        double most = timings.stream().mapToLong(Timing::mostNs).max().orElse(0) / 1e3;
        double algbw = us == 0 ? 0 : elements * numbers.type().bytes() / us / 1e3;
        boolean checked = timings.stream().allMatch(timing -> timing.wrong() >= 0);
        long wrong = checked ? timings.stream().mapToLong(Timing::wrong).sum() : -1;
        return new Side(us, least, most, algbw, algbw * 2 * (ranks - 1) / ranks, wrong);
    }

    private void print(Row row) {
        out.printf(
                "%12d %11d %7s %6s %s %s%n",
                row.bytes,
                row.elements,
                numbers.type().label(),
                numbers.kind().name().toLowerCase(Locale.ROOT),
                text(row.outOfPlace),
                text(row.inPlace));
        Output.check(out);
    }

    private static String text(Side side) {
        return "%9.1f %7.3f %7.3f %6s"
                .formatted(
                        side.timeUs,
                        side.algbwGBs,
                        side.busbwGBs,
                        side.wrong < 0 ? "N/A" : side.wrong);
    }
}
