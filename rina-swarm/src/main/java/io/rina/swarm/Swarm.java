package io.rina.swarm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs worlds by the thousand. The entry of this package, together with {@link Scenario}. */
public final class Swarm {
    /**
     * Failures that a smaller one is searched for; when there are more, they are likely the same.
     */
    private static final int MOST_SHRUNK = 3;

    private record Cell(String strategy, int faultLevel) {}

    private final SwarmOptions options;
    private final Sabotage sabotage;
    private final ProgressListener listener;
    private final Map<Cell, Statistics> statistics =
            new TreeMap<>(Comparator.comparing(Cell::strategy).thenComparingInt(Cell::faultLevel));
    private final List<Failure> failures = new ArrayList<>();
    private long taken;
    private long done;

    private Swarm(SwarmOptions options, Sabotage sabotage, ProgressListener listener) {
        this.options = options;
        this.sabotage = sabotage;
        this.listener = listener;
    }

    /**
     * Runs all worlds that {@code options} ask for, and searches smaller failures for the first
     * that fail.
     */
    public static SwarmReport run(SwarmOptions options, ProgressListener listener) {
        return run(options, Sabotage.NONE, listener);
    }

    static SwarmReport run(SwarmOptions options, Sabotage sabotage, ProgressListener listener) {
        return new Swarm(options, sabotage, listener).run();
    }

    /** Runs one world and tells every event to {@code reader}, a line each. */
    public static WorldResult replay(Scenario scenario, Consumer<String> reader) {
        return World.run(scenario, Sabotage.NONE, reader);
    }

    /** Runs one world. */
    public static WorldResult replay(Scenario scenario) {
        return World.run(scenario);
    }

    /**
     * Searches for the smallest scenario that fails as {@code failure} did, in at most {@code
     * tries} worlds.
     */
    public static Finding shrink(Failure failure, int tries) {
        return Shrinker.shrink(failure, tries, Sabotage.NONE);
    }

    private SwarmReport run() {
        long startNs = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(options.threads())) {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < options.threads(); i++) {
                runs.add(threads.submit(this::runWorlds));
            }
            for (Future<?> run : runs) {
                await(run);
            }
        }
        return report(System.nanoTime() - startNs);
    }

    private static void await(Future<?> run) {
        try {
            run.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while worlds ran", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(String.valueOf(e.getCause()), e.getCause());
        }
    }

    private void runWorlds() {
        for (long index; (index = takeNext()) >= 0; ) {
            add(runWorld(options.worlds().scenario(index)));
        }
    }

    private WorldResult runWorld(Scenario scenario) {
        try {
            return World.run(scenario, sabotage, null);
        } catch (RuntimeException | Error e) {
            // A world reports what its machines do wrong; this is the swarm's own fault.
            throw new IllegalStateException(
                    "the world of seed " + scenario.seed() + " broke down", e);
        }
    }

    private synchronized long takeNext() {
        boolean stopped = options.stopOnFirstFailure() && !failures.isEmpty();
        return stopped || taken == options.worlds().count() ? -1 : taken++;
    }

    private synchronized void add(WorldResult result) {
        done++;
        Scenario scenario = result.scenario();
        statistics.merge(
                new Cell(scenario.strategy(), scenario.faults().worst()),
                result.statistics(),
                Statistics::plus);
        Failure failure = result.failure();
        if (failure != null) {
            failures.add(failure);
        }
        listener.onWorld(result, done, options.worlds().count());
    }

    private SwarmReport report(long wallNs) {
        List<SwarmReport.Row> rows = new ArrayList<>();
        statistics.forEach(
                (cell, sum) -> rows.add(new SwarmReport.Row(cell.strategy, cell.faultLevel, sum)));
        failures.sort(Comparator.comparingLong(failure -> failure.scenario().seed()));
        List<Finding> findings = new ArrayList<>();
        for (Failure failure : failures) {
            boolean shrinks = findings.size() < MOST_SHRUNK;
            findings.add(Shrinker.shrink(failure, shrinks ? options.shrinkTries() : 0, sabotage));
        }
        return new SwarmReport(rows, findings, wallNs);
    }
}
