package io.rina.cli.run;

import io.rina.cli.text.Output;

import java.io.PrintStream;
import java.util.function.Consumer;

/** Events as lines for a person who runs a single member by hand. */
final class EventText implements Consumer<Event> {
    private static final int STEPS_A_LINE = 20;

    private final PrintStream out;

    EventText(PrintStream out) {
        this.out = out;
    }

    @Override
    public void accept(Event event) {
        switch (event) {
            case Event.Listening listening ->
                out.println("coordinator listens at port " + listening.port());
            case Event.Started started ->
                out.println(started.member() + " started, process " + started.pid()
                        + ", frames through " + started.port());
            case Event.Step step -> {
                if (step.step() % STEPS_A_LINE == 0) {
                    out.printf(
                            "step %d epoch %d loss %.4f%n", step.step(), step.epoch(), step.loss());
                }
            }
            case Event.Trained trained ->
                out.printf(
                        "trained: test accuracy %.1f %%, parameters %s%n",
                        100 * trained.testAccuracy(), trained.parameterDigest());
            case Event.Measured measured ->
                out.printf(
                        "%d floats: out of place %.1f us, in place %.1f us%n",
                        measured.elements(),
                        measured.outOfPlace().medianNs() / 1e3,
                        measured.inPlace().medianNs() / 1e3);
            case Event.Finished finished ->
                out.println(finished.member() + " finished: " + finished.counters());
        }
        Output.check(out);
    }
}
