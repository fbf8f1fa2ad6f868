package io.rina.cli.input;

import java.util.function.Supplier;

/**
 * Something that the user typed or wrote cannot be used. The message is all that the user gets to
 * see: it names the option, or the file, line and key, then the value and what to do. The command
 * line prints it behind "rina: " and exits with code 2.
 */
public final class InputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InputException(String message) {
        super(message);
    }

    public InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Runs {@code made} on the value that the user gave to the option {@code name}. An
     * IllegalArgumentException or ArithmeticException from inside is then the user's to mend, and
     * not a fault of the program.
     */
    public static <T> T check(String name, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InputException(name + ": " + e.getMessage(), e);
        }
    }
}
