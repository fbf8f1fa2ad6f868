package io.rina.runtime;

import io.rina.engine.Counter;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberReport;
import io.rina.engine.number.ReduceKind;
import io.rina.plan.Demand;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;
import io.rina.runtime.control.Standing;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.job.JobOptions;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A rank's membership of a job, or of a group of its ranks: sums vectors over all ranks of it, and
 * moves bytes between them.
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
 *
 * <p>{@link #group} opens a communicator for some of the ranks. Communicators are independent of
 * each other, also where they share ranks: none gets another's data or waits for its operations.
 */
public final class Communicator implements AutoCloseable {
    private final HostNode node;
    private final boolean isGroup;
    private final Standing standing;
    private final GroupSeat seat;
    private final Calls calls;
    private final int rank;
    private final int ranks;
    private final Duration operationTimeout;
    private final NumberOptions numbers;
    private final CallMemory memory;

    private boolean isClosed;

    /** {@code rankInJob}: of this process. */
    private Communicator(
            HostNode node,
            Standing standing,
            boolean isGroup,
            int rankInJob,
            Duration operationTimeout,
            NumberOptions numbers) {
        this.node = node;
        this.standing = standing;
        this.isGroup = isGroup;
        this.operationTimeout = operationTimeout;
        this.numbers = numbers;
        seat = new GroupSeat(node, standing, rankInJob, isGroup, operationTimeout);
        calls = seat.calls();
        rank = seat.rank();
        ranks = seat.assignment().part().ranks().size();
        memory = new CallMemory(node);
    }

    /**
     * Joins as {@code rank} with {@link NumberOptions#STANDARD}, and returns when all members are
     * there and ready.
     */
    public static Communicator join(JobOptions options, int rank) {
        return join(options, rank, NumberOptions.STANDARD);
    }

    /**
     * Joins as {@code rank}; returns when all members are there and ready.
     *
     * @param numbers how floats are summed by all calls that do not say it themselves
     * @throws JobException when refused, when the port cannot be had, when members are missing in
     *     time
     */
    public static Communicator join(JobOptions options, int rank, NumberOptions numbers) {
        HostNode node = HostNode.enrol(options, rank);
        try {
            Communicator job = new Communicator(
                    node,
                    node.membership().inJob(),
                    false,
                    rank,
                    options.operationTimeout(),
                    numbers);
            job.seat.take();
            return job;
        } catch (RuntimeException | Error e) {
            node.close();
            throw e;
        }
    }

    /**
     * Opens a communicator for some of the ranks, with the same options and timeouts. It is called by
     * exactly these ranks, in the same order as their other calls of it, and returns when all of
     * them have called it. Rank r of the group is the r-th of {@code ranks} in ascending order. It
     * is planned by the job's strategy, or by what auto chooses, for the racks in which the group has
     * ranks. A switch that has
     * no room for one more group takes no part in it: {@link #plan()} shows which racks aggregate.
     *
     * @param ranks of this communicator, this one's among them
     * @throws IllegalArgumentException when a rank is none of this communicator's, is given twice,
     *     or when this one's own is not given
     * @throws JobException when others of them have not called it within the join timeout; they are
     *     named
     */
    public Communicator group(int... ranks) {
        RankSet members = checkRanks(ranks);
        calls.checkOpen();
        return open(node.membership().open(standing, seat.assignment().part().inWhole(members)));
    }

    /**
     * Opens a communicator for those of this one's ranks that are left, after some were lost. All that are
     * left call it, in the same order as their other calls; it returns when all of them have. A rank
     * that is lost meanwhile is not waited for. Rank r of the new one is the r-th of those that are left, and
     * it is planned as a {@linkplain #group group} is. What was under way here when the rank was lost
     * has failed, and is to be called again there. The job's communicator must stay open as long as the new one is
     * used.
     *
     * @throws JobException when others that are left have not called it within the join timeout; they are
     *     named
     */
    public Communicator shrink() {
        return open(node.membership().shrink(seat.assignment().part().ranks()));
    }

    private Communicator open(Standing asked) {
        int rankInJob = seat.assignment().part().ranks().get(rank);
        try {
            Communicator group =
                    new Communicator(node, asked, true, rankInJob, operationTimeout, numbers);
            group.seat.take();
            return group;
        } catch (RuntimeException | Error e) {
            asked.giveUp(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private RankSet checkRanks(int... ranks) {
        RankSet members = RankSet.of(ranks);
        for (int member : ranks) {
            if (member < 0 || member >= ranks()) {
                throw new IllegalArgumentException("a group cannot have rank " + member
                        + ": ranks here are 0 to " + (ranks() - 1));
            }
        }
        if (members.size() != ranks.length) {
            throw new IllegalArgumentException(
                    "a rank is given twice for a group: " + Arrays.toString(ranks));
        }
        if (!members.contains(rank)) {
            throw new IllegalArgumentException("rank " + rank + " cannot open group " + members
                    + ", of which it is not: only its ranks call this");
        }
        return members;
    }

    /** This process's rank here, from 0. */
    public int rank() {
        return rank;
    }

    public int ranks() {
        return ranks;
    }

    /**
     * How sums are made: in this communicator's own ranks. Where there are several plans, the first;
     * see {@link #plan(long)}. It is another one from the moment on when a switch is lost.
     */
    public Plan plan() {
        return seat.assignment().plan();
    }

    /** How a sum of so many elements is made. */
    public Plan plan(long elements) {
        return seat.assignment().program().plans().get(calls.planFor(elements));
    }

    /** The strategies whose plans are held here, each once. */
    public List<String> strategies() {
        return seat.assignment().choice().strategies();
    }

    /**
     * From the next call on all operations run on the plan of {@code strategy}, whatever their size, as
     * long as it serves the switches that are left.
     * All ranks must say so before the same call. It is for comparisons.
     *
     * @throws IllegalArgumentException when it is none of {@link #strategies()}
     */
    public void runOn(String strategy) {
        if (!strategies().contains(strategy)) {
            throw new IllegalArgumentException("no plan of '" + strategy
                    + "' is held here; there are " + String.join(", ", strategies()));
        }
        calls.runOn(strategy);
    }

    /** Sums {@code floats} over all ranks, in place. */
    public NumberReport allReduce(float[] floats) {
        return allReduce(MemorySegment.ofArray(floats));
    }

    /** Sums {@code doubles} over all ranks, in place. */
    public NumberReport allReduce(double[] doubles) {
        return allReduce(MemorySegment.ofArray(doubles), DataType.F64, ReduceKind.SUM);
    }

    /** Sums {@code ints} over all ranks, in place; sums wrap. */
    public void allReduce(int[] ints) {
        allReduce(MemorySegment.ofArray(ints), DataType.I32, ReduceKind.SUM);
    }

    /** Sums {@code longs} over all ranks, in place; sums wrap. */
    public void allReduce(long[] longs) {
        allReduce(MemorySegment.ofArray(longs), DataType.I64, ReduceKind.SUM);
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

    /** Sums float32 over all ranks, in place. */
    public NumberReport allReduce(MemorySegment floats) {
        return allReduce(floats, DataType.F32, ReduceKind.SUM);
    }

    /** Reduces {@code elements} of that type over all ranks, in place. */
    public NumberReport allReduce(MemorySegment elements, DataType type, ReduceKind kind) {
        return allReduceAsync(elements, elements, type, kind, numbers).await();
    }

    /** Starts a reduction of float32 over all ranks. */
    public Handle allReduceAsync(MemorySegment source, MemorySegment target, ReduceKind kind) {
        return allReduceAsync(source, target, DataType.F32, kind, numbers);
    }

    /**
     * Starts a reduction over all ranks. What becomes of NaN, of sums that are too large and so on
     * is said in {@code docs/numbers.md}.
     *
     * @param source elements in native byte order, not changed; must stay as it is until the handle
     *     is done. Alignment does not matter
     * @param target as long as the source: the same memory, or memory that does not overlap
     * @throws IllegalArgumentException when sizes differ or are no whole number of elements, when
     *     type, kind and options do not go together, when the memory belongs to one thread only, or
     *     when source and target overlap but differ
     * @throws IllegalStateException when the memory's arena is closed
     * @throws JobException when the communicator is broken or closed
     */
    public Handle allReduceAsync(
            MemorySegment source,
            MemorySegment target,
            DataType type,
            ReduceKind kind,
            NumberOptions options) {
        memory.checkSource(source);
        memory.checkTarget(target);
        CallMemory.checkSameSize(source, target, type);
        CallMemory.checkOverlap(source, 0, target, 0);
        long elements = CallMemory.elements(source, type);
        Buffers buffers = new Buffers(source, target);
        return calls.reduce(new Demand.AllReduce(), buffers, elements, type, kind, options);
    }

    /** Reduces to {@code root}; see {@link #reduceAsync}. */
    public NumberReport reduce(
            MemorySegment source, MemorySegment target, DataType type, ReduceKind kind, int root) {
        return reduceAsync(source, target, type, kind, numbers, root).await();
    }

    /**
     * Starts a reduction of which only {@code root} gets the outcome: the bits that an all-reduce
     * gives, unless floats are added as floats, in an order of its own. Memory as for
     * {@link #allReduceAsync}.
     *
     * @param target at the root as long as the source: the same memory, or memory that does not
     *     overlap. At other ranks it does not matter, and is not touched
     * @throws IllegalArgumentException as for an all-reduce, and where the root is no rank
     */
    public Handle reduceAsync(
            MemorySegment source,
            MemorySegment target,
            DataType type,
            ReduceKind kind,
            NumberOptions options,
            int root) {
        memory.checkSource(source);
        if (rank == root) {
            memory.checkTarget(target);
            CallMemory.checkSameSize(source, target, type);
            CallMemory.checkOverlap(source, 0, target, 0);
        }
        long elements = CallMemory.elements(source, type);
        Buffers buffers = new Buffers(source, rank == root ? target : MemorySegment.NULL);
        return calls.reduce(new Demand.Reduce(root), buffers, elements, type, kind, options);
    }

    /** Reduces and scatters; see {@link #reduceScatterAsync}. */
    public NumberReport reduceScatter(
            MemorySegment source, MemorySegment target, DataType type, ReduceKind kind) {
        return reduceScatterAsync(source, target, type, kind, numbers).await();
    }

    /**
     * Starts a reduction of which each rank gets its own segment: rank r the r-th of as many as
     * there are ranks, all of one length. A segment gets the bits of a {@linkplain #reduceAsync
     * reduce} of it alone. Memory as for {@link #allReduceAsync}.
     *
     * @param source all segments
     * @param target one segment: this rank's own in the source, or memory that does not overlap
     * @throws IllegalArgumentException as for an all-reduce, and where the source is not as many
     *     times longer than the target as there are ranks
     */
    public Handle reduceScatterAsync(
            MemorySegment source,
            MemorySegment target,
            DataType type,
            ReduceKind kind,
            NumberOptions options) {
        memory.checkSource(source);
        memory.checkTarget(target);
        long elements = CallMemory.elements(target, type);
        CallMemory.checkParts("source", source.byteSize(), "target", target.byteSize(), ranks());
        CallMemory.checkOverlap(source, 0, target, rank * target.byteSize());
        Buffers buffers = new Buffers(source, 0, target, rank * elements);
        return calls.reduce(new Demand.ReduceScatter(), buffers, elements, type, kind, options);
    }

    /** Gives all ranks what {@code root} has; see {@link #broadcastAsync}. */
    public void broadcast(MemorySegment bytes, int root) {
        broadcastAsync(bytes, root).await();
    }

    /**
     * Starts to copy the bytes of {@code root} to all ranks, as they are. Memory as for {@link
     * #allReduceAsync}.
     *
     * @param bytes read at the root, overwritten at all others; of one length everywhere
     * @throws IllegalArgumentException where the root is no rank
     */
    public Handle broadcastAsync(MemorySegment bytes, int root) {
        memory.checkTarget(bytes);
        Buffers buffers = new Buffers(bytes, bytes);
        return calls.move(new Demand.Broadcast(root), buffers, bytes.byteSize());
    }

    /** Gives all ranks what each has; see {@link #allGatherAsync}. */
    public void allGather(MemorySegment source, MemorySegment target) {
        allGatherAsync(source, target).await();
    }

    /**
     * Starts to copy the bytes of each rank to all, as they are. Memory as for {@link
     * #allReduceAsync}.
     *
     * @param source this rank's segment; of one length at all ranks
     * @param target all segments, by rank. The source may be this rank's own in it, or memory that
     *     does not overlap
     * @throws IllegalArgumentException where the target is not as many times longer than the source
     *     as there are ranks
     */
    public Handle allGatherAsync(MemorySegment source, MemorySegment target) {
        memory.checkSource(source);
        memory.checkTarget(target);
        long bytes = source.byteSize();
        CallMemory.checkParts("target", target.byteSize(), "source", bytes, ranks());
        CallMemory.checkOverlap(source, rank * bytes, target, 0);
        Buffers buffers = new Buffers(source, rank * bytes, target, 0);
        return calls.move(new Demand.AllGather(), buffers, bytes);
    }

    /** Returns once all ranks have called it. */
    public void barrier() {
        barrierAsync().await();
    }

    /** Starts an operation that is done once all ranks have started it. */
    public Handle barrierAsync() {
        return calls.barrier();
    }

    /**
     * What this rank has counted here, and with the job's communicator the frames that are of none;
     * a snapshot that may lag by a frame.
     */
    public Map<Counter, Long> counters() {
        Map<Counter, Long> counts = seat.counters();
        if (!isGroup) {
            node.strays()
                    .snapshot()
                    .forEach((counter, count) -> counts.merge(counter, count, Long::sum));
        }
        return counts;
    }

    /** "mmsg, GSO, GRO, ...": what the frames go through. */
    public String describePort() {
        return node.port().describe();
    }

    /**
     * Leaves in agreement: waits until all ranks have left, answering repetitions meanwhile, since
     * a rank's last result may have been lost on its way.
     *
     * @throws JobException when the others do not leave within the operation timeout
     */
    public void leave() {
        standing.doneAndAwaitRelease(operationTimeout);
    }

    /** Tells the other members why this one cannot go on, so that they need not wait. */
    public void giveUp(String why) {
        standing.giveUp(why);
    }

    /**
     * Operations under way fail with ABORTED, and no more can be started. The job's communicator
     * frees thread, port and memory at once, with those of its groups. A group's memory, at its
     * switches as well, is freed once all its ranks have closed it: until then it goes on answering
     * those who have not. From any thread, any number of times.
     */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        JobException closed = new JobException(
                Category.ABORTED,
                "the communicator of rank " + rank + seat.place() + " was closed");
        if (isGroup) {
            closeGroup(closed);
        } else {
            node.breakDown(closed);
            node.close();
        }
    }

    private void closeGroup(JobException closed) {
        OperationQueue operations = seat.operations();
        boolean wasIdle = operations.isIdle() && operations.broken() == null;
        calls.close(closed);
        standing.onEnd(() -> seat.vacate(closed));
        if (wasIdle) {
            standing.done();
        } else {
            seat.breakDown(closed);
            standing.giveUp("it was closed with an operation under way");
            seat.vacate(closed);
        }
    }
}
