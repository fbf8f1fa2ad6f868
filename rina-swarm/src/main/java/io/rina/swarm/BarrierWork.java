package io.rina.swarm;

import io.rina.engine.Operation;
import io.rina.engine.number.Barrier;

/** Ranks that wait for each other. Nothing comes of it but that all were there. */
final class BarrierWork implements Work {
    private final int plan;
    private final int number;

    BarrierWork(int plan, int number) {
        this.plan = plan;
        this.number = number;
    }

    @Override
    public Operation operation(int rank) {
        return new Barrier(plan, number);
    }

    @Override
    public boolean waitsFor(int rank, int other) {
        return true;
    }

    @Override
    public void check(int rank) {
        // There is no result.
    }

    @Override
    public long digest(int rank) {
        return 0;
    }

    @Override
    public void scribble(int rank) {
        // There are no buffers.
    }
}
