package io.rina.cli.input;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: 500ms, 30s, 2m, 1h, or ISO 8601 as PT30S. */
public final class Durations {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    /** A year. What is much longer does not fit into a number of nanoseconds. */
    private static final Duration MOST = Duration.ofDays(365);

    private Durations() {}

    /** Throws InputException unless {@code text} is above zero, and a year at most. */
    public static Duration parse(String text) {
        Duration duration = read(text);
        if (!duration.isPositive()) {
            throw new InputException("'" + text + "' must be more than nothing");
        }
        if (duration.compareTo(MOST) > 0) {
            throw new InputException("'" + text + "' is more than " + MOST.toHours() + "h");
        }
        return duration;
    }

    private static Duration read(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new InputException(
                    "'" + text + "' is not a duration; write 500ms, 30s, 2m, 1h or PT30S", e);
        }
    }

    /** The shortest of the forms that {@link #parse} takes, exact to the millisecond. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
