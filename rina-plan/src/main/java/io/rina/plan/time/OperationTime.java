package io.rina.plan.time;

import io.rina.plan.ChunkLayout;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;

import java.util.List;

/**
 * How long an operation takes: its passes one after the other. It is a prediction for a network
 * without loss and without other traffic.
 */
public record OperationTime(List<PassTime> passes) {
    public OperationTime {
        passes = List.copyOf(passes);
    }

    /**
     * Of an all-reduce of so many float32 numbers: the exponents of its blocks, then the blocks.
     */
    public static OperationTime ofFloats(
            Plan plan, long elements, int fragmentElements, CostModel model) {
        long blocks = Math.ceilDiv(elements, (long) ChunkLayout.BLOCK_ELEMENTS);
        double conversionNs = elements * model.elementNs();
        return new OperationTime(List.of(
                pass(plan, blocks, fragmentElements, model.operationNs(), model),
                pass(plan, elements, fragmentElements, conversionNs, model)));
    }

    private static PassTime pass(
            Plan plan, long elements, int fragmentElements, double workerNs, CostModel model) {
        int fragmentBytes = (int) Math.min(elements, fragmentElements) * Integer.BYTES;
        PlanCost cost = new PlanCost(plan, elements, fragmentElements);
        return PassTime.of(plan, cost, workerNs, fragmentBytes, model);
    }

    public double totalNs() {
        return passes.stream().mapToDouble(PassTime::totalNs).sum();
    }

    /** Processor time of all nodes together. */
    public double workNs() {
        return passes.stream().mapToDouble(PassTime::workNs).sum();
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
