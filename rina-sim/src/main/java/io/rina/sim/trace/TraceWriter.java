package io.rina.sim.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Writes events one by one in the Trace Event Format, the JSON that Perfetto and chrome://tracing
 * read ("Trace Event Format", Google,
 * docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU). Its processes and
 * threads are sections and tracks here, its times microseconds; the readers sort by time
 * themselves. What the stream throws is thrown on unchecked.
 */
final class TraceWriter implements AutoCloseable {
    private static final int FLUSH_BYTES = 1 << 16;
    private static final long PS_PER_US = 1_000_000;

    private final OutputStream out;
    private byte[] buffer = new byte[2 * FLUSH_BYTES];
    private int length;
    private boolean isFirst = true;
    private boolean hasArguments;

    TraceWriter(OutputStream out) {
        this.out = out;
        ascii("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    }

    void nameSection(int section, String name) {
        begin('M', "process_name", section, 0);
        text("name", name);
        end();
        begin('M', "process_sort_index", section, 0);
        number("sort_index", section);
        end();
    }

    void nameTrack(int section, int track, String name) {
        begin('M', "thread_name", section, track);
        text("name", name);
        end();
        begin('M', "thread_sort_index", section, track);
        number("sort_index", track);
        end();
    }

    /** Begins something that lasted; add arguments, then {@link #end}. */
    TraceWriter slice(int section, int track, String name, long startPs, long endPs) {
        begin('X', name, section, track);
        ascii(",\"ts\":");
        microseconds(startPs);
        ascii(",\"dur\":");
        microseconds(endPs - startPs);
        return this;
    }

    /** Begins something that took no time; add arguments, then {@link #end}. */
    TraceWriter instant(int section, int track, String name, long atPs) {
        begin('i', name, section, track);
        ascii(",\"ts\":");
        microseconds(atPs);
        ascii(",\"s\":\"t\"");
        return this;
    }

    /**
     * A value that holds from {@code atPs} on; counters of a section are told apart by their
     * names.
     */
    void counter(int section, String name, long atPs, long value) {
        begin('C', name, section, 0);
        ascii(",\"ts\":");
        microseconds(atPs);
        number("value", value);
        end();
    }

    private void begin(char phase, String name, int section, int track) {
        ascii(isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"");
        isFirst = false;
        one(phase);
        ascii("\",\"name\":");
        quoted(name);
        ascii(",\"pid\":");
        decimal(section);
        ascii(",\"tid\":");
        decimal(track);
    }

    TraceWriter number(String key, long value) {
        argument(key);
        decimal(value);
        return this;
    }

    TraceWriter text(String key, String value) {
        argument(key);
        quoted(value);
        return this;
    }

    private void argument(String key) {
        ascii(hasArguments ? "," : ",\"args\":{");
        hasArguments = true;
        quoted(key);
        one(':');
    }

    void end() {
        ascii(hasArguments ? "}}" : "}");
        hasArguments = false;
        if (length >= FLUSH_BYTES) {
            flush();
        }
    }

    /** Exact: six digits of a microsecond are picoseconds. */
    private void microseconds(long ps) {
        decimal(ps / PS_PER_US);
        long rest = ps % PS_PER_US;
        if (rest != 0) {
            one('.');
            for (long unit = PS_PER_US / 10; rest != 0; unit /= 10) {
                one((char) ('0' + rest / unit));
                rest %= unit;
            }
        }
    }

    private void decimal(long value) {
        ascii(Long.toString(value));
    }

    private void quoted(String text) {
        one('"');
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b == '"' || b == '\\') {
                one('\\');
                one((char) b);
            } else if (b >= 0 && b < ' ') {
                ascii(String.format(Locale.ROOT, "\\u%04x", (int) b));
            } else {
                one((char) b);
            }
        }
        one('"');
    }

    private void ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            one(text.charAt(i));
        }
    }

    private void one(char c) {
        if (length == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * length);
        }
        buffer[length++] = (byte) c;
    }

    private void flush() {
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        length = 0;
    }

    /** Ends the file; without it the file is no JSON. */
    @Override
    public void close() {
        ascii("\n]}\n");
        flush();
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
