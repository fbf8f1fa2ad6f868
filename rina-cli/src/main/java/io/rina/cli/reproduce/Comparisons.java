package io.rina.cli.reproduce;

import static io.rina.cli.reproduce.Experiments.STRATEGY;
import static io.rina.cli.reproduce.Experiments.SWITCHES;

import io.rina.cli.report.ReproductionReport.Level;
import io.rina.cli.report.SimulationReport.Figures;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The claims about two strategies, or two ends of an axis. */
final class Comparisons {
    /** A steady share of the steps may be so far from the closed form. */
    private static final double NEAR = 0.2;

    private Comparisons() {}

    /** {@code strategy} is 5 % ahead of {@code other} where {@code switches} are replaced. */
    static Claim ahead(
            String strategy, String other, String switches, String words, List<String> cases) {
        return new Claim(strategy + " is ahead of " + other + " with " + words, cases, grid -> {
            Grid at = grid.where(SWITCHES, switches);
            return at.points().isEmpty()
                    ? null
                    : Criteria.ahead(rate(at, strategy), rate(at, other));
        });
    }

    /** The lead over {@code other} is no smaller, up to 5 %, at the end of {@code axis}. */
    static Claim keepsLead(
            String strategy, String other, String axis, String words, List<String> cases) {
        return new Claim(strategy + " keeps its lead over " + other + " " + words, cases, grid -> {
            List<String> values = grid.values(axis);
            double first = lead(grid.where(axis, values.getFirst()), strategy, other);
            double last = lead(grid.where(axis, values.getLast()), strategy, other);
            Level level = last < 1 + Criteria.GAIN
                    ? Level.BAD
                    : last >= first * Criteria.LEVEL ? Level.GOOD : Level.ODD;
            return new Finding(
                    level,
                    Criteria.times(first) + " at first, " + Criteria.times(last) + " at last");
        });
    }

    private static double lead(Grid grid, String strategy, String other) {
        return rate(grid, strategy) / rate(grid, other);
    }

    private static double rate(Grid grid, String strategy) {
        return grid.where(STRATEGY, strategy).rate();
    }

    /** With more workers a strategy's rate is less than half of what it would be in proportion. */
    static Claim stopsScaling(String strategy, String axis, List<String> cases) {
        return new Claim(strategy + " trains no faster with more workers", cases, grid -> {
            List<String> workers = grid.values(axis);
            double grown = rate(grid.where(axis, workers.getLast()), strategy)
                    / rate(grid.where(axis, workers.getFirst()), strategy);
            double inProportion =
                    Double.parseDouble(workers.getLast()) / Double.parseDouble(workers.getFirst());
            return new Finding(
                    grown < 1.05 ? Level.GOOD : grown < inProportion / 2 ? Level.ODD : Level.BAD,
                    String.format(
                            Locale.ROOT,
                            "%.1f times the workers train %.2f times as much",
                            inProportion,
                            grown));
        });
    }

    /** The time of a short all-reduce grows as 2(N-1) steps do. */
    static Claim growsWithSteps(String strategy, String axis) {
        return new Claim(
                "the time of " + strategy + " grows as its 2(N-1) steps", List.of(), grid -> {
                    List<String> workers = grid.values(axis);
                    double grown = seconds(grid.where(axis, workers.getLast()), strategy)
                            / seconds(grid.where(axis, workers.getFirst()), strategy);
                    double steps = (Double.parseDouble(workers.getLast()) - 1)
                            / (Double.parseDouble(workers.getFirst()) - 1);
                    boolean near = Math.abs(grown / steps - 1) <= NEAR;
                    return new Finding(
                            near ? Level.GOOD : Level.BAD,
                            String.format(
                                    Locale.ROOT,
                                    "%.1f times the steps take %.1f times as long",
                                    steps,
                                    grown));
                });
    }

    private static double seconds(Grid grid, String strategy) {
        return grid.where(STRATEGY, strategy).seconds();
    }

    /** At the far end of {@code axis} {@code strategy} takes two thirds of the time or less. */
    static Claim shorterChain(String strategy, String other, String axis) {
        return new Claim(
                strategy + " has a shorter chain than " + other + ": half the time for a short sum",
                List.of(),
                grid -> {
                    Grid last = grid.where(axis, grid.values(axis).getLast());
                    double ratio = seconds(last, other) / seconds(last, strategy);
                    return new Finding(
                            ratio >= 2 ? Level.GOOD : ratio >= 1.05 ? Level.ODD : Level.BAD,
                            Criteria.times(ratio) + " as fast");
                });
    }

    /** Late workers make an iteration longer, by less than they do with {@code other}. */
    static Claim suffersLess(
            String strategy, String other, String axis, String none, List<String> cases) {
        return new Claim(strategy + " loses less to late workers than " + other, cases, grid -> {
            double most = 0;
            double mostOther = 0;
            for (String value : grid.values(axis)) {
                most = Math.max(most, added(grid, strategy, axis, value, none));
                mostOther = Math.max(mostOther, added(grid, other, axis, value, none));
            }
            return new Finding(
                    most <= Criteria.LEVEL * mostOther ? Level.GOOD : Level.BAD,
                    String.format(
                            Locale.ROOT,
                            "up to %.1f ms more an iteration, %s %.1f ms",
                            most * 1e3,
                            other,
                            mostOther * 1e3));
        });
    }

    private static double added(
            Grid grid, String strategy, String axis, String value, String none) {
        return seconds(grid.where(axis, value), strategy)
                - seconds(grid.where(axis, none), strategy);
    }

    /** Packets are lost, or it takes half as long again as {@code other}, which loses none. */
    static Claim suffersIncast(String strategy, String other, List<String> cases) {
        return new Claim(
                strategy + " suffers incast, which " + other + " does not", cases, grid -> {
                    Figures figures = figures(grid, strategy);
                    Figures against = figures(grid, other);
                    double longer = seconds(grid, strategy) / seconds(grid, other);
                    boolean loses = figures.lost() > 0;
                    boolean suffers = loses || longer >= Criteria.AHEAD;
                    return new Finding(
                            against.lost() > 0 ? Level.BAD : suffers ? Level.GOOD : Level.BAD,
                            incast(figures) + ", " + Criteria.times(longer) + " the time; " + other
                                    + " " + incast(against));
                });
    }

    private static Figures figures(Grid grid, String strategy) {
        @Nullable Figures figures = grid.where(STRATEGY, strategy).figures();
        if (figures == null) {
            throw new IllegalStateException(strategy + " was not run to its end");
        }
        return figures;
    }

    private static String incast(Figures figures) {
        return figures.lost() + " lost, queue "
                + String.format(Locale.ROOT, "%.0f us", figures.peakQueueUs());
    }

    /** Nothing is lost and no queue is as long as that of {@code other}. */
    static Claim sparesQueues(String strategy, String other, List<String> cases) {
        return new Claim(strategy + " takes the incast away", cases, grid -> {
            Figures figures = figures(grid, strategy);
            Figures against = figures(grid, other);
            boolean spares =
                    figures.lost() == 0 && figures.peakQueueUs() <= against.peakQueueUs() / 2;
            return new Finding(
                    spares ? Level.GOOD : figures.lost() == 0 ? Level.ODD : Level.BAD,
                    incast(figures));
        });
    }
}
