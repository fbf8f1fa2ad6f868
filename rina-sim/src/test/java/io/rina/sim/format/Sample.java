package io.rina.sim.format;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The sample files beside the tests, whole and spoilt. */
final class Sample {
    private Sample() {}

    static String text(String name) {
        try (var in = Sample.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no sample " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Reader reader(String name) {
        return new StringReader(text(name));
    }

    /**
     * With {@code part}, which must be there, replaced; "\n" in the replacement breaks the line.
     */
    static Reader spoilt(String name, String part, String replacement) {
        String text = text(name);
        if (!text.contains(part)) {
            throw new IllegalArgumentException(name + " does not contain " + part);
        }
        return new StringReader(text.replace(part, replacement.replace("\\n", "\n")));
    }
}
