package io.rina.runtime.control;

import io.rina.plan.Topology;
import io.rina.plan.time.Selection;

import java.time.Duration;

/**
 * What a coordinator brings together.
 *
 * @param selection of strategies, for the job and for its rank groups
 * @param jobKey the secret that members show to be let in
 * @param fragmentElements elements a frame carries
 * @param pool positions under way a channel
 * @param joinTimeout within which all members must have joined and be ready
 */
public record JobSpec(
        Topology topology,
        Selection selection,
        String jobKey,
        int fragmentElements,
        int pool,
        Duration joinTimeout) {
    /** For one strategy, by name. */
    public JobSpec(
            Topology topology,
            String strategy,
            String jobKey,
            int fragmentElements,
            int pool,
            Duration joinTimeout) {
        this(topology, new Selection.Named(strategy), jobKey, fragmentElements, pool, joinTimeout);
    }
}
