package io.rina.engine.number;

import io.rina.plan.Demand;
import io.rina.wire.ReduceOp;

/**
 * Which of the program's plans an operation runs on, and who gets the outcome. All ranks contribute
 * to all of it.
 *
 * @param plan the plan for what may be summed in any order
 * @param ordered the plan for what may not: it must be the same whatever the other is
 */
public record Route(int plan, int ordered, Demand demand) {
    /** An all-reduce on the program's first plan; the second one gives the order. */
    public static final Route ALL_REDUCE = new Route(0, 1, new Demand.AllReduce());

    int planFor(ReduceOp op) {
        return op.isOrderFree() ? plan : ordered;
    }
}
