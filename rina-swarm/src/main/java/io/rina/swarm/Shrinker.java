package io.rina.swarm;

import org.jspecify.annotations.Nullable;

/**
 * Makes a failing scenario smaller, step by step, as long as it still breaks the same invariant.
 * Each candidate is tried with a few seeds, because a change moves the moments at which faults
 * strike.
 */
final class Shrinker {
    private static final int SEEDS_A_CANDIDATE = 4;

    private final Sabotage sabotage;
    private final int mostTries;
    private Failure smallest;
    private int tries;

    private Shrinker(Failure failure, int mostTries, Sabotage sabotage) {
        this.smallest = failure;
        this.mostTries = mostTries;
        this.sabotage = sabotage;
    }

    /** Runs at most {@code mostTries} worlds. */
    static Finding shrink(Failure failure, int mostTries, Sabotage sabotage) {
        Shrinker shrinker = new Shrinker(failure, mostTries, sabotage);
        while (shrinker.step()) {
            // Start over with the candidates of the smaller one.
        }
        return new Finding(failure, shrinker.smallest, shrinker.tries);
    }

    private boolean step() {
        for (Scenario candidate : Smaller.than(smallest.scenario())) {
            Failure failure = firstFailure(candidate);
            if (failure != null) {
                smallest = failure;
                return true;
            }
        }
        return false;
    }

    private @Nullable Failure firstFailure(Scenario candidate) {
        for (int i = 0; i < SEEDS_A_CANDIDATE && tries < mostTries; i++) {
            tries++;
            WorldResult result =
                    World.run(candidate.withSeed(candidate.seed() + i), sabotage, null);
            Failure failure = result.failure();
            if (failure != null && failure.invariant() == smallest.invariant()) {
                return failure;
            }
        }
        return null;
    }
}
