package io.rina.runtime.control;

import io.rina.plan.Topology;

import java.time.Duration;

/**
 * What a coordinator brings together.
 *
 * @param strategy by name, see {@link io.rina.plan.Strategies}
 * @param jobKey the secret that members show to be let in
 * @param fragmentElements elements a frame carries
 * @param pool positions under way a channel
 * @param joinTimeout within which all members must have joined and be ready
 */
public record JobSpec(
        Topology topology,
        String strategy,
        String jobKey,
        int fragmentElements,
        int pool,
        Duration joinTimeout) {}
