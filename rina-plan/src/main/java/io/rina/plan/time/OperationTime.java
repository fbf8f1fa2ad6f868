package io.rina.plan.time;

import io.rina.plan.ChunkLayout;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;

import java.util.List;

/**
 * How long an operation takes: its passes one after the other, and {@code operationNs} for the
 * call as such. It is a prediction for a network without loss and without other traffic.
 */
public record OperationTime(double operationNs, List<PassTime> passes) {
    public OperationTime {
        passes = List.copyOf(passes);
    }

    /**
     * Of an all-reduce of so many float32 numbers: the exponents of its blocks, then the blocks.
     */
    public static OperationTime ofFloats(
            Plan plan, int elements, int fragmentElements, CostModel model) {
        int blocks = Math.ceilDiv(elements, ChunkLayout.BLOCK_ELEMENTS);
        return new OperationTime(
                model.operationNs(),
                List.of(
                        pass(plan, blocks, 0, fragmentElements, model),
                        pass(plan, elements, elements, fragmentElements, model)));
    }

    private static PassTime pass(
            Plan plan, int elements, int conversions, int fragmentElements, CostModel model) {
        int fragmentBytes = Math.min(elements, fragmentElements) * Integer.BYTES;
        PlanCost cost = new PlanCost(plan, elements, fragmentElements);
        return PassTime.of(plan, cost, conversions, fragmentBytes, model);
    }

    public double totalNs() {
        return operationNs + passes.stream().mapToDouble(PassTime::totalNs).sum();
    }

    /** What the time of the longest pass is that of. */
    public Bound bound() {
        PassTime longest = passes.getFirst();
        for (PassTime pass : passes) {
            longest = pass.totalNs() > longest.totalNs() ? pass : longest;
        }
        return longest.bound();
    }
}
