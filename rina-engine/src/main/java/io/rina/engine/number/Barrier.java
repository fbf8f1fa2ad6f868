package io.rina.engine.number;

import io.rina.engine.IntVector;
import io.rina.engine.Reduction;
import io.rina.plan.Demand;
import io.rina.wire.ReduceOp;

import org.jspecify.annotations.Nullable;

/** An operation that no rank completes before all have started it: an all-reduce of one lane. */
public final class Barrier implements Collective {
    private @Nullable Reduction meeting;

    /**
     * @param plan which of the program's plans it runs on
     * @param sequence the operation's number on its communicator
     */
    public Barrier(int plan, long sequence) {
        long hash = Terms.mix(Terms.mix(sequence, -2), plan);
        meeting = meeting(plan, (int) (hash ^ hash >>> 32));
    }

    /** An all-reduce of nothing that matters. */
    static Reduction meeting(int plan, int contract) {
        IntVector one = new IntVector(new int[1]);
        return new Reduction(one, ReduceOp.MAX, contract, plan, new Demand.AllReduce());
    }

    @Override
    public @Nullable Reduction next() {
        Reduction next = meeting;
        meeting = null;
        return next;
    }

    @Override
    public @Nullable NotFiniteException failure() {
        return null;
    }

    @Override
    public NumberReport report() {
        return NumberReport.CLEAN;
    }
}
