package io.rina.runtime.control;

import java.time.Duration;

/** Times as messages show them. */
final class TimeText {
    private TimeText() {}

    /** "60 s", or "500 ms" where it is no whole number of seconds. */
    static String of(Duration time) {
        long millis = time.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
