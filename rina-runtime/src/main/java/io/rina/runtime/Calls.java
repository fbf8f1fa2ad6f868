package io.rina.runtime;

import io.rina.engine.number.Barrier;
import io.rina.engine.number.Buffers;
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
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a communicator is asked for into operations, numbered in the order of the calls, and again
 * for each new epoch.
 */
final class Calls {
    /**
     * So many calls may follow each other of which a rank can be done before all others have begun. Then
     * all ranks meet, so that what is kept for ranks that lag behind does not grow for ever.
     */
    private static final int MOST_APART = 8;

    private final int rank;
    private final OperationQueue operations;
    private final InputCopies copies;
    private final String place;
    private final Runnable wakeup;
    private final boolean keepsInputs;
    private final Workspace workspace = new Workspace();
    private final CallLog log = new CallLog();
    /** Held from numbering an operation to submitting it, so that both go in the same order. */
    private final Object submission = new Object();
    /** Changed with the submission lock held. */
    private volatile Assignment assignment;
    /** Where all operations run as long as there is such a plan; null where their size decides. */
    private volatile @Nullable String fixedStrategy;

    private volatile @Nullable JobException closed;
    private int apart;

    /**
     * @param rank of this process
     * @param place in messages, which communicator these are of
     * @param wakeup of the thread that serves the queue
     */
    Calls(
            int rank,
            Assignment assignment,
            OperationQueue operations,
            InputCopies copies,
            String place,
            Runnable wakeup) {
        this.rank = rank;
        this.assignment = assignment;
        this.operations = operations;
        this.copies = copies;
        this.place = place;
        this.wakeup = wakeup;
        // The same at all ranks, in all epochs: how calls are numbered follows from it.
        keepsInputs = assignment.usesSwitches();
    }

    /** The call of that number, by name; empty when it was not made yet. */
    String call(long sequence) {
        return log.call(sequence);
    }

    /** No more calls are taken; those that were go on. */
    void close(JobException why) {
        closed = why;
    }

    /**
     * From the next call on all operations run on the plan of this strategy, whatever their size, as long
     * as there is one.
     */
    void runOn(String strategy) {
        fixedStrategy = strategy;
    }

    /** On which plan of the program an operation over so many elements runs. */
    int planFor(long elements) {
        return planFor(assignment, fixedStrategy, elements);
    }

    private static int planFor(Assignment now, @Nullable String fixed, long elements) {
        int plan = fixed == null ? -1 : now.choice().strategies().indexOf(fixed);
        return plan >= 0 ? plan : now.choice().plan(elements);
    }

    /**
     * Goes over to another epoch: what {@code unfinished} gives is made anew and handed to {@code goOn},
     * with no call in between.
     */
    void changeEpoch(
            Assignment next,
            Supplier<List<Submission>> unfinished,
            Consumer<List<Submission>> goOn) {
        synchronized (submission) {
            List<Submission> again = unfinished.get();
            assignment = next;
            again.forEach(call -> call.renew(next));
            goOn.accept(again);
        }
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
        String fixed = fixedStrategy;
        long elements = segmentElements * demand.segmentCount(ranks());
        Terms example = terms(assignment, fixed, demand, elements, type, kind, options);
        return submit(
                demand,
                example.describe(),
                buffers,
                (now, number, memory) -> new NumberOperation(
                        terms(now, fixed, demand, elements, type, kind, options).numbered(number),
                        memory,
                        workspace));
    }

    private static Terms terms(
            Assignment now,
            @Nullable String fixed,
            Demand demand,
            long elements,
            DataType type,
            ReduceKind kind,
            NumberOptions options) {
        int plan = planFor(now, fixed, elements);
        int ranks = now.plan().topology().workers();
        prepare(now, plan, demand);
        return new Terms(
                type,
                kind,
                options,
                now.route(plan, demand),
                elements / demand.segmentCount(ranks),
                ranks,
                now.limits().blockElements(),
                Terms.PIECE_LANES,
                0);
    }

    Handle move(Demand demand, Buffers buffers, long segmentBytes) {
        String fixed = fixedStrategy;
        MoveTerms example = terms(assignment, fixed, demand, segmentBytes);
        return submit(
                demand,
                example.describe(),
                buffers,
                (now, number, memory) -> new Move(
                        terms(now, fixed, demand, segmentBytes).numbered(number),
                        memory,
                        workspace));
    }

    private static MoveTerms terms(
            Assignment now, @Nullable String fixed, Demand demand, long segmentBytes) {
        int ranks = now.plan().topology().workers();
        long floats = segmentBytes * demand.segmentCount(ranks) / Float.BYTES;
        int plan = planFor(now, fixed, floats);
        prepare(now, plan, demand);
        return new MoveTerms(
                demand,
                plan,
                segmentBytes,
                ranks,
                now.limits().blockElements(),
                Terms.PIECE_LANES,
                0);
    }

    /** Made here at first use, not in the thread that moves the frames. */
    private static void prepare(Assignment now, int plan, Demand demand) {
        now.program().plan(plan, demand);
    }

    Handle barrier() {
        synchronized (submission) {
            return submitBarrier();
        }
    }

    private Handle submitBarrier() {
        String fixed = fixedStrategy;
        Buffers none = new Buffers(MemorySegment.NULL, MemorySegment.NULL);
        return submit(
                "barrier",
                "barrier",
                true,
                none,
                keepsInputs ? none.source() : null,
                (now, number, _) -> new Barrier(planFor(now, fixed, 1), number));
    }

    private Handle submit(
            Demand demand, String description, Buffers buffers, Submission.Call call) {
        checkOpen();
        boolean meetsAll = switch (demand) {
            case Demand.AllReduce _, Demand.ReduceScatter _, Demand.AllGather _ -> true;
            case Demand.Reduce _, Demand.Broadcast _ -> false;
        };
        MemorySegment copy = keepsInputs ? copyInput(demand, buffers.source()) : null;
        Buffers memory = copy == null || copy.byteSize() == 0
                ? buffers
                : new Buffers(
                        copy.asSlice(0, buffers.source().byteSize()),
                        buffers.sourceFirst(),
                        buffers.target(),
                        buffers.targetFirst());
        synchronized (submission) {
            Handle handle = submit(demand.collective(), description, meetsAll, memory, copy, call);
            apart = meetsAll ? 0 : apart + 1;
            if (keepsInputs && apart == MOST_APART) {
                apart = 0;
                Handle _ = submitBarrier();
            }
            return handle;
        }
    }

    /** Empty where this rank gives nothing: a broadcast is read at its root only. */
    private MemorySegment copyInput(Demand demand, MemorySegment source) {
        boolean gives = !(demand instanceof Demand.Broadcast(int root)) || root == rank;
        return gives ? copies.copy(source) : MemorySegment.NULL;
    }

    /** With the submission lock held. */
    private Handle submit(
            String name,
            String description,
            boolean meetsAll,
            Buffers buffers,
            @Nullable MemorySegment copy,
            Submission.Call call) {
        checkOpen();
        long number = log.note(description);
        Handle handle = new Handle(name + " " + number + place);
        operations.submit(
                new Submission(call, assignment, number, meetsAll, buffers, copy, handle));
        wakeup.run();
        return handle;
    }

    /** Throws why no more calls are taken, if so. */
    void checkOpen() {
        JobException broken = operations.broken() == null ? closed : operations.broken();
        if (broken != null) {
            throw broken.again();
        }
    }
}
