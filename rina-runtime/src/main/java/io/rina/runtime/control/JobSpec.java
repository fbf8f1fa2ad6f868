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
 * @param silence after which a member counts as gone
 */
public record JobSpec(
        Topology topology,
        Selection selection,
        String jobKey,
        int fragmentElements,
        int pool,
        Duration joinTimeout,
        Silence silence) {
    /** With the standard silence. */
    public JobSpec(
            Topology topology,
            Selection selection,
            String jobKey,
            int fragmentElements,
            int pool,
            Duration joinTimeout) {
        this(topology, selection, jobKey, fragmentElements, pool, joinTimeout, Silence.STANDARD);
    }

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

    public JobSpec withSilence(Silence other) {
        return new JobSpec(topology, selection, jobKey, fragmentElements, pool, joinTimeout, other);
    }
}
