package io.rina.runtime;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits that are short and must not be cut off; an interrupt is kept for later. */
final class Uninterruptibly {
    private Uninterruptibly() {}

    private interface Wait {
        void run() throws InterruptedException;
    }

    /** Until the thread has ended. */
    static void join(Thread thread) {
        wait(thread::join);
    }

    /** Until the task is done; rethrows what it threw. */
    static void get(Future<?> task) {
        wait(() -> {
            try {
                task.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause
                        ? cause
                        : new IllegalStateException(e.getCause());
            }
        });
    }

    private static void wait(Wait wait) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    wait.run();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
