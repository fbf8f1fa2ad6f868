package io.rina.swarm;

import java.util.SplittableRandom;

/**
 * One stream of chance. A world has several, each from its seed and a name of its own, so that one
 * fault more or less does not change when the others strike: the shrinker depends on that.
 */
final class Dice {
    private final SplittableRandom random;

    Dice(long seed, String stream) {
        random = new SplittableRandom(Trace.mix(seed ^ Trace.mix(stream.hashCode())));
    }

    /** From 0 to {@code bound - 1}. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** From {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** From 0 to {@code bound}, both included. */
    long upTo(long bound) {
        return bound == 0 ? 0 : random.nextLong(bound + 1);
    }

    /** From {@code low} to {@code high}, with every order of magnitude as likely. */
    long magnitude(long low, long high) {
        return (long) (low * Math.pow((double) high / low, random.nextDouble()));
    }

    boolean perThousand(int chance) {
        return chance > 0 && random.nextInt(1000) < chance;
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    int anyInt() {
        return random.nextInt();
    }

    double gaussian() {
        return random.nextGaussian();
    }

    void fill(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
