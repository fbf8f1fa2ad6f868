package io.rina.swarm;

/**
 * What to run.
 *
 * @param threads worlds that run side by side; they share nothing
 * @param stopOnFirstFailure start no world after one has failed
 * @param shrinkTries worlds that the search for a smaller failure may take, for each of the first
 *     failures; 0 for no search
 */
public record SwarmOptions(
        Worlds worlds, int threads, boolean stopOnFirstFailure, int shrinkTries) {
    public SwarmOptions {
        if (worlds.count() < 0 || threads < 1 || shrinkTries < 0) {
            throw new IllegalArgumentException(
                    "worlds and shrink tries are 0 or more and threads 1 or more, not "
                            + worlds.count() + ", " + shrinkTries + " and " + threads);
        }
    }

    /** Seeds 1 to {@code worlds}, all of them, on one thread. */
    public static SwarmOptions ofWorlds(long worlds) {
        return new SwarmOptions(Worlds.ofSeeds(1, worlds), 1, false, 1000);
    }

    public SwarmOptions withThreads(int threads) {
        return new SwarmOptions(worlds, threads, stopOnFirstFailure, shrinkTries);
    }
}
