package io.rina.runtime;

import io.rina.engine.Endpoint;
import io.rina.runtime.port.FrameSink;
import io.rina.runtime.port.Port;

import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that drives one endpoint over one port: receive, look at deadlines, poll, send. When
 * there was nothing to do it yields a few times and then sleeps until a frame comes, a deadline
 * passes or somebody {@linkplain #wakeup() wakes} it; an idle process costs no core.
 */
final class DutyCycle implements AutoCloseable {
    /** Work beside the frames, done in the cycle's thread. */
    interface Chores {
        /** Before the endpoint is polled; returns whether anything changed. */
        boolean run(long nowNs);

        /** When they need to run next without being woken; {@code Long.MAX_VALUE} for never. */
        long deadlineNs();

        /** The cycle ends because of {@code failure}, a defect or a broken port. */
        void onCrash(Throwable failure);
    }

    /**
     * Turns without work before sleeping: enough to catch the next frame of a stream, a few
     * microseconds.
     */
    private static final int YIELDS = 8;

    private final Endpoint endpoint;
    private final Port port;
    private final Chores chores;
    private final Thread thread;
    private final FrameSink sink;
    /** What other threads want done between two turns. */
    private final Queue<FutureTask<?>> errands = new ConcurrentLinkedQueue<>();

    /** Guarded by the queue: the thread has been started and still looks at it. */
    private boolean isDriving;

    private volatile boolean closing;
    private long nowNs;
    private int received;
    private final Batching batching = new Batching();

    DutyCycle(String name, Endpoint endpoint, Port port, Chores chores) {
        this.endpoint = endpoint;
        this.port = port;
        this.chores = chores;
        sink = frame -> endpoint.onFrame(nowNs, frame);
        thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    void start() {
        synchronized (errands) {
            isDriving = true;
        }
        thread.start();
    }

    /**
     * Does {@code errand} between two turns, and returns when it is done: so it may change what the
     * cycle uses. While no cycle runs, it is done by the caller.
     */
    void between(Runnable errand) {
        FutureTask<?> task = new FutureTask<>(errand, null);
        synchronized (errands) {
            if (isDriving && Thread.currentThread() != thread) {
                errands.add(task);
            } else {
                task.run();
            }
        }
        wakeup();
        // Bounded: the cycle comes by after each wake-up, and once more when it ends.
        Uninterruptibly.get(task);
    }

    private void doErrands() {
        for (FutureTask<?> task; (task = errands.poll()) != null; ) {
            task.run();
        }
    }

    /** Whether the cycle's thread may read and write {@code memory}. */
    boolean canAccess(MemorySegment memory) {
        return memory.isAccessibleBy(thread);
    }

    /** Ends the sleep under way, or else the next one; from any thread. */
    void wakeup() {
        try {
            port.wakeup();
        } catch (IllegalStateException closed) {
            // The thread closes the port when it ends: there is nobody to wake.
        }
    }

    // Yielding is a hint that saves a sleep and a wake-up; nothing depends on it.
    @SuppressWarnings("ThreadPriorityCheck")
    private void run() {
        try {
            int idle = 0;
            while (!closing) {
                idle = turn() ? 0 : idle + 1;
                boolean isStreaming = endpoint.isStreaming();
                long pauseNs = batching.pauseNs(nowNs, received, isStreaming);
                if (pauseNs > 0) {
                    LockSupport.parkNanos(pauseNs);
                } else if (idle > YIELDS || (idle > 0 && isStreaming)) {
                    sleep();
                } else if (idle > 0) {
                    Thread.yield();
                }
            }
        } catch (Throwable failure) {
            chores.onCrash(failure);
        } finally {
            synchronized (errands) {
                isDriving = false;
                doErrands();
            }
            port.close();
        }
    }

    private boolean turn() {
        doErrands();
        nowNs = System.nanoTime();
        received = port.receive(sink);
        if (nowNs >= endpoint.deadlineNs()) {
            endpoint.onTimer(nowNs);
        }
        boolean changed = chores.run(nowNs);
        int sent = send();
        return chores.run(nowNs) || changed || received + sent > 0;
    }

    /**
     * Polls and flushes until the endpoint has nothing more to say, or the kernel takes no more.
     */
    private int send() {
        int sent = 0;
        while (endpoint.poll(nowNs, port.outbox()) > 0) {
            int flushed = port.flush();
            if (flushed == 0) {
                break;
            }
            sent += flushed;
        }
        return sent + port.flush();
    }

    private void sleep() {
        long deadline = Math.min(endpoint.deadlineNs(), chores.deadlineNs());
        port.await(
                deadline == Long.MAX_VALUE ? deadline : Math.max(0, deadline - System.nanoTime()));
    }

    /** Ends the thread and closes the port; returns when both are gone. */
    @Override
    public void close() {
        closing = true;
        if (thread.isAlive()) {
            wakeup();
            Uninterruptibly.join(thread);
        }
    }
}
