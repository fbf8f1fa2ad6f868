package io.rina.cli.run;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** Shows a progress bar where output is no terminal: a line every few seconds, for logs. */
final class LineConsumer implements ProgressBarConsumer {
    private static final long INTERVAL_NS = 5_000_000_000L;

    private final PrintStream out;
    private final int width;
    private long nextNs = System.nanoTime();

    LineConsumer(PrintStream out, int width) {
        this.out = out;
        this.width = width;
    }

    @Override
    public int getMaxRenderedLength() {
        return width;
    }

    @Override
    public void accept(String bar) {
        if (System.nanoTime() - nextNs >= 0) {
            nextNs = System.nanoTime() + INTERVAL_NS;
            out.println(bar.stripTrailing());
            out.flush();
        }
    }

    @Override
    public void clear() {
        // Lines stay.
    }

    @Override
    public void close() {
        out.flush();
    }
}
