package io.rina.runtime;

import io.rina.engine.Counter;
import io.rina.engine.HostEndpoint;
import io.rina.engine.number.FloatSum;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.NumberReport;
import io.rina.engine.number.Workspace;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Plan;
import io.rina.runtime.control.Assignment;
import io.rina.runtime.control.Membership;
import io.rina.runtime.control.Role;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.Port;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.Map;

/**
 * A rank's membership of a job: sums vectors over all ranks.
 *
 * <p>All ranks call the same operations, with the same counts, in the same order. Calls from
 * several threads are run one after the other in the order of submission, which must then be the
 * same at all ranks. Results have the same bits at every rank, whatever the strategy.
 *
 * <pre>{@code
 * try (Communicator job = Communicator.join(options, rank)) {
 *     job.allReduce(gradients);
 *     job.leave();
 * }
 * }</pre>
 */
public final class Communicator implements AutoCloseable {
    /** Indices are ints, and loops look up to a block beyond the end. */
    private static final int MOST_ELEMENTS = Integer.MAX_VALUE - 2 * ChunkLayout.BLOCK_ELEMENTS;

    private final int rank;
    private final Membership membership;
    private final Assignment assignment;
    private final HostEndpoint endpoint;
    private final Port port;
    private final OperationQueue operations;
    private final DutyCycle cycle;
    private final Duration operationTimeout;
    private final NumberPolicy policy;
    private final Workspace workspace = new Workspace();
    private final CallLog calls = new CallLog();
    /** Held from numbering an operation to submitting it, so that both go in the same order. */
    private final Object submission = new Object();

    private Communicator(
            int rank,
            Membership membership,
            Assignment assignment,
            Port port,
            Duration operationTimeout,
            NumberPolicy policy) {
        this.rank = rank;
        this.membership = membership;
        this.assignment = assignment;
        this.port = port;
        this.operationTimeout = operationTimeout;
        this.policy = policy;
        endpoint =
                new HostEndpoint(assignment.job(), assignment.program(), rank, assignment.limits());
        operations = new OperationQueue(
                endpoint.worker(),
                assignment.program().topology(),
                rank,
                operationTimeout.toNanos(),
                new OtherRanks());
        cycle = new DutyCycle("rina-rank-" + rank, endpoint, port, operations);
    }

    /**
     * Joins as {@code rank} under {@link NumberPolicy#FAIL}, and returns when all members are there
     * and ready.
     */
    public static Communicator join(JobOptions options, int rank) {
        return join(options, rank, NumberPolicy.FAIL);
    }

    /**
     * Joins as {@code rank}; returns when all members are there and ready.
     *
     * @throws JobException when refused, when the port cannot be had, when members are missing in
     *     time
     */
    public static Communicator join(JobOptions options, int rank, NumberPolicy policy) {
        Enrolment enrolment = Enrolment.enrol(options, new Role.Worker(rank));
        try {
            Communicator communicator = new Communicator(
                    rank,
                    enrolment.membership(),
                    enrolment.assignment(),
                    enrolment.port(),
                    options.operationTimeout(),
                    policy);
            communicator.start();
            return communicator;
        } catch (RuntimeException | Error e) {
            enrolment.close();
            throw e;
        }
    }

    private void start() {
        cycle.start();
        membership.onLost(this::breakDown);
        membership.onAsked(calls::call);
        try {
            membership.readyAndAwaitGo(assignment.program().digest());
        } catch (RuntimeException e) {
            cycle.close();
            throw e;
        }
    }

    /** The other ranks, by way of the coordinator. */
    private final class OtherRanks implements OperationQueue.Others {
        @Override
        public void onStall(long sequence) {
            membership.reportStall(sequence);
        }

        @Override
        public String finding(long sequence) {
            return membership.finding(sequence);
        }

        @Override
        public void onFailure(JobException failure) {
            membership.giveUp(String.valueOf(failure.getMessage()));
        }
    }

    private void breakDown(JobException failure) {
        operations.breakDown(failure);
        cycle.wakeup();
    }

    public int rank() {
        return rank;
    }

    public int ranks() {
        return plan().topology().workers();
    }

    public Plan plan() {
        return assignment.plan();
    }

    /** Sums {@code floats} over all ranks, in place; see {@link #allReduceAsync}. */
    public NumberReport allReduce(float[] floats) {
        return allReduce(MemorySegment.ofArray(floats));
    }

    /**
     * Sums what remains of {@code floats} over all ranks, in place; position and limit stay.
     *
     * @throws IllegalArgumentException when it is read-only or not in native byte order
     */
    public NumberReport allReduce(FloatBuffer floats) {
        if (floats.isReadOnly()) {
            throw new IllegalArgumentException("the result would go into a read-only buffer");
        }
        if (floats.order() != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException("the buffer's floats are in " + floats.order()
                    + " order, this machine's are in " + ByteOrder.nativeOrder()
                    + ": make it with ByteBuffer.order(ByteOrder.nativeOrder()).asFloatBuffer()");
        }
        return allReduce(MemorySegment.ofBuffer(floats));
    }

    /** Sums {@code floats} (native byte order) over all ranks, in place. */
    public NumberReport allReduce(MemorySegment floats) {
        return allReduceAsync(floats, floats, ReduceKind.SUM).await();
    }

    /**
     * Starts a sum or average over all ranks.
     *
     * @param source float32 in native byte order, not changed; must stay as it is until the handle
     *     is done
     * @param target as long as the source: the same memory, or memory that does not overlap
     * @throws IllegalArgumentException when sizes differ or are no whole number of floats, when the
     *     memory belongs to one thread only, or when source and target overlap but differ
     * @throws IllegalStateException when the memory's arena is closed
     * @throws JobException when the communicator is broken or closed
     */
    public Handle allReduceAsync(MemorySegment source, MemorySegment target, ReduceKind kind) {
        check(source, target);
        JobException broken = operations.broken();
        if (broken != null) {
            throw broken.again();
        }
        int elements = (int) (source.byteSize() / Float.BYTES);
        synchronized (submission) {
            long number = calls.note(kind + " of " + elements + " float32, policy " + policy);
            FloatSum operation = new FloatSum(
                    source,
                    target,
                    elements,
                    assignment.limits().blockElements(),
                    ranks(),
                    kind == ReduceKind.AVG ? ranks() : 1,
                    policy,
                    workspace,
                    number);
            Handle handle = new Handle("all-reduce " + number);
            operations.submit(operation, handle, number);
            cycle.wakeup();
            return handle;
        }
    }

    private void check(MemorySegment source, MemorySegment target) {
        if (!cycle.canAccess(source) || !cycle.canAccess(target)) {
            throw new IllegalArgumentException(
                    "a segment of a confined arena cannot be reduced, since another thread does it:"
                            + " allocate it from Arena.ofShared() or Arena.ofAuto()");
        }
        if (source.byteSize() != target.byteSize() || source.byteSize() % Float.BYTES != 0) {
            throw new IllegalArgumentException(
                    "source has " + source.byteSize() + " bytes and target " + target.byteSize()
                            + ": both must be the same whole number of 4-byte floats");
        }
        if (source.byteSize() / Float.BYTES > MOST_ELEMENTS) {
            throw new IllegalArgumentException("an operation takes at most " + MOST_ELEMENTS
                    + " floats, not " + source.byteSize() / Float.BYTES + ": split it");
        }
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("the result would go into a read-only segment");
        }
        checkOverlap(source, target);
        checkAlive(source);
        checkAlive(target);
    }

    /** Results of the first blocks would else be read as the source of later ones. */
    private static void checkOverlap(MemorySegment source, MemorySegment target) {
        source.asOverlappingSlice(target)
                .filter(common -> common.byteSize() != source.byteSize())
                .ifPresent(common -> {
                    throw new IllegalArgumentException("source and target share "
                            + common.byteSize() + " of their " + source.byteSize()
                            + " bytes: they must be the same memory, or share none");
                });
    }

    /** A call that fails here must not be numbered, since the other ranks do not make it. */
    private static void checkAlive(MemorySegment memory) {
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException(
                    "the arena of the memory is closed: it must stay open until the handle is done");
        }
    }

    /** What this rank's endpoint has counted; a snapshot that may lag by a frame. */
    public Map<Counter, Long> counters() {
        return endpoint.counters().snapshot();
    }

    /** "mmsg, GSO, GRO, ...": what the frames go through. */
    public String describePort() {
        return port.describe();
    }

    /**
     * Leaves in agreement: waits until all ranks have left, answering repetitions meanwhile, since
     * a rank's last result may have been lost on its way.
     *
     * @throws JobException when the others do not leave within the operation timeout
     */
    public void leave() {
        membership.doneAndAwaitRelease(operationTimeout);
    }

    /** Tells the other members why this one cannot go on, so that they need not wait. */
    public void giveUp(String why) {
        membership.giveUp(why);
    }

    /**
     * Frees thread, port and memory at once; operations under way fail with ABORTED. From any
     * thread, any number of times.
     */
    @Override
    public synchronized void close() {
        operations.breakDown(new JobException(
                Category.ABORTED, "the communicator of rank " + rank + " was closed"));
        cycle.close();
        operations.run(System.nanoTime());
        membership.close();
    }
}
