package io.rina.runtime;

import io.rina.engine.number.Barrier;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.Collective;
import io.rina.engine.number.DataType;
import io.rina.engine.number.Move;
import io.rina.engine.number.MoveTerms;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Terms;
import io.rina.engine.number.Workspace;
import io.rina.plan.Demand;
import io.rina.runtime.control.Assignment;
import io.rina.runtime.job.JobException;

import java.util.function.LongFunction;

/** Turns what a communicator is asked for into operations, numbered in the order of the calls. */
final class Calls {
    private final HostNode node;
    private final Assignment assignment;
    private final OperationQueue operations;
    private final String place;
    private final Workspace workspace = new Workspace();
    private final CallLog log = new CallLog();
    /** Held from numbering an operation to submitting it, so that both go in the same order. */
    private final Object submission = new Object();
    /** Where all operations run, or -1 where their size decides. */
    private volatile int fixedPlan = -1;

    /** {@code place}: in messages, which communicator these are of. */
    Calls(HostNode node, Assignment assignment, OperationQueue operations, String place) {
        this.node = node;
        this.assignment = assignment;
        this.operations = operations;
        this.place = place;
    }

    /** The call of that number, by name; empty when it was not made yet. */
    String call(long sequence) {
        return log.call(sequence);
    }

    /** From the next call on all operations run on this plan of the program, whatever their size. */
    void runOn(int plan) {
        fixedPlan = plan;
    }

    /** On which plan of the program an operation over so many elements runs. */
    int planFor(long elements) {
        int fixed = fixedPlan;
        return fixed >= 0 ? fixed : assignment.choice().plan(elements);
    }

    private int ranks() {
        return assignment.plan().topology().workers();
    }

    Handle reduce(
            Demand demand,
            Buffers buffers,
            long segmentElements,
            DataType type,
            ReduceKind kind,
            NumberOptions options) {
        int plan = planFor(segmentElements * demand.segments(ranks()).size());
        Terms terms = new Terms(
                type,
                kind,
                options,
                assignment.route(plan, demand),
                segmentElements,
                ranks(),
                assignment.limits().blockElements(),
                Terms.PIECE_LANES,
                0);
        return submit(
                plan,
                demand,
                terms.describe(),
                number -> new NumberOperation(terms.numbered(number), buffers, workspace));
    }

    Handle move(Demand demand, Buffers buffers, long segmentBytes) {
        int plan = planFor(segmentBytes * demand.segments(ranks()).size() / Float.BYTES);
        MoveTerms terms = new MoveTerms(
                demand,
                plan,
                segmentBytes,
                ranks(),
                assignment.limits().blockElements(),
                Terms.PIECE_LANES,
                0);
        return submit(
                plan,
                demand,
                terms.describe(),
                number -> new Move(terms.numbered(number), buffers, workspace));
    }

    Handle barrier() {
        return submit("barrier", "barrier", number -> new Barrier(planFor(1), number));
    }

    private Handle submit(
            int plan, Demand demand, String call, LongFunction<Collective> operation) {
        // Made here at first use, not in the thread that moves the frames.
        assignment.program().plan(plan, demand);
        return submit(demand.collective(), call, operation);
    }

    private Handle submit(String name, String call, LongFunction<Collective> operation) {
        JobException broken = operations.broken();
        if (broken != null) {
            throw broken.again();
        }
        synchronized (submission) {
            long number = log.note(call);
            Handle handle = new Handle(name + " " + number + place);
            operations.submit(operation.apply(number), handle, number);
            node.wakeup();
            return handle;
        }
    }
}
