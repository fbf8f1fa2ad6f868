package io.rina.cli.run;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Events to lines and back. */
final class EventLines {
    private final JsonMapper mapper = new JsonMapper();

    /** Writes one event; lines of several threads do not mix. */
    void write(PrintStream out, Event event) {
        String line = mapper.writerFor(Event.class).writeValueAsString(event);
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    /** The event of a line, or null for a line that is none: a library's chatter, say. */
    @Nullable
    Event read(String line) {
        if (!line.startsWith("{\"event\"")) {
            return null;
        }
        try {
            return mapper.readValue(line, Event.class);
        } catch (JacksonException e) {
            // Cut off: the process was ended while it wrote.
            return null;
        }
    }
}
