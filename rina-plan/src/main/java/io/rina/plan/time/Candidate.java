package io.rina.plan.time;

import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.plan.UnsupportedTopologyException;

import java.util.ArrayList;
import java.util.List;

/** A strategy on a topology. */
public sealed interface Candidate {
    String strategy();

    /** It serves the topology, with this plan. */
    record Serves(String strategy, Plan plan) implements Candidate {}

    /** It does not, and says why and what would. */
    record Refuses(String strategy, String reason) implements Candidate {}

    /** All strategies, in their usual order. */
    static List<Candidate> all(Topology topology) {
        return Strategies.names().stream().map(name -> of(name, topology)).toList();
    }

    /** Those that serve the topology. */
    static List<Serves> serving(Topology topology) {
        List<Serves> serving = new ArrayList<>();
        for (Candidate candidate : all(topology)) {
            if (candidate instanceof Serves serves) {
                serving.add(serves);
            }
        }
        return serving;
    }

    private static Candidate of(String strategy, Topology topology) {
        try {
            return new Serves(strategy, Strategies.named(strategy).plan(topology));
        } catch (UnsupportedTopologyException e) {
            return new Refuses(strategy, String.valueOf(e.getMessage()));
        }
    }
}
