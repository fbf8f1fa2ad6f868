package io.rina.cli.text;

import java.util.Locale;

/** Numbers for people. */
public final class Numbers {
    private Numbers() {}

    /** With a comma between thousands. */
    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** "1 worker", "4 workers". */
    public static String count(long count, String noun) {
        return count(count, noun, noun + "s");
    }

    /** The same, for what has another plural. */
    public static String count(long count, String one, String many) {
        return number(count) + " " + (count == 1 ? one : many);
    }
}
