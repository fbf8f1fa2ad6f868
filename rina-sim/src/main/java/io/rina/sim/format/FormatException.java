package io.rina.sim.format;

import org.jspecify.annotations.Nullable;

/** A file is not what it should be; the message begins with its name and the place. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    FormatException(String source, String place, String problem, @Nullable Throwable cause) {
        super(source + ":" + place + ": " + problem, cause);
    }
}
