package io.rina.cli.input;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Short times as people write them: 500ps, 300ns, 1.5us, 20ms, 10s. */
public final class Times {
    private static final Pattern TIME =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ps|ns|us|ms|s)");

    private Times() {}

    /** In whole picoseconds; throws InputException for anything else, or for over 1000000s. */
    public static long parsePs(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new InputException("'" + text + "' is no time; write 300ns, 1.5us, 20ms or 10s");
        }
        double unitPs = switch (matcher.group(2)) {
            case "ps" -> 1;
            case "ns" -> 1e3;
            case "us" -> 1e6;
            case "ms" -> 1e9;
            default -> 1e12;
        };
        double ps = Double.parseDouble(matcher.group(1)) * unitPs;
        if (ps > 1e18) {
            throw new InputException("'" + text + "' is more than 1000000s");
        }
        return Math.round(ps);
    }
}
