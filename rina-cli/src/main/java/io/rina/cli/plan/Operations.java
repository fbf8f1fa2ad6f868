package io.rina.cli.plan;

import io.rina.engine.number.Pass;
import io.rina.engine.number.Terms;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Traffic;

import java.util.List;
import java.util.function.Function;

/** Reductions that all cost the same, run so many times. */
public record Operations(PlanCost cost, long times) {
    /**
     * All-reduces of {@code elements} floats. Each is two reductions by the same plan: the exponents
     * of the blocks travel first.
     *
     * @param fragmentElements elements that a full frame carries
     */
    public static List<Operations> ofFloats(
            Plan plan, int elements, int fragmentElements, long times) {
        int blocks = Math.ceilDiv(elements, ChunkLayout.BLOCK_ELEMENTS);
        return List.of(
                new Operations(new PlanCost(plan, blocks, fragmentElements), times),
                new Operations(new PlanCost(plan, elements, fragmentElements), times));
    }

    /**
     * All-reduces of these terms, one {@link Pass} after the other.
     *
     * @param plans of the job, by their numbers
     * @param fragmentElements lanes that a full frame carries
     */
    public static List<Operations> of(
            List<Plan> plans, Terms terms, int fragmentElements, long times) {
        return Pass.of(terms).stream()
                .map(pass -> {
                    Plan plan = plans.get(pass.plan());
                    PlanCost cost = new PlanCost(plan, pass.lanes(), fragmentElements);
                    return new Operations(cost, times);
                })
                .toList();
    }

    /** What all {@code operations} together carry where one carries {@code traffic}. */
    public static Traffic sum(List<Operations> operations, Function<PlanCost, Traffic> traffic) {
        Traffic sum = Traffic.NONE;
        for (Operations some : operations) {
            sum = sum.plus(traffic.apply(some.cost).times(some.times));
        }
        return sum;
    }
}
