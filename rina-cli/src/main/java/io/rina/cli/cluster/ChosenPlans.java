package io.rina.cli.cluster;

import io.rina.plan.Plan;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Strategies;
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

    /** That plan, and the ring that gives sums of floats their order: as a job numbers them. */
    public List<Plan> withOrder(long elements) {
        return withOrder(plan(elements));
    }

    /** The same for the strategy of that name, one of the choice's. */
    public List<Plan> withOrder(String strategy) {
        return withOrder(plans.get(choice.strategies().indexOf(strategy)));
    }

    private static List<Plan> withOrder(Plan plan) {
        return List.of(plan, Strategies.named("ring").plan(plan.topology()));
    }
}
