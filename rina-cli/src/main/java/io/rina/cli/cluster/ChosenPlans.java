package io.rina.cli.cluster;

import io.rina.plan.Plan;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Topology;
import io.rina.plan.time.Choice;
import io.rina.plan.time.Selection;

import java.util.List;

/**
 * Which operation of a job on a cluster runs on which plan.
 *
 * @param plans of the choice's strategies, in their order
 */
public record ChosenPlans(Choice choice, List<Plan> plans) {
    public ChosenPlans {
        plans = List.copyOf(plans);
    }

    /**
     * Verified. Throws {@link io.rina.plan.UnsupportedTopologyException} where the strategy does not
     * serve the topology.
     */
    static ChosenPlans of(Selection selection, Topology topology) {
        Choice choice = selection.on(topology);
        List<Plan> plans = choice.plans(topology);
        plans.forEach(PlanVerifier::verify);
        return new ChosenPlans(choice, plans);
    }

    /** On which an operation of so many elements runs. */
    public Plan plan(long elements) {
        return plans.get(choice.plan(elements));
    }

    /** Of the strategy of that name, one of the choice's. */
    public Plan plan(String strategy) {
        return plans.get(choice.strategies().indexOf(strategy));
    }
}
