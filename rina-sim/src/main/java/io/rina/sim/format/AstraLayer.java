package io.rina.sim.format;

import io.rina.sim.workload.CollectiveKind;

import org.jspecify.annotations.Nullable;

/**
 * A line of an {@link AstraWorkload}.
 *
 * @param updatePs after the weight gradient has been summed, before the layer's next forward pass
 */
record AstraLayer(
        String name, Part forward, Part inputGradient, Part weightGradient, long updatePs) {
    /** Among whom a part communicates. */
    enum Scope {
        /**
         * Without a suffix: the tensor group in the passes over the inputs, else the data group.
         */
        USUAL,
        EXPERT,
        DATA_EXPERT
    }

    /**
     * A part of a layer's work: it computes, then communicates.
     *
     * @param kind null for nothing to communicate
     */
    record Part(long computePs, @Nullable CollectiveKind kind, Scope scope, long bytes) {}
}
