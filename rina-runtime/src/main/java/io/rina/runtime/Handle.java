package io.rina.runtime;

import io.rina.engine.number.NumberReport;
import io.rina.runtime.job.JobException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** An operation under way. The buffers belong to it until it is complete. */
public final class Handle {
    private final CompletableFuture<NumberReport> result = new CompletableFuture<>();
    private final String name;

    Handle(String name) {
        this.name = name;
    }

    /** "all-reduce 7", and which communicator it is of. */
    String name() {
        return name;
    }

    /** The first outcome stays, as with {@link #fail}. */
    void complete(NumberReport report) {
        result.complete(report);
    }

    void fail(JobException failure) {
        result.completeExceptionally(failure);
    }

    public boolean isDone() {
        return result.isDone();
    }

    /**
     * Waits for the operation.
     *
     * @return what became of this rank's numbers
     * @throws JobException when it failed; the target's contents are then undefined, except with
     *     category NUMBERS, where nothing was changed
     */
    public NumberReport await() {
        try {
            // Bounded by the duty cycle, which watches the time, and fails all operations when it
            // dies.
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JobException failure) {
                throw failure.again();
            }
            throw new IllegalStateException(name + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobException(
                    JobException.Category.ABORTED,
                    name
                            + " goes on, but the thread that waited for it was interrupted; await again or close",
                    e);
        }
    }
}
