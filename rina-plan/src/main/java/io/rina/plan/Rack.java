package io.rina.plan;

/**
 * A rack: its workers and the ability of its top-of-rack switch (ToR).
 *
 * @param name as the cluster file has it
 * @param aggregates whether the ToR can aggregate (in-network aggregation, INA)
 * @param ranks the workers under the ToR, at least one
 */
public record Rack(String name, boolean aggregates, RankSet ranks) {
    public Rack {
        if (ranks.size() == 0) {
            throw new IllegalArgumentException(
                    "rack " + name + " has no workers: give it a host or leave it out");
        }
    }
}
