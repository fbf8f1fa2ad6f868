package io.rina.cli.text;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** Output that nobody gets. A PrintStream only remembers that it failed; somebody has to ask. */
public final class Output {
    /** What is said of it. */
    public static final String LOST =
            "standard output cannot be written to: its reader is gone, or its disk is full";

    private Output() {}

    /** Throws UncheckedIOException when {@code out} has failed, so that no work is done for it. */
    public static void check(PrintStream out) {
        if (out.checkError()) {
            throw new UncheckedIOException(LOST, new IOException("write error"));
        }
    }
}
