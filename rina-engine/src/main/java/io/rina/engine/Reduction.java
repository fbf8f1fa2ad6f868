package io.rina.engine;

import io.rina.plan.Demand;
import io.rina.wire.ReduceOp;

/**
 * One pass over one vector.
 *
 * @param vector as long as the demand's segments together, which are of one size
 * @param contract a hash of what is reduced; members whose contracts differ never mix
 * @param plan on which of the program's plans it runs
 * @param demand who contributes to each segment of the vector, and who gets the outcome
 */
public record Reduction(Vector vector, ReduceOp op, int contract, int plan, Demand demand) {
    /** An all-reduce on the program's first plan. */
    public Reduction(Vector vector, ReduceOp op, int contract) {
        this(vector, op, contract, 0, new Demand.AllReduce());
    }
}
