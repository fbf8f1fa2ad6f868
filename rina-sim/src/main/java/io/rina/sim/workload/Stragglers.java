package io.rina.sim.workload;

import java.util.function.DoubleSupplier;

/**
 * How much longer each rank computes in each iteration. The factor of a rank in an iteration
 * depends on nothing else but the seed, so it is the same whatever strategy is tried, however
 * many ranks and iterations there are.
 */
public record Stragglers(Jitter jitter, long seed) {
    /** Every rank computes as long as it should. */
    public static Stragglers none() {
        return new Stragglers(new Jitter.None(), 0);
    }

    public double slowdown(int rank, int iteration) {
        return jitter.factor(new Draws(mix(mix(mix(seed) + rank) + iteration)));
    }

    /** The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
    private static long mix(long bits) {
        long z = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** Uniform numbers over (0, 1), neither end included. */
    private static final class Draws implements DoubleSupplier {
        private long state;

        Draws(long state) {
            this.state = state;
        }

        @Override
        public double getAsDouble() {
            state += 0x9e3779b97f4a7c15L;
            return ((mix(state) >>> 12) + 0.5) * 0x1p-52;
        }
    }
}
