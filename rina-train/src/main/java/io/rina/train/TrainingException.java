package io.rina.train;

/**
 * Training cannot start or go on, for a reason outside of this program. The message says what to
 * do.
 */
public final class TrainingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whose problem it is: the files', the machine's, or that of the chosen settings. */
    public enum Category {
        /** The images or labels are missing, damaged, or not what they should be. */
        DATA,
        /** PyTorch could not be unpacked or loaded. */
        ENGINE,
        /** The loss is no longer a number, so that further steps make no sense. */
        DIVERGED
    }

    private final Category category;

    TrainingException(Category category, String message) {
        super(message);
        this.category = category;
    }

    TrainingException(Category category, String message, Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    public Category category() {
        return category;
    }
}
