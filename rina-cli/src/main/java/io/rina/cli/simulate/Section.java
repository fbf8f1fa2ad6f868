package io.rina.cli.simulate;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A map in the settings, perhaps an empty one. What is wrong in it is said with file, line, path. */
final class Section {
    private final Settings settings;
    private final String path;
    private final ObjectNode map;

    Section(Settings settings, String path, ObjectNode map) {
        this.settings = settings;
        this.path = path;
        this.map = map;
    }

    /** Throws InputException for any other key. */
    Section only(String... known) {
        List<String> keys = List.of(known);
        for (String key : map.propertyNames()) {
            if (!keys.contains(key)) {
                throw wrong(
                        key,
                        "there is no such key here" + Closest.hint(key, keys) + " (keys here: "
                                + String.join(", ", keys) + ")");
            }
        }
        return this;
    }

    /** Those that are there, where the file gives names of its own. */
    List<String> keys() {
        return List.copyOf(map.propertyNames());
    }

    boolean has(String key) {
        JsonNode value = map.get(key);
        return value != null && !value.isNull();
    }

    Section section(String key) {
        JsonNode value = map.get(key);
        if (value == null || value.isNull()) {
            return new Section(settings, pathOf(key), JsonNodeFactory.instance.objectNode());
        }
        if (value instanceof ObjectNode inner) {
            return new Section(settings, pathOf(key), inner);
        }
        throw wrong(key, "must be a map of keys and values, not '" + Settings.display(value) + "'");
    }

    <T> T value(String key, T otherwise, Function<String, T> parse) {
        String given = text(key);
        return given == null ? otherwise : check(key, () -> parse.apply(given));
    }

    /** {@code example} says what to write. */
    <T> T required(String key, String example, Function<String, T> parse) {
        String given = text(key);
        if (given == null) {
            throw wrong("", "the key " + key + " is missing; write " + example);
        }
        return check(key, () -> parse.apply(given));
    }

    /** Runs {@code made}, whose exceptions are then about {@code key}. */
    <T> T check(String key, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw wrong(key, String.valueOf(e.getMessage()));
        }
    }

    /** Runs {@code made}, which reads from the settings; what has no place yet is about this map. */
    <T> T whole(Supplier<T> made) {
        try {
            return made.get();
        } catch (InputException e) {
            throw e;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw wrong("", String.valueOf(e.getMessage()));
        }
    }

    /** The values of a list, or null where there is no list. */
    @Nullable
    List<String> list(String key) {
        JsonNode value = map.get(key);
        if (value == null || !value.isArray()) {
            return null;
        }
        List<String> values = new ArrayList<>();
        for (JsonNode element : value) {
            values.add(element.asString());
        }
        return values;
    }

    private @Nullable String text(String key) {
        JsonNode value = map.get(key);
        if (value == null || value.isNull()) {
            return null;
        }
        if (value.isContainer()) {
            throw wrong(key, "must be one value, not a list or map");
        }
        return value.asString().strip();
    }

    InputException wrong(String key, String what) {
        return settings.wrong(key.isEmpty() ? path : pathOf(key), what);
    }

    private String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
