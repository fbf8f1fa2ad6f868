package io.rina.swarm;

import io.rina.engine.IntVector;
import io.rina.engine.Operation;
import io.rina.engine.Reduction;
import io.rina.wire.ReduceOp;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/** Ints reduced in place. The expected result is a plain loop over all ranks. */
final class IntWork implements Work {
    private final ReduceOp op;
    private final int contract;
    private final int[][] lanes;
    private final int[] expected;

    IntWork(OperationShape shape, int number, int ranks, Dice dice) {
        op = ReduceOp.valueOf(shape.kind().name());
        contract = (int) Trace.mix(number);
        lanes = new int[ranks][shape.elements()];
        expected = new int[shape.elements()];
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < expected.length; i++) {
                lanes[rank][i] = dice.anyInt();
                expected[i] = rank == 0 ? lanes[rank][i] : op.apply(expected[i], lanes[rank][i]);
            }
        }
    }

    @Override
    public Operation operation(int rank) {
        Queue<Reduction> left =
                new ArrayDeque<>(List.of(new Reduction(new IntVector(lanes[rank]), op, contract)));
        return left::poll;
    }

    @Override
    public void check(int rank) {
        int at = Arrays.mismatch(lanes[rank], expected);
        if (at >= 0) {
            throw Invariant.RIGHT_RESULT.broken("rank " + rank + " has " + lanes[rank][at]
                    + " in element " + at + " where a plain " + op + " is " + expected[at]);
        }
    }

    @Override
    public void scribble(int rank) {
        Arrays.fill(lanes[rank], 0x0badf00d);
    }
}
