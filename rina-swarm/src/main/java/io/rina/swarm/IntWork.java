package io.rina.swarm;

import io.rina.engine.IntVector;
import io.rina.engine.Operation;
import io.rina.engine.Reduction;
import io.rina.plan.Demand;
import io.rina.plan.RankSet;
import io.rina.wire.ReduceOp;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Ints reduced in place. The expected result is a plain loop over the sources of each segment. A
 * rank that is no source of a segment has rubbish there, which must go nowhere.
 */
final class IntWork implements Work {
    private final ReduceOp op;
    private final int contract;
    private final int plan;
    private final Demand demand;
    private final List<Demand.Segment> segments;
    private final int segmentElements;
    private final int[][] lanes;
    private final int[] expected;

    IntWork(ReduceOp op, OperationShape shape, int number, int ranks, int plans, Dice dice) {
        this.op = op;
        contract = (int) Trace.mix(number);
        plan = shape.plan() % plans;
        demand = shape.demand(ranks);
        segments = demand.segments(ranks);
        segmentElements = shape.elements();
        lanes = new int[ranks][segments.size() * segmentElements];
        expected = new int[segments.size() * segmentElements];
        for (int[] own : lanes) {
            for (int i = 0; i < own.length; i++) {
                own[i] = dice.anyInt();
            }
        }
        for (int i = 0; i < expected.length; i++) {
            expected[i] = fold(i, segments.get(i / segmentElements).sources());
        }
    }

    private int fold(int element, RankSet sources) {
        int result = lanes[sources.first()][element];
        for (int i = 1; i < sources.size(); i++) {
            result = op.apply(result, lanes[sources.get(i)][element]);
        }
        return result;
    }

    @Override
    public Operation operation(int rank) {
        Queue<Reduction> left = new ArrayDeque<>(
                List.of(new Reduction(new IntVector(lanes[rank]), op, contract, plan, demand)));
        return left::poll;
    }

    @Override
    public boolean waitsFor(int rank, int other) {
        for (Demand.Segment segment : segments) {
            if (segmentElements > 0
                    && segment.sinks().contains(rank)
                    && segment.sources().contains(other)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void check(int rank) {
        for (int i = 0; i < expected.length; i++) {
            if (segments.get(i / segmentElements).sinks().contains(rank)
                    && lanes[rank][i] != expected[i]) {
                throw Invariant.RIGHT_RESULT.broken("rank " + rank + " has " + lanes[rank][i]
                        + " in element " + i + " where a plain " + op + " is " + expected[i]);
            }
        }
    }

    @Override
    public long digest(int rank) {
        long digest = 0;
        for (int i = 0; i < expected.length; i++) {
            if (segments.get(i / segmentElements).sinks().contains(rank)) {
                digest = Trace.mix(digest, lanes[rank][i]);
            }
        }
        return digest;
    }

    @Override
    public void scribble(int rank) {
        Arrays.fill(lanes[rank], 0x0badf00d);
    }
}
