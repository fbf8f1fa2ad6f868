package io.rina.cli.reproduce;

import static io.rina.cli.reproduce.Experiments.STRATEGY;
import static io.rina.cli.reproduce.Experiments.SWITCHES;

import io.rina.cli.report.ReproductionReport.Level;
import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.reproduce.Finding.Unit;
import java.util.List;
import java.util.Locale;

/** The claims about two strategies, or two ends of an axis. */
final class Comparisons {
    private Comparisons() {}

    /** {@code strategy} is ahead of {@code other} where {@code switches} are replaced. */
    static Claim ahead(
            String strategy, String other, String switches, String words, List<String> cases) {
        return new Claim(
                strategy + " is ahead of " + other + " with " + words, "rate", cases, grid -> {
                    Grid at = grid.where(SWITCHES, switches);
                    return at.points().isEmpty()
                            ? null
                            : Criteria.ahead(rate(at, strategy), rate(at, other));
                });
    }

    /** From the first value of {@code axis} to the last. */
    static Claim keepsLead(
            String strategy, String other, String axis, String words, List<String> cases) {
        return new Claim(
                strategy + " keeps its lead over " + other + " " + words,
                "rate",
                cases,
                grid -> Criteria.keptLead(
                        lead(first(grid, axis), strategy, other),
                        lead(last(grid, axis), strategy, other)));
    }

    static Claim stopsScaling(String strategy, String axis, List<String> cases) {
        return new Claim(
                strategy + " trains no faster with more workers",
                "rate",
                cases,
                grid -> Criteria.stoppedScaling(
                        number(last(grid, axis), axis) / number(first(grid, axis), axis),
                        rate(last(grid, axis), strategy) / rate(first(grid, axis), strategy)));
    }

    /** With one more worker there are two more steps. */
    static Claim growsWithSteps(String strategy, String axis) {
        return new Claim(
                "the time of " + strategy + " grows as its 2(N-1) steps",
                "time",
                List.of(),
                grid -> Criteria.grownAsSteps(
                        (number(last(grid, axis), axis) - 1)
                                / (number(first(grid, axis), axis) - 1),
                        seconds(last(grid, axis), strategy)
                                / seconds(first(grid, axis), strategy)));
    }

    static Claim shorterChain(String strategy, String other, String axis) {
        return new Claim(
                strategy + " has a shorter chain than " + other
                        + ": a short sum takes half the time",
                "as fast",
                List.of(),
                grid -> Criteria.twiceAsFast(
                        seconds(last(grid, axis), other) / seconds(last(grid, axis), strategy)));
    }

    /** By the worst of the values of {@code axis}. */
    static Claim losesLess(
            String strategy, String other, String axis, String none, List<String> cases) {
        return new Claim(
                strategy + " loses less to late workers than " + other,
                "loss",
                cases,
                grid -> Criteria.addedLess(
                        mostAdded(grid, strategy, axis, none), mostAdded(grid, other, axis, none)));
    }

    private static double mostAdded(Grid grid, String strategy, String axis, String none) {
        double least = seconds(grid.where(axis, none), strategy);
        double most = 0;
        for (String value : grid.values(axis)) {
            most = Math.max(most, seconds(grid.where(axis, value), strategy) - least);
        }
        return most;
    }

    /** It loses packets or takes 50 % longer than {@code other}, which loses none. */
    static Claim suffersIncast(String strategy, String other, List<String> cases) {
        return new Claim(
                strategy + " suffers incast, which " + other + " does not", "time", cases, grid -> {
                    Figures figures = figures(grid, strategy);
                    Figures against = figures(grid, other);
                    double longer = seconds(grid, strategy) / seconds(grid, other);
                    boolean suffers = figures.lost() > 0 || longer >= Criteria.FAR_AHEAD;
                    return new Finding(
                            suffers && against.lost() == 0 ? Level.GOOD : Level.BAD,
                            longer,
                            Unit.TIMES,
                            incast(figures) + "; " + other + " " + incast(against));
                });
    }

    /** It loses no packet, and its longest queue is half of that of {@code other} or less. */
    static Claim sparesQueues(String strategy, String other, List<String> cases) {
        return new Claim(
                strategy + " takes the incast of " + other + " away", "queue", cases, grid -> {
                    Figures figures = figures(grid, strategy);
                    double ratio = figures.peakQueueUs() / figures(grid, other).peakQueueUs();
                    Level level =
                            figures.lost() > 0 ? Level.BAD : ratio <= 0.5 ? Level.GOOD : Level.ODD;
                    return new Finding(level, ratio, Unit.TIMES, incast(figures));
                });
    }

    private static String incast(Figures figures) {
        return String.format(
                Locale.ROOT, "%d lost, queue %.0f us", figures.lost(), figures.peakQueueUs());
    }

    private static Grid first(Grid grid, String axis) {
        return grid.where(axis, grid.values(axis).getFirst());
    }

    private static Grid last(Grid grid, String axis) {
        return grid.where(axis, grid.values(axis).getLast());
    }

    private static double number(Grid grid, String axis) {
        return Double.parseDouble(grid.values(axis).getFirst());
    }

    private static double lead(Grid grid, String strategy, String other) {
        return rate(grid, strategy) / rate(grid, other);
    }

    private static double rate(Grid grid, String strategy) {
        return grid.where(STRATEGY, strategy).rate();
    }

    private static double seconds(Grid grid, String strategy) {
        return grid.where(STRATEGY, strategy).seconds();
    }

    private static Figures figures(Grid grid, String strategy) {
        Figures figures = grid.where(STRATEGY, strategy).figures();
        if (figures == null) {
            throw new IllegalStateException(strategy + " was not run to its end");
        }
        return figures;
    }
}
