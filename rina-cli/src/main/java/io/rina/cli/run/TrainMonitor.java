package io.rina.cli.run;

import static io.rina.cli.text.Numbers.count;

import io.rina.cli.text.Output;
import io.rina.engine.Counter;
import io.rina.train.TrainingConfig;
import io.rina.train.TrainingRun;
import java.io.Console;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Watches a training job through its events: a progress bar on the way, the outcome at the end. */
final class TrainMonitor implements Consumer<Event>, AutoCloseable {
    private static final int WIDTH = 110;
    private static final int INTERVAL_MS = 250;

    private final PrintStream out;
    private final long steps;
    private final Map<Integer, Event.Trained> trained = new TreeMap<>();
    private final Map<String, Map<Counter, Long>> counters = new TreeMap<>();
    private final List<Event.Step> all = new ArrayList<>();
    private final List<Event.Step> ofRankZero = new ArrayList<>();
    private @Nullable ProgressBar bar;

    TrainMonitor(TrainingConfig config, int workers, PrintStream out) {
        this.out = out;
        steps = TrainingRun.steps(config);
        out.println(count(workers, "worker") + ", " + count(steps, "step") + " of up to "
                + count(config.globalBatch(), "image") + " in " + count(config.epochs(), "epoch")
                + "; starting processes ...");
        out.flush();
    }

    @Override
    public synchronized void accept(Event event) {
        switch (event) {
            case Event.Step step -> onStep(step);
            case Event.Trained result -> trained.put(result.rank(), result);
            case Event.Finished finished -> counters.put(finished.member(), finished.counters());
            case Event.Listening _,
                    Event.Waiting _,
                    Event.Started _,
                    Event.Measured _,
                    Event.Compared _ -> {
                // Nothing to show.
            }
        }
    }

    private void onStep(Event.Step step) {
        all.add(step);
        if (step.rank() != 0) {
            return;
        }
        ofRankZero.add(step);
        if (bar == null) {
            bar = new ProgressBarBuilder()
                    .setTaskName("train")
                    .setInitialMax(steps)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(INTERVAL_MS)
                    .setConsumer(consumer())
                    .build();
        }
        bar.stepTo(step.step() + 1L);
        bar.setExtraMessage(progress());
        Output.check(out);
    }

    /** One line that is written over and over on a terminal; now and then a new line elsewhere. */
    private ProgressBarConsumer consumer() {
        return isTerminal()
                ? new ConsoleProgressBarConsumer(out, WIDTH)
                : new LineConsumer(out, WIDTH);
    }

    @SuppressWarnings("SystemConsoleNull") // With jline on the class path, null is what comes.
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Loss, samples/s and the share of communication, over the last steps. */
    private String progress() {
        List<Event.Step> last =
                ofRankZero.subList(Math.max(0, ofRankZero.size() - 20), ofRankZero.size());
        long total = last.stream()
                .mapToLong(s -> s.computeNs() + s.communicateNs() + s.updateNs())
                .sum();
        long communicate = last.stream().mapToLong(Event.Step::communicateNs).sum();
        long samples = last.stream().mapToLong(Event.Step::samples).sum();
        return "loss %.3f  %.0f samples/s  comm %.0f %%"
                .formatted(
                        last.getLast().loss(), samples * 1e9 / total, 100.0 * communicate / total);
    }

    synchronized TrainOutcome outcome() {
        return new TrainOutcome(trained, counters, all);
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
        }
        out.flush();
    }
}
