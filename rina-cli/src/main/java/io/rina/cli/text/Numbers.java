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

    /** Three significant digits: "18.4 us", "7.36 ms", "1.20 s". */
    public static String micros(double us) {
        if (us >= 999_500) {
            return threeDigits(us / 1e6) + " s";
        }
        return us >= 999.5 ? threeDigits(us / 1e3) + " ms" : threeDigits(us) + " us";
    }

    /** Three significant digits, in powers of 1,024: "512 B", "16.0 KiB", "4.25 MiB". */
    public static String bytes(long bytes) {
        String[] units = {"KiB", "MiB", "GiB"};
        if (bytes < 1024) {
            return bytes + " B";
        }
        double number = bytes / 1024.0;
        int unit = 0;
        while (number >= 1023.5 && unit + 1 < units.length) {
            number /= 1024;
            unit++;
        }
        return threeDigits(number) + " " + units[unit];
    }

    private static String threeDigits(double number) {
        int digits = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + digits + "f", number);
    }
}
