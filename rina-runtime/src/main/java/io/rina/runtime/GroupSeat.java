package io.rina.runtime;

import io.rina.engine.Counter;
import io.rina.engine.HostEndpoint;
import io.rina.plan.Subtopology;
import io.rina.runtime.control.Assignment;
import io.rina.runtime.control.Standing;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * This rank's seat in the job or in a group of ranks, and what of it changes from epoch to epoch: the
 * assignment, and with it the plans and the endpoint.
 *
 * <pre>
 *   RUNNING   -- the assignment of the next epoch comes: the endpoint is given up -->  SUSPENDED
 *   SUSPENDED -- the same, for yet another epoch -->                                   SUSPENDED
 *   SUSPENDED -- go: a new endpoint, and what is not complete at all ranks again -->   RUNNING
 * </pre>
 */
final class GroupSeat implements Standing.Epochs {
    private final HostNode node;
    private final Standing standing;
    private final int rank;
    private final String place;
    private final OperationQueue operations;
    private final Calls calls;
    /** What the endpoints of earlier epochs have counted. */
    private final Map<Counter, Long> past = new EnumMap<>(Counter.class);

    private volatile Assignment assignment;
    private volatile HostEndpoint endpoint;
    private @Nullable Assignment next;

    /**
     * Waits for the first assignment.
     *
     * @param rankInJob of this process
     * @param isGroup and not the job
     */
    GroupSeat(
            HostNode node,
            Standing standing,
            int rankInJob,
            boolean isGroup,
            Duration operationTimeout) {
        this.node = node;
        this.standing = standing;
        assignment = standing.awaitAssignment();
        Subtopology part = assignment.part();
        rank = part.ranks().indexOf(rankInJob);
        endpoint = endpoint(assignment);
        InputCopies copies = new InputCopies();
        operations = new OperationQueue(
                endpoint.worker(),
                part,
                rankInJob,
                operationTimeout.toNanos(),
                new OtherRanks(),
                copies);
        place = isGroup ? " of group " + part.ranks() : "";
        calls = new Calls(rank, assignment, operations, copies, place, node::wakeup);
    }

    private HostEndpoint endpoint(Assignment given) {
        return new HostEndpoint(given.job(), given.program(), rank, given.limits());
    }

    /** Takes frames and calls, and returns when all ranks do. */
    void take() {
        node.add(assignment, endpoint, operations);
        try {
            standing.onLost(this::breakDown);
            standing.onAsked(new OwnCalls());
            standing.readyAndAwaitGo(this);
        } catch (RuntimeException | Error e) {
            vacate(new JobException(Category.ABORTED, "it was never opened", e));
            throw e;
        }
    }

    /** Fails what is under way, and takes no frames any more. */
    void vacate(JobException why) {
        operations.breakDown(why);
        node.remove(assignment, operations);
    }

    @Override
    public long suspend(Assignment given) {
        next = given;
        node.suspend(assignment, operations);
        return operations.completed();
    }

    @Override
    public void resume(long completed) {
        Assignment now = next;
        if (now == null) {
            return;
        }
        next = null;
        calls.changeEpoch(now, () -> node.takeBack(operations, completed), unfinished -> {
            enter(now, unfinished);
        });
    }

    private void enter(Assignment now, List<Submission> unfinished) {
        HostEndpoint fresh = endpoint(now);
        synchronized (past) {
            count(endpoint, past);
            endpoint = fresh;
        }
        assignment = now;
        node.resume(now, fresh, operations, unfinished);
    }

    private static void count(HostEndpoint one, Map<Counter, Long> counts) {
        one.counters()
                .snapshot()
                .forEach((counter, count) -> counts.merge(counter, count, Long::sum));
    }

    void breakDown(JobException failure) {
        operations.breakDown(failure);
        node.wakeup();
    }

    /** In the epoch that holds now. */
    Assignment assignment() {
        return assignment;
    }

    int rank() {
        return rank;
    }

    /** In messages, of which group this seat is; empty for the job. */
    String place() {
        return place;
    }

    Calls calls() {
        return calls;
    }

    OperationQueue operations() {
        return operations;
    }

    /** In all epochs. */
    Map<Counter, Long> counters() {
        synchronized (past) {
            Map<Counter, Long> counts = new EnumMap<>(past);
            count(endpoint, counts);
            return counts;
        }
    }

    /** The other ranks, by way of the coordinator. */
    private final class OtherRanks implements OperationQueue.Others {
        @Override
        public void onStall(long sequence) {
            standing.reportStall(sequence);
        }

        @Override
        public String finding(long sequence) {
            return standing.finding(sequence);
        }

        @Override
        public void onFailure(JobException failure) {
            standing.giveUp(String.valueOf(failure.getMessage()));
        }
    }

    /** What the other ranks may ask. */
    private final class OwnCalls implements Standing.Calls {
        @Override
        public String call(long sequence) {
            return calls.call(sequence);
        }

        @Override
        public String instead() {
            return node.waitsFor(operations);
        }
    }
}
