package io.rina.plan;

/**
 * How many workers' hosts have a parameter server, of which each sums a chunk. They are as far
 * apart in the order of ranks as can be, the first at rank 0.
 *
 * @param count {@code Integer.MAX_VALUE} for one on every host
 */
record Servers(int count) {
    static final Servers ON_EVERY_HOST = new Servers(Integer.MAX_VALUE);

    Servers {
        if (count < 1) {
            throw new IllegalArgumentException(
                    count + " parameter servers: there must be one at least");
        }
    }

    int among(int workers) {
        return Math.min(count, workers);
    }

    int rankOf(int chunk, int workers) {
        return chunk * workers / among(workers);
    }

    /** {@code name} where every host has one, and else as {@code name:count}. */
    String suffixed(String name) {
        return equals(ON_EVERY_HOST) ? name : name + ":" + count;
    }
}
