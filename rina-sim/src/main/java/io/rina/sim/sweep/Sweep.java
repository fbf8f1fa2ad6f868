package io.rina.sim.sweep;

import io.rina.sim.run.Outcome;
import io.rina.sim.run.Simulation;
import io.rina.sim.scenario.Scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs scenarios side by side. What comes out does not depend on how many run at a time. */
public final class Sweep {
    private Sweep() {}

    /** Is told, in any thread, that one more run has ended. */
    public interface Listener {
        void onDone();
    }

    /** The outcomes in the order of {@code scenarios}; {@code threads} run at a time. */
    public static List<Outcome> run(List<Scenario> scenarios, int threads, Listener listener)
            throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Outcome>> futures = new ArrayList<>();
            for (Scenario scenario : scenarios) {
                futures.add(executor.submit(() -> {
                    Outcome outcome = Simulation.run(scenario);
                    listener.onDone();
                    return outcome;
                }));
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> future : futures) {
                outcomes.add(outcome(future));
            }
            return outcomes;
        } finally {
            executor.shutdownNow();
        }
    }

    private static Outcome outcome(Future<Outcome> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run failed: " + e.getCause(), e);
        }
    }
}
