package io.rina.engine.number;

import io.rina.plan.Demand;

import java.util.ArrayList;
import java.util.List;

/**
 * One reduction of an operation, as far as its cost goes.
 *
 * @param lanes of all segments
 * @param plan the number of the program's plan that it runs on
 */
public record Pass(int lanes, int plan, Demand demand) {
    /**
     * The reductions of an operation of these terms, in order, where all numbers are finite or the
     * policy does not mind.
     */
    public static List<Pass> of(Terms terms) {
        Route route = terms.route();
        List<Pass> passes = new ArrayList<>();
        Blocks blocks = terms.blocks(terms.packing());
        if (terms.isScaled() || terms.segmentElements() == 0) {
            passes.add(new Pass(Math.max(1, blocks.all()), route.plan(), new Demand.AllReduce()));
        }
        int plan = terms.isFloatSum() && !terms.isScaled() ? route.ordered() : route.plan();
        boolean isTwice = terms.type().bytes() == Long.BYTES && !terms.kind().isSum();
        for (int lanes : Pieces.laneCounts(blocks, terms.pieceLanes())) {
            if (isTwice) {
                passes.add(new Pass(lanes, plan, new Demand.AllReduce()));
            }
            passes.add(new Pass(lanes, plan, route.demand()));
        }
        return passes;
    }
}
