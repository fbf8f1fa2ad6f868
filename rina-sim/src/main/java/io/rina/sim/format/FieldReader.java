package io.rina.sim.format;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** A text file line by line, each in fields between blanks; lines without a field are left out. */
final class FieldReader {
    /** All numbers of so many digits fit a long. */
    private static final int DIGITS = 18;

    private final String source;
    private final BufferedReader lines;
    private final String comment;
    private String[] fields = {};
    private int line;

    /** {@code comment} starts a line that is left out; empty where there are no comments. */
    FieldReader(String source, Reader text, String comment) {
        this.source = source;
        this.comment = comment;
        lines = new BufferedReader(text);
    }

    /** Goes to the next line; returns false at the end. */
    boolean next() throws IOException {
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            line++;
            String stripped = text.strip();
            if (!stripped.isEmpty() && (comment.isEmpty() || !stripped.startsWith(comment))) {
                fields = stripped.split("\\s+");
                return true;
            }
        }
        line++;
        fields = new String[0];
        return false;
    }

    /** Goes to the next line, which must be there: {@code what}. */
    void require(String what) throws IOException {
        if (!next()) {
            throw error("the file ends where " + what + " should be");
        }
    }

    int count() {
        return fields.length;
    }

    /** Field {@code index}, which {@code what} names in the error when it is not there. */
    String field(int index, String what) {
        if (index >= fields.length) {
            throw error("the line ends where " + what + " should be");
        }
        return fields[index];
    }

    void requireCount(int wanted, String what) {
        if (fields.length != wanted) {
            throw error(fields.length + " fields where " + wanted + " should be: " + what);
        }
    }

    int integer(int index, String what, int least) {
        return integer(field(index, what), what, least);
    }

    int integer(String text, String what, int least) {
        return (int) number(text, what, least, Integer.MAX_VALUE);
    }

    long number(String text, String what, long least, long most) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw error(what + " is " + text + ", which is no whole number", e);
        }
        if (value < least || value > most) {
            throw error(what + " is " + text + ", which is not between " + least + " and " + most);
        }
        return value;
    }

    /** A decimal of 0 or more, times {@code unit}, rounded to the nearest whole number. */
    long scaled(String text, String what, long unit) {
        BigDecimal value;
        try {
            value = new BigDecimal(text).multiply(BigDecimal.valueOf(unit));
        } catch (NumberFormatException e) {
            throw error(what + " is " + text + ", which is no number", e);
        }
        if (value.signum() < 0) {
            throw error(what + " is " + text + ", which is below 0");
        }
        // Looked at before it is written out: 1e999999999 has a billion digits, as has the divisor
        // that rounds 1e-999999999.
        long digits = value.precision() - (long) value.scale();
        if (digits > DIGITS) {
            throw error(what + " is " + text + ", which is too much");
        }
        if (digits < 0) {
            return 0;
        }
        return value.setScale(0, RoundingMode.HALF_EVEN).longValueExact();
    }

    /** The problem that {@code cause} tells of, at this line. */
    FormatException error(IllegalArgumentException cause) {
        return error(String.valueOf(cause.getMessage()), cause);
    }

    FormatException error(String problem) {
        return error(problem, null);
    }

    FormatException error(String problem, @Nullable Throwable cause) {
        return new FormatException(source, Integer.toString(line), problem, cause);
    }
}
