package io.rina.cli.run;

import static io.rina.cli.text.Numbers.count;
import static io.rina.cli.text.Numbers.micros;
import static io.rina.cli.text.Numbers.number;

import io.rina.cli.text.Output;
import io.rina.engine.Counter;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Events as lines for a person who runs a single member by hand. */
final class EventText implements Consumer<Event> {
    private static final int STEPS_A_LINE = 20;

    private final PrintStream out;
    private final Set<String> waited = new HashSet<>();

    EventText(PrintStream out) {
        this.out = out;
    }

    @Override
    public synchronized void accept(Event event) {
        switch (event) {
            case Event.Listening listening ->
                out.println("coordinator listens at port " + listening.port());
            case Event.Waiting waiting -> {
                // Several members here may wait for the same ones, and go on waiting.
                if (waited.add(waiting.whom())) {
                    out.println("waiting for " + waiting.whom());
                }
            }
            case Event.Started started ->
                out.println(started.member() + " started, process " + started.pid()
                        + ", frames through " + started.port());
            case Event.Step step -> {
                if (step.step() % STEPS_A_LINE == 0) {
                    out.printf(
                            "rank %d: step %d, epoch %d, loss %.4f%n",
                            step.rank(), step.step(), step.epoch(), step.loss());
                }
            }
            case Event.Trained trained ->
                out.printf(
                        "rank %d: trained, test accuracy %.1f %%, parameters %s%n",
                        trained.rank(), 100 * trained.testAccuracy(), trained.parameterDigest());
            case Event.Measured measured ->
                out.printf(
                        "rank %d: %s, out of place %s, in place %s%n",
                        measured.rank(),
                        count(measured.elements(), "element"),
                        text(measured.outOfPlace()),
                        text(measured.inPlace()));
            case Event.Compared compared ->
                out.printf(
                        "rank %d: %s by %s, %s%n",
                        compared.rank(),
                        count(compared.elements(), "element"),
                        compared.strategy(),
                        micros(compared.medianNs() / 1e3));
            case Event.Finished finished ->
                out.println(finished.member() + " finished: " + text(finished.counters()));
        }
        Output.check(out);
    }

    private static String text(Event.Timing timing) {
        String wrong = timing.wrong() < 0 ? "not checked" : number(timing.wrong()) + " wrong";
        return "%.1f us (%s)".formatted(timing.medianNs() / 1e3, wrong);
    }

    /** "1,200 data sent, 3 duplicate": what has been counted at all. */
    private static String text(Map<Counter, Long> counters) {
        String text = counters.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> number(entry.getValue()) + " "
                        + entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "no frames" : text;
    }
}
