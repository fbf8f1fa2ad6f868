package io.rina.plan.time;

import io.rina.plan.ChunkLayout;
import io.rina.plan.Plan;

import java.util.ArrayList;
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
        List<PlanPass> passes = List.of(new PlanPass(plan, blocks), new PlanPass(plan, elements));
        return of(passes, elements, fragmentElements, model);
    }

    /** Of any: its passes, at least one, and how many numbers each worker converts. */
    public static OperationTime of(
            List<PlanPass> passes, long elements, int fragmentElements, CostModel model) {
        List<PassTime> times = new ArrayList<>();
        for (int i = 0; i < passes.size(); i++) {
            double callNs = i == 0 ? model.operationNs() : 0;
            double numbersNs = i == passes.size() - 1 ? elements * model.elementNs() : 0;
            times.add(PassTime.of(passes.get(i), callNs + numbersNs, fragmentElements, model));
        }
        return new OperationTime(times);
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
