package io.rina.cli.text;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import org.jspecify.annotations.Nullable;

/** How far a long piece of work is: a bar on a terminal, which is gone at the end; else nothing. */
public final class Progress implements AutoCloseable {
    private static final int WIDTH = 80;

    private final @Nullable ProgressBar bar;

    /** Of {@code total} things called {@code what}. */
    public Progress(String what, long total) {
        bar = !isTerminal()
                ? null
                : new ProgressBarBuilder()
                        .setTaskName(what)
                        .setInitialMax(total)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                        .clearDisplayOnFinish()
                        .build();
    }

    /** One more is done; any thread may say so. */
    public void step() {
        if (bar != null) {
            bar.step();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    @SuppressWarnings("SystemConsoleNull") // With jline on the class path, null is what comes.
    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }
}
