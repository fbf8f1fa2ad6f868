package io.rina.cli.run;

import io.rina.engine.Counter;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * What a training job came to.
 *
 * @param trained by rank
 * @param counters by member
 * @param steps of all ranks, as they came
 */
record TrainOutcome(
        Map<Integer, Event.Trained> trained,
        Map<String, Map<Counter, Long>> counters,
        List<Event.Step> steps) {

    Event.Trained first() {
        Event.Trained first = trained.get(0);
        if (first == null) {
            throw new JobException(Category.LOST, "rank 0 ended without a result");
        }
        return first;
    }

    boolean isIdentical() {
        return trained.values().stream()
                        .map(Event.Trained::parameterDigest)
                        .distinct()
                        .count()
                == 1;
    }

    void print(PrintStream out) {
        Event.Trained first = first();
        out.printf(
                "test accuracy %.1f %%, %.0f samples/s, %.0f %% of the time in communication%n",
                100 * first.testAccuracy(),
                first.samplesPerSecond(),
                100 * first.communicationShare());
        out.println(
                isIdentical()
                        ? "all " + trained.size() + " replicas hold bit-identical parameters: "
                                + first.parameterDigest()
                        : "REPLICAS DIFFER: " + trained);
    }
}
