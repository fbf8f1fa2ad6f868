package io.rina.swarm;

/** The worlds of a swarm, numbered from 0. From any thread. */
public interface Worlds {
    long count();

    /** World number {@code index}; the same one each time. */
    Scenario scenario(long index);

    /** Those of the seed {@code first} and the ones that follow. */
    static Worlds ofSeeds(long first, long count) {
        return new Worlds() {
            @Override
            public long count() {
                return count;
            }

            @Override
            public Scenario scenario(long index) {
                return Scenario.fromSeed(first + index);
            }
        };
    }
}
