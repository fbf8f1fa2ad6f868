package io.rina.cli.input;

import org.jspecify.annotations.Nullable;

/** How many pieces of work run side by side. */
public final class Threads {
    private Threads() {}

    /** What {@code --threads} says, or one for each core; throws InputException below 1. */
    public static int orCores(@Nullable Integer given) {
        int threads = given == null ? Runtime.getRuntime().availableProcessors() : given;
        if (threads < 1) {
            throw new InputException("--threads: there must be at least 1, not " + threads);
        }
        return threads;
    }
}
