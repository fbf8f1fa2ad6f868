package io.rina.cli.input;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes as people write them: 1500, 64K, 25MB (powers of 1,000), 25MiB (of 1,024). */
public final class Sizes {
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)([KMGT]?)(i?)B?", Pattern.CASE_INSENSITIVE);
    private static final String LETTERS = "KMGT";

    private Sizes() {}

    /** In bytes, to the nearest one; throws InputException for anything else. */
    public static long parse(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()
                || (matcher.group(2).isEmpty() && !matcher.group(3).isEmpty())) {
            throw new InputException(
                    "'" + text + "' is no number of bytes; write 1500, 64K, 25MB or 25MiB");
        }
        int power = matcher.group(2).isEmpty()
                ? 0
                : LETTERS.indexOf(Character.toUpperCase(matcher.group(2).charAt(0))) + 1;
        double base = matcher.group(3).isEmpty() ? 1000 : 1024;
        return Math.round(Double.parseDouble(matcher.group(1)) * Math.pow(base, power));
    }
}
