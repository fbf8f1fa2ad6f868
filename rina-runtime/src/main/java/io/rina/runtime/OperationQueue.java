package io.rina.runtime;

import io.rina.engine.Worker;
import io.rina.engine.number.Collective;
import io.rina.engine.number.NotFiniteException;
import io.rina.plan.Subtopology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Operations on their way from callers' threads through the worker: started in the order of
 * submission, one at a time, watched for their timeout. Once one has failed for another reason than
 * its numbers, all later ones fail with the same reason: ranks no longer agree on what came last.
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

    private record Pending(Collective operation, Handle handle, long sequence) {}

    private final Worker worker;
    private final Subtopology part;
    private final int rank;
    private final long timeoutNs;
    private final long stallNs;
    private final Others others;
    private final Queue<Pending> submitted = new ConcurrentLinkedQueue<>();
    private volatile @Nullable JobException broken;

    private volatile @Nullable Pending current;
    /** Submitted and not over yet. */
    private final AtomicInteger underWay = new AtomicInteger();

    private long startedNs;
    private boolean stallReported;

    /** {@code rank}: as the job numbers it, like all ranks in messages. */
    OperationQueue(Worker worker, Subtopology part, int rank, long timeoutNs, Others others) {
        this.worker = worker;
        this.part = part;
        this.rank = rank;
        this.timeoutNs = timeoutNs;
        this.others = others;
        stallNs = Math.min(STALL_NS, timeoutNs / 2);
    }

    /** From any thread. */
    void submit(Collective operation, Handle handle, long sequence) {
        underWay.incrementAndGet();
        submitted.add(new Pending(operation, handle, sequence));
        JobException failure = broken;
        if (failure != null) {
            // The cycle may have ended, and then nobody else would.
            handle.fail(failure);
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
        Pending pending = current;
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
        Pending running = current;
        if (running != null && worker.isIdle()) {
            current = null;
            underWay.decrementAndGet();
            complete(running);
            running = null;
        }
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
            others.onStall(running.sequence);
        }
        return false;
    }

    private boolean startNext(long nowNs) {
        Pending next = submitted.poll();
        current = next;
        if (next == null) {
            return false;
        }
        startedNs = nowNs;
        stallReported = false;
        worker.start(next.operation);
        return true;
    }

    private void complete(Pending pending) {
        NotFiniteException failure = pending.operation.failure();
        if (failure == null) {
            pending.handle.complete(pending.operation.report());
        } else {
            pending.handle.fail(new JobException(
                    Category.NUMBERS,
                    pending.handle.name() + ": " + failure.getMessage(),
                    failure));
        }
    }

    private boolean failAll(JobException failure) {
        worker.abort();
        Pending running = current;
        current = null;
        if (running != null) {
            fail(running, failure);
        }
        boolean any = running != null;
        for (Pending next; (next = submitted.poll()) != null; any = true) {
            fail(next, failure);
        }
        return any;
    }

    private void fail(Pending pending, JobException failure) {
        underWay.decrementAndGet();
        pending.handle.fail(failure);
    }

    private String finding(long sequence) {
        String finding = others.finding(sequence);
        return finding.isEmpty()
                ? "a rank named here may not have called it, or its frames are lost on the way"
                : finding;
    }

    private JobException timedOut(Pending pending) {
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
                        + "; " + finding(pending.sequence));
    }

    /** As {@link DutyCycle.Chores#deadlineNs}. */
    long deadlineNs() {
        if (current == null) {
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
