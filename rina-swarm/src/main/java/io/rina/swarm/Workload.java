package io.rina.swarm;

import io.rina.engine.Worker;
import io.rina.engine.number.Workspace;
import io.rina.plan.Program;
import io.rina.wire.ReduceOp;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the ranks submit one after the other, and the checks at each completion. */
final class Workload {
    private final Passes passes;
    private final List<Work> works = new ArrayList<>();
    /** Per rank: operations started and completed; per rank, the one under way or started last. */
    private final int[] started;

    private final int[] completed;
    private final RecordedOperation[] current;
    private int ranksDone;
    private long digest;

    Workload(Scenario scenario, Program program, Passes passes) {
        this.passes = passes;
        int ranks = scenario.workers();
        started = new int[ranks];
        completed = new int[ranks];
        current = new RecordedOperation[ranks];
        ranksDone = scenario.operations().isEmpty() ? ranks : 0;
        List<Workspace> workspaces =
                Stream.generate(Workspace::new).limit(ranks).toList();
        Dice dice = new Dice(scenario.numberSeed(), "numbers");
        int number = 0;
        for (OperationShape shape : scenario.operations()) {
            works.add(
                    switch (shape.kind()) {
                        case OperationKind.Lanes(ReduceOp op) ->
                            new IntWork(op, shape, number, ranks, scenario.plans(), dice);
                        case OperationKind.Bytes(boolean inPieces) ->
                            new MoveWork(inPieces, shape, number, scenario, workspaces, dice);
                        case OperationKind.Barrier _ ->
                            new BarrierWork(shape.plan() % scenario.plans(), number);
                        case OperationKind.Numbers numbers ->
                            new NumberWork(
                                    numbers, shape, number, scenario, program, workspaces, dice);
                    });
            number++;
        }
    }

    /** Of all all-reduces of numbers that have a result and are not in pieces, in order. */
    List<NumberOutcome> numbers() {
        List<NumberOutcome> outcomes = new ArrayList<>();
        for (Work work : works) {
            if (work instanceof NumberWork numbers) {
                NumberOutcome outcome = numbers.outcome();
                if (outcome != null) {
                    outcomes.add(outcome);
                }
            }
        }
        return outcomes;
    }

    /** A hash of what each rank has got by each operation. */
    long digest() {
        return digest;
    }

    boolean hasNext(int rank) {
        return started[rank] < works.size();
    }

    /** Every rank has completed every operation. */
    boolean isDone() {
        return ranksDone == started.length;
    }

    int completed(int rank) {
        return completed[rank];
    }

    void startNext(int rank, Worker worker) {
        int number = started[rank]++;
        current[rank] =
                new RecordedOperation(works.get(number).operation(rank), passes, number, rank);
        worker.start(current[rank]);
    }

    /** To be called when the worker has completed the operation that it started last. */
    void onCompleted(int rank) {
        int number = completed[rank]++;
        requireStarted(rank, number);
        current[rank].checkComplete();
        works.get(number).check(rank);
        // A sum, since ranks complete in any order.
        digest += Trace.mix(Trace.mix(number, rank), works.get(number).digest(rank));
        works.get(number).scribble(rank);
        current[rank].scribble();
        if (completed[rank] == works.size()) {
            ranksDone++;
        }
    }

    private void requireStarted(int rank, int number) {
        for (int other = 0; other < started.length; other++) {
            if (started[other] <= number && works.get(number).waitsFor(rank, other)) {
                throw Invariant.STARTED_BY_ALL.broken("rank " + rank + " completes operation "
                        + number + ", which rank " + other + " has not started");
            }
        }
    }
}
