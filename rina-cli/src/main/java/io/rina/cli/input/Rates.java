package io.rina.cli.input;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rates of links as people write them: 200M, 1G, 2.5G, 100Gbit; K, M, G, T are powers of 1,000. */
public final class Rates {
    private static final Pattern RATE = Pattern.compile(
            "(\\d{1,9}(?:\\.\\d{1,6})?)([KMGT]?)(?:bit|bit/s)?", Pattern.CASE_INSENSITIVE);
    private static final String LETTERS = "KMGT";

    private Rates() {}

    /** In bits a second; throws InputException unless it is above zero. */
    public static double parse(String text) {
        Matcher matcher = RATE.matcher(text);
        if (!matcher.matches()) {
            throw new InputException(
                    "'" + text + "' is no rate; write bits a second, as in 200M," + " 1G or 2.5G");
        }
        int power = LETTERS.indexOf(matcher.group(2).toUpperCase(Locale.ROOT)) + 1;
        int shift = matcher.group(2).isEmpty() ? 0 : power;
        double bitsPerSec = Double.parseDouble(matcher.group(1)) * Math.pow(1000, shift);
        if (bitsPerSec == 0) {
            throw new InputException("'" + text + "': a link must carry something");
        }
        return bitsPerSec;
    }

    /** As {@link #parse} takes it, to three digits behind the point. */
    public static String format(double bitsPerSec) {
        int shift = 0;
        double number = bitsPerSec;
        while (number >= 1000 && shift < LETTERS.length()) {
            number /= 1000;
            shift++;
        }
        String digits = String.format(Locale.ROOT, "%.3f", number).replaceFirst("\\.?0+$", "");
        return digits + (shift == 0 ? "" : LETTERS.charAt(shift - 1));
    }
}
