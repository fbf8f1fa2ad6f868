package io.rina.cli.report;

import java.util.Locale;

/** Text and numbers as HTML and SVG have them. */
final class Html {
    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** With so many digits behind the point. */
    static String decimal(double number, int digits) {
        return Double.isFinite(number)
                ? String.format(Locale.ROOT, "%,." + digits + "f", number)
                : String.valueOf(number);
    }

    static String percent(double share) {
        return decimal(share * 100, 1) + " %";
    }

    /** Of a coordinate, which needs no more than a tenth of a pixel. */
    static String pixels(double at) {
        return at == Math.rint(at)
                ? Long.toString((long) at)
                : String.format(Locale.ROOT, "%.1f", at);
    }
}
