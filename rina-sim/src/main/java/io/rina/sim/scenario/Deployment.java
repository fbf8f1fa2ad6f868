package io.rina.sim.scenario;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.Processing;

import java.util.Set;

/**
 * Which switches aggregate, and what they are able to do.
 *
 * @param tors indices of switches that have hosts
 * @param core whether one of the switches above them does as well
 * @param slots that such a switch has, for all jobs; {@code Integer.MAX_VALUE} for as many as wanted
 * @param processing what it takes it to take in a frame that is to be summed
 */
public record Deployment(Set<Integer> tors, boolean core, int slots, Processing processing) {
    public Deployment {
        tors = Set.copyOf(tors);
        if (slots < 1) {
            throw new IllegalArgumentException("a switch that aggregates has a slot, not " + slots);
        }
    }

    void requireFit(Fabric fabric) {
        Set<Integer> edges = Set.copyOf(fabric.edgeSwitches());
        for (int tor : tors) {
            if (!edges.contains(tor)) {
                throw new IllegalArgumentException("switch " + tor + " of " + fabric.name()
                        + " has no hosts; those that have are " + fabric.edgeSwitches());
            }
        }
        if (core && fabric.edgeSwitches().size() == fabric.nodes() - fabric.hosts()) {
            throw new IllegalArgumentException("every switch of " + fabric.name()
                    + " has hosts, so that none is a core that could aggregate");
        }
    }
}
