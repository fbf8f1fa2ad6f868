package io.rina.runtime;

import io.rina.engine.Counters;
import io.rina.engine.Endpoint;
import io.rina.engine.HostEndpoint;
import io.rina.engine.NodeEndpoint;
import io.rina.runtime.control.Assignment;
import io.rina.runtime.control.Layout;
import io.rina.runtime.control.Membership;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.Port;
import io.rina.runtime.port.PortException;
import io.rina.runtime.port.PortOptions;
import io.rina.runtime.port.Ports;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A rank's process: one port and one thread that all its communicators share, that of the job and
 * those of its rank groups.
 */
final class HostNode implements AutoCloseable {
    private final Membership membership;
    private final Port port;
    private final NodeEndpoint endpoint = new NodeEndpoint();
    private final DutyCycle cycle;
    /** Changed between turns only, and then as a whole. */
    private volatile OperationQueue[] queues = {};

    private HostNode(Membership membership, Port port, int rank) {
        this.membership = membership;
        this.port = port;
        cycle = new DutyCycle("rina-rank-" + rank, endpoint, port, new AllQueues());
    }

    /** Opens a port, joins with its address, waits for the others, and starts the thread. */
    static HostNode enrol(JobOptions options, int rank) {
        Port port = open(options.port());
        try {
            Membership membership = Membership.ofWorker(options, rank, port.localAddress());
            try {
                Layout layout = membership.awaitLayout();
                check(layout, options.port());
                layout.addresses().forEach(port::peer);
                HostNode node = new HostNode(membership, port, rank);
                node.cycle.start();
                return node;
            } catch (RuntimeException | Error e) {
                membership.close();
                throw e;
            }
        } catch (RuntimeException | Error e) {
            port.close();
            throw e;
        }
    }

    /** Opens a port; throws JobException CONFIGURATION when it cannot be had. */
    static Port open(PortOptions options) {
        try {
            return Ports.open(options);
        } catch (PortException e) {
            throw new JobException(Category.CONFIGURATION, String.valueOf(e.getMessage()), e);
        }
    }

    private static void check(Layout layout, PortOptions port) {
        int nodes = layout.topology().nodes();
        int frameBytes = layout.limits().maxFrameBytes();
        if (nodes > port.nodes() || frameBytes > port.maxFrameBytes()) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "the coordinator's job has " + nodes + " nodes and frames of " + frameBytes
                            + " bytes, this process was told of " + port.nodes() + " and "
                            + port.maxFrameBytes() + ": use the same cluster file everywhere");
        }
    }

    Membership membership() {
        return membership;
    }

    Port port() {
        return port;
    }

    /** Of frames that belong to none of the communicators. */
    Counters strays() {
        return endpoint.strays();
    }

    boolean canAccess(MemorySegment memory) {
        return cycle.canAccess(memory);
    }

    void wakeup() {
        cycle.wakeup();
    }

    /** From now on frames reach {@code one}, and {@code queue} is served. */
    void add(Assignment assignment, Endpoint one, OperationQueue queue) {
        cycle.between(() -> {
            enter(assignment, one);
            OperationQueue[] more = Arrays.copyOf(queues, queues.length + 1);
            more[queues.length] = queue;
            queues = more;
        });
    }

    private void enter(Assignment assignment, Endpoint one) {
        assignment.switches().forEach(port::peer);
        endpoint.add(assignment.job(), one, assignment.part().nodes());
    }

    /** The endpoint of {@code now} is given up; another one will follow. */
    void suspend(Assignment now, OperationQueue queue) {
        cycle.between(() -> {
            queue.suspend();
            endpoint.remove(now.job());
        });
    }

    /** As {@link OperationQueue#takeBack}. */
    List<Submission> takeBack(OperationQueue queue, long completed) {
        List<Submission> unfinished = new ArrayList<>();
        cycle.between(() -> unfinished.addAll(queue.takeBack(completed)));
        return unfinished;
    }

    /** From now on frames reach {@code one}, in which {@code queue} goes on. */
    void resume(
            Assignment now, HostEndpoint one, OperationQueue queue, List<Submission> unfinished) {
        cycle.between(() -> {
            enter(now, one);
            queue.resume(one.worker(), now.part(), unfinished);
        });
    }

    /**
     * Forgets endpoint and queue, which has been broken down; does nothing if they are gone already.
     */
    void remove(Assignment assignment, OperationQueue queue) {
        cycle.between(() -> {
            queue.run(System.nanoTime());
            endpoint.remove(assignment.job());
            queues = Arrays.stream(queues)
                    .filter(other -> other != queue)
                    .toArray(OperationQueue[]::new);
        });
    }

    /** What this rank waits for in other communicators than {@code one}; empty for nothing. */
    String waitsFor(OperationQueue one) {
        StringBuilder text = new StringBuilder();
        for (OperationQueue queue : queues) {
            String call = queue == one ? "" : queue.current();
            text.append(text.isEmpty() || call.isEmpty() ? "" : ", and for ").append(call);
        }
        return text.toString();
    }

    /** Fails what is under way in all communicators, and all that comes later. */
    void breakDown(JobException failure) {
        for (OperationQueue queue : queues) {
            queue.breakDown(failure);
        }
        cycle.wakeup();
    }

    /** Ends the thread and leaves the job; operations under way must have been broken down. */
    @Override
    public void close() {
        cycle.close();
        for (OperationQueue queue : queues) {
            queue.run(System.nanoTime());
        }
        membership.close();
    }

    private final class AllQueues implements DutyCycle.Chores {
        @Override
        public boolean run(long nowNs) {
            boolean changed = false;
            for (OperationQueue queue : queues) {
                changed |= queue.run(nowNs);
            }
            return changed;
        }

        @Override
        public long deadlineNs() {
            long deadline = Long.MAX_VALUE;
            for (OperationQueue queue : queues) {
                deadline = Math.min(deadline, queue.deadlineNs());
            }
            return deadline;
        }

        @Override
        public void onCrash(Throwable failure) {
            for (OperationQueue queue : queues) {
                queue.onCrash(failure);
            }
        }
    }
}
