package io.rina.runtime;

import io.rina.engine.Worker;
import io.rina.engine.number.FloatSum;
import io.rina.engine.number.NotFiniteException;
import io.rina.plan.Topology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Operations on their way from callers' threads through the worker: started in the order of
 * submission, one at a time, watched for their timeout. Once one has failed for another reason than
 * its numbers, all later ones fail with the same reason: ranks no longer agree on what came last.
 */
final class OperationQueue implements DutyCycle.Chores {
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

    private record Pending(FloatSum operation, Handle handle, long sequence) {}

    private final Worker worker;
    private final Topology topology;
    private final int rank;
    private final long timeoutNs;
    private final long stallNs;
    private final Others others;
    private final Queue<Pending> submitted = new ConcurrentLinkedQueue<>();
    private volatile @Nullable JobException broken;

    private @Nullable Pending current;
    private long startedNs;
    private boolean stallReported;

    OperationQueue(Worker worker, Topology topology, int rank, long timeoutNs, Others others) {
        this.worker = worker;
        this.topology = topology;
        this.rank = rank;
        this.timeoutNs = timeoutNs;
        this.others = others;
        stallNs = Math.min(STALL_NS, timeoutNs / 2);
    }

    /** From any thread. */
    void submit(FloatSum operation, Handle handle, long sequence) {
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

    @Nullable
    JobException broken() {
        return broken;
    }

    @Override
    public boolean run(long nowNs) {
        if (broken != null) {
            return failAll(broken);
        }
        if (current != null && worker.isIdle()) {
            complete(current);
            current = null;
        }
        if (current == null) {
            return startNext(nowNs);
        }
        if (nowNs - startedNs > timeoutNs) {
            JobException timeout = timedOut(current);
            breakDown(timeout);
            others.onFailure(timeout);
            return true;
        }
        if (!stallReported && nowNs - startedNs > stallNs) {
            stallReported = true;
            others.onStall(current.sequence);
        }
        return false;
    }

    private boolean startNext(long nowNs) {
        current = submitted.poll();
        if (current == null) {
            return false;
        }
        startedNs = nowNs;
        stallReported = false;
        worker.start(current.operation);
        return true;
    }

    private static void complete(Pending pending) {
        NotFiniteException failure = pending.operation.failure();
        if (failure == null) {
            pending.handle.complete(pending.operation.report());
        } else {
            pending.handle.fail(new JobException(
                    Category.NUMBERS,
                    "all-reduce " + pending.sequence + ": " + failure.getMessage(),
                    failure));
        }
    }

    private boolean failAll(JobException failure) {
        worker.abort();
        boolean any = current != null;
        if (current != null) {
            current.handle.fail(failure);
            current = null;
        }
        for (Pending next; (next = submitted.poll()) != null; any = true) {
            next.handle.fail(failure);
        }
        return any;
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
                .map(stall -> topology.nodeName(stall.siteNode()) + " with ranks " + stall.members()
                        + " (position " + stall.position() + ")")
                .collect(Collectors.joining("; "));
        return new JobException(
                Category.TIMEOUT,
                "all-reduce " + pending.sequence + " did not complete at rank " + rank + " within "
                        + timeoutNs / 1_000_000_000.0 + " s; waiting at "
                        + (stalls.isEmpty() ? "no site" : stalls)
                        + "; " + finding(pending.sequence));
    }

    @Override
    public long deadlineNs() {
        if (current == null) {
            return Long.MAX_VALUE;
        }
        return startedNs + (stallReported ? timeoutNs : stallNs) + 1;
    }

    @Override
    public void onCrash(Throwable failure) {
        JobException crash = new JobException(
                Category.ABORTED,
                "the thread that moves frames at rank " + rank + " died: " + failure,
                failure);
        breakDown(crash);
        run(System.nanoTime());
        others.onFailure(crash);
    }
}
