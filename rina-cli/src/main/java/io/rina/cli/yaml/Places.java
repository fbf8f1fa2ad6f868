package io.rina.cli.yaml;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;

/**
 * Where each key of a YAML text stands, and what it is set to: data binding forgets both, and an
 * error message needs both. A path is written {@code racks[1].hosts[0].port}.
 */
final class Places {
    private record Place(int line, String value) {}

    private final Map<String, Place> byPath = new HashMap<>();
    private int documents;

    /** Reads {@code parser} to its end. */
    static Places of(JsonParser parser) {
        Places places = new Places();
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            places.note(parser, token);
        }
        return places;
    }

    private void note(JsonParser parser, JsonToken token) {
        TokenStreamContext context = parser.streamReadContext();
        boolean begins = token.isStructStart();
        if (begins ? context.getParent().inRoot() : context.inRoot() && token.isScalarValue()) {
            documents++;
        }
        String path = path(context);
        int line = parser.currentTokenLocation().getLineNr();
        if (token.isScalarValue()) {
            byPath.merge(
                    path,
                    new Place(line, parser.getString()),
                    // The name came first, and its line is the better one: a text may be long.
                    (name, scalar) -> new Place(name.line, scalar.value));
        } else if (!token.isStructEnd()) {
            // Inside an object that has just begun, there is no name yet and the path is its own.
            byPath.putIfAbsent(path, new Place(line, ""));
        }
    }

    static String path(TokenStreamContext context) {
        TokenStreamContext parent = context.getParent();
        if (parent == null) {
            return "";
        }
        if (context.inArray()) {
            String own = path(parent);
            return context.hasCurrentIndex() ? own + "[" + context.getCurrentIndex() + "]" : own;
        }
        String own = context.currentName();
        return own == null ? path(parent) : join(path(parent), own);
    }

    static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** The line of {@code path}, or of the nearest thing around it; 0 where there is none. */
    int line(String path) {
        for (String at = path; !at.isEmpty(); at = around(at)) {
            Place place = byPath.get(at);
            if (place != null) {
                return place.line;
            }
        }
        return 0;
    }

    /** How many documents the text has. */
    int documents() {
        return documents;
    }

    /** What {@code path} is set to; empty for lists, maps and what is not there. */
    String value(String path) {
        Place place = byPath.get(path);
        return place == null ? "" : place.value;
    }

    private static String around(String path) {
        return path.substring(
                0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
    }
}
