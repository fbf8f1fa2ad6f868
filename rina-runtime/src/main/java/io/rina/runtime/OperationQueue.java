package io.rina.runtime;

import io.rina.engine.Worker;
import io.rina.engine.number.NotFiniteException;
import io.rina.plan.Subtopology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Operations on their way from callers' threads through the worker: started in the order of
 * submission, one at a time, watched for their timeout. Once one has failed for another reason than
 * its numbers, all later ones fail with the same reason: ranks no longer agree on what came last.
 *
 * <p>What is complete here may not be so at other ranks. It is kept, where it has a copy of its input,
 * until that is sure: an operation that {@linkplain Submission#meetsAll() meets all} is complete only
 * when all ranks have started it, and so have completed those before it. In a new epoch what is kept is
 * run again, for those ranks that lack it.
 */
final class OperationQueue {
    /** Whom to tell, and to ask, when an operation does not move. */
    interface Others {
        /** This operation does not move here. */
        void onStall(long sequence);

        /** What has been found out about it since; empty when nothing yet. */
        String finding(long sequence);

        /** No operation can complete here any more, so that the other ranks learn of it. */
        void onFailure(JobException failure);
    }

    /** Long after anything that goes well, and well before any sensible timeout. */
    private static final long STALL_NS = 1_000_000_000L;

    private Worker worker;
    private Subtopology part;
    private final int rank;
    private final long timeoutNs;
    private final long stallNs;
    private final Others others;
    private final InputCopies copies;
    private final Queue<Submission> submitted = new ConcurrentLinkedQueue<>();
    private volatile @Nullable JobException broken;

    private volatile @Nullable Submission current;
    /** Submitted and not over yet. */
    private final AtomicInteger underWay = new AtomicInteger();

    /** Complete here, in order, and perhaps not at other ranks. */
    private final Deque<Submission> kept = new ArrayDeque<>();

    /** The number up to which all are complete here. */
    private volatile long completed;

    private boolean isSuspended;
    private long startedNs;
    private boolean stallReported;

    /** {@code rank}: as the job numbers it, like all ranks in messages. */
    OperationQueue(
            Worker worker,
            Subtopology part,
            int rank,
            long timeoutNs,
            Others others,
            InputCopies copies) {
        this.worker = worker;
        this.part = part;
        this.rank = rank;
        this.timeoutNs = timeoutNs;
        this.others = others;
        this.copies = copies;
        stallNs = Math.min(STALL_NS, timeoutNs / 2);
    }

    /** From any thread. */
    void submit(Submission submission) {
        underWay.incrementAndGet();
        submitted.add(submission);
        JobException failure = broken;
        if (failure != null) {
            // The cycle may have ended, and then nobody else would.
            fail(submission, failure);
        }
    }

    /** From any thread: the first failure stays. */
    void breakDown(JobException failure) {
        synchronized (this) {
            if (broken == null) {
                broken = failure;
            }
        }
    }

    /** Whether all that was submitted is over; from any thread. */
    boolean isIdle() {
        return underWay.get() == 0;
    }

    /** The operation under way, by name; empty for none. From any thread. */
    String current() {
        Submission pending = current;
        return pending == null ? "" : pending.handle.name();
    }

    @Nullable
    JobException broken() {
        return broken;
    }

    /** As {@link DutyCycle.Chores#run}. */
    boolean run(long nowNs) {
        if (broken != null) {
            return failAll(broken);
        }
        if (isSuspended) {
            return false;
        }
        finishCurrent();
        Submission running = current;
        if (running == null) {
            return startNext(nowNs);
        }
        if (nowNs - startedNs > timeoutNs) {
            JobException timeout = timedOut(running);
            breakDown(timeout);
            others.onFailure(timeout);
            return true;
        }
        if (!stallReported && nowNs - startedNs > stallNs) {
            stallReported = true;
            others.onStall(running.number);
        }
        return false;
    }

    private boolean startNext(long nowNs) {
        Submission next = submitted.poll();
        current = next;
        if (next == null) {
            return false;
        }
        startedNs = nowNs;
        stallReported = false;
        worker.start(next.operation);
        return true;
    }

    private void finishCurrent() {
        Submission running = current;
        if (running == null || !worker.isIdle()) {
            return;
        }
        current = null;
        completed = Math.max(completed, running.number);
        if (running.meetsAll()) {
            releaseKept(running.number - 1);
        }
        if (running.copy() != null) {
            kept.add(running);
        }
        complete(running);
    }

    /** All ranks have completed the operations up to that number. */
    private void releaseKept(long number) {
        while (!kept.isEmpty() && kept.getFirst().number <= number) {
            MemorySegment copy = kept.removeFirst().copy();
            if (copy != null) {
                copies.release(copy);
            }
        }
    }

    private void complete(Submission done) {
        NotFiniteException failure = done.operation.failure();
        if (failure != null) {
            fail(
                    done,
                    new JobException(
                            Category.NUMBERS,
                            done.handle.name() + ": " + failure.getMessage(),
                            failure));
        } else {
            count(done);
            done.handle.complete(done.operation.report());
        }
    }

    /** Before its caller learns that it is over; what is run again was over before. */
    private void count(Submission over) {
        if (!over.handle.isDone()) {
            underWay.decrementAndGet();
        }
    }

    /**
     * Stops the worker for good: nothing completes any more until {@link #resume} brings another one.
     * In the thread of the cycle, as what follows.
     */
    void suspend() {
        if (!isSuspended && broken == null) {
            finishCurrent();
        }
        isSuspended = true;
        worker.abort();
    }

    /** From any thread: the number up to which all are complete here. */
    long completed() {
        return completed;
    }

    /**
     * While suspended: all operations after number {@code from}, up to which all ranks have completed
     * them. Those before may be under way here once more, from an earlier epoch.
     */
    List<Submission> takeBack(long from) {
        Submission running = current;
        if (running != null) {
            kept.add(running);
        }
        current = null;
        for (Submission next; (next = submitted.poll()) != null; ) {
            kept.add(next);
        }
        releaseKept(from);
        List<Submission> unfinished = new ArrayList<>(kept);
        kept.clear();
        return unfinished;
    }

    /** Goes on with {@code unfinished}, which have been renewed, and what is submitted after them. */
    void resume(Worker other, Subtopology otherPart, List<Submission> unfinished) {
        worker = other;
        part = otherPart;
        submitted.addAll(unfinished);
        isSuspended = false;
    }

    private boolean failAll(JobException failure) {
        worker.abort();
        Submission running = current;
        current = null;
        if (running != null) {
            fail(running, failure);
        }
        boolean any = running != null;
        for (Submission next; (next = submitted.poll()) != null; any = true) {
            fail(next, failure);
        }
        return any;
    }

    private void fail(Submission pending, JobException failure) {
        count(pending);
        pending.handle.fail(failure);
    }

    private String finding(long sequence) {
        String finding = others.finding(sequence);
        return finding.isEmpty()
                ? "a rank named here may not have called it, or its frames are lost on the way"
                : finding;
    }

    private JobException timedOut(Submission pending) {
        String stalls = worker.stalls().stream()
                .limit(4)
                .map(stall -> part.nodeName(stall.siteNode()) + " with ranks "
                        + part.inWhole(stall.members()) + " (position " + stall.position() + ")")
                .collect(Collectors.joining("; "));
        return new JobException(
                Category.TIMEOUT,
                pending.handle.name() + " did not complete at rank " + rank + " within "
                        + timeoutNs / 1_000_000_000.0 + " s; waiting at "
                        + (stalls.isEmpty() ? "no site" : stalls)
                        + "; " + finding(pending.number));
    }

    /** As {@link DutyCycle.Chores#deadlineNs}. */
    long deadlineNs() {
        if (current == null || isSuspended) {
            return Long.MAX_VALUE;
        }
        return startedNs + (stallReported ? timeoutNs : stallNs) + 1;
    }

    /** As {@link DutyCycle.Chores#onCrash}. */
    void onCrash(Throwable failure) {
        JobException crash = new JobException(
                Category.ABORTED,
                "the thread that moves frames at rank " + rank + " died: " + failure,
                failure);
        breakDown(crash);
        run(System.nanoTime());
        others.onFailure(crash);
    }
}
