package io.rina.cli.run;

import static io.rina.cli.text.Numbers.count;

import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Hands events on and notes what is wrong in them: sums further from the exact ones than the bound
 * allows, and replicas that differ. It judges the ranks whose events it hears.
 */
final class Verdict implements Consumer<Event> {
    private final Consumer<Event> next;
    private final Map<Integer, String> digests = new TreeMap<>();
    private long wrong;

    Verdict(Consumer<Event> next) {
        this.next = next;
    }

    @Override
    public synchronized void accept(Event event) {
        if (event instanceof Event.Measured measured) {
            // -1 is "not looked at".
            wrong += Math.max(0, measured.outOfPlace().wrong());
            wrong += Math.max(0, measured.inPlace().wrong());
        }
        if (event instanceof Event.Compared compared) {
            wrong += Math.max(0, compared.wrong());
        }
        if (event instanceof Event.Trained trained) {
            digests.put(trained.rank(), trained.parameterDigest());
        }
        next.accept(event);
    }

    /** Throws JobException NUMBERS when anything was wrong. */
    synchronized void check() {
        if (wrong > 0) {
            throw new JobException(
                    Category.NUMBERS,
                    count(wrong, "result is", "results are")
                            + " further from the exact sum than the bound allows");
        }
        if (digests.values().stream().distinct().count() > 1) {
            throw new JobException(
                    Category.NUMBERS, "the replicas' parameters differ: " + text(digests));
        }
    }

    private static String text(Map<Integer, String> digests) {
        return digests.entrySet().stream()
                .map(entry -> "rank " + entry.getKey() + " has " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
