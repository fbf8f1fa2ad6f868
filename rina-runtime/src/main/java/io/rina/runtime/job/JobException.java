package io.rina.runtime.job;

/** Why a job or an operation cannot go on: what happened, to whom, and what to do. */
public final class JobException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What kind of remedy it calls for. */
    public enum Category {
        /** The job key is wrong. */
        REFUSED,
        /** An address, a rank, a version or a file does not fit. */
        CONFIGURATION,
        /** Something did not happen within its time. */
        TIMEOUT,
        /** A member or the coordinator is gone. */
        LOST,
        /** The communicator was closed meanwhile. */
        ABORTED,
        /** The numbers cannot be summed. */
        NUMBERS
    }

    private final Category category;

    public JobException(Category category, String message) {
        super(message);
        this.category = category;
    }

    public JobException(Category category, String message, Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    public Category category() {
        return category;
    }

    /**
     * The same failure, thrown again in another thread: this one's trace, the first one as its
     * cause.
     */
    public JobException again() {
        return new JobException(category, String.valueOf(getMessage()), this);
    }
}
