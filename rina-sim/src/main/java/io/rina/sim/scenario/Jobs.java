package io.rina.sim.scenario;

import io.rina.sim.net.Fabric;

/**
 * Jobs that run at the same time, all with the same work, each on hosts of its own.
 *
 * @param workers of each job
 */
public record Jobs(int count, int workers, Spread spread) {
    /** Which hosts a job has. */
    public enum Spread {
        /** Consecutive ones, so that jobs share few switches. */
        PACKED,
        /** Of n jobs each has every n-th host, so that jobs share switches. */
        SPREAD
    }

    public Jobs {
        if (count < 1 || workers < 1) {
            throw new IllegalArgumentException(
                    count + " jobs of " + workers + " workers: at least one of each is needed");
        }
    }

    void requireFit(Fabric fabric) {
        if ((long) count * workers > fabric.hosts()) {
            throw new IllegalArgumentException(count + " jobs of " + workers
                    + " workers need a host for each worker, and " + fabric.name() + " has "
                    + fabric.hosts());
        }
    }

    /** The hosts of the ranks of {@code job}, in order. */
    public int[] hostsOf(int job) {
        int[] hosts = new int[workers];
        for (int rank = 0; rank < workers; rank++) {
            hosts[rank] = switch (spread) {
                case PACKED -> job * workers + rank;
                case SPREAD -> rank * count + job;
            };
        }
        return hosts;
    }
}
