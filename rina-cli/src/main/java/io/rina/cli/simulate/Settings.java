package io.rina.cli.simulate;

import io.rina.cli.input.InputException;
import io.rina.cli.yaml.YamlText;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keys and values of one scenario: those of the file, some of them set otherwise by a sweep or
 * on the command line. Knows where each value came from.
 */
final class Settings {
    private final YamlText text;
    private final ObjectNode tree;
    /** By path: what to say in place of it. */
    private final Map<String, String> origins = new LinkedHashMap<>();

    Settings(YamlText text, ObjectNode tree) {
        this.text = text;
        this.tree = tree;
    }

    Settings copy() {
        Settings copy = new Settings(text, tree.deepCopy());
        copy.origins.putAll(origins);
        return copy;
    }

    /**
     * Sets {@code path}, such as ina.switches.
     *
     * @param origin what set it, as a path in the file or the name of an option
     */
    void set(String path, JsonNode value, String origin) {
        String[] keys = path.split("\\.", -1);
        ObjectNode at = tree;
        for (int i = 0; i + 1 < keys.length; i++) {
            JsonNode next = at.get(keys[i]);
            if (next == null || next.isNull()) {
                at = at.putObject(keys[i]);
            } else if (next instanceof ObjectNode map) {
                at = map;
            } else {
                throw wrong(origin, path + " cannot be set, since " + keys[i] + " is no map");
            }
        }
        at.set(keys[keys.length - 1], value);
        origins.put(path, origin);
    }

    Section root() {
        return new Section(this, "", tree);
    }

    /** Every value by its path, as the file has them. */
    Map<String, String> flat() {
        Map<String, String> flat = new LinkedHashMap<>();
        flatten("", tree, flat);
        return flat;
    }

    private static void flatten(String path, ObjectNode map, Map<String, String> flat) {
        map.properties().forEach(entry -> {
            String at = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
            if (entry.getValue() instanceof ObjectNode inner) {
                flatten(at, inner, flat);
            } else {
                flat.put(at, display(entry.getValue()));
            }
        });
    }

    /** A value for people: a list is its values in brackets. */
    static String display(JsonNode value) {
        return value.isContainer() ? value.toString().replace("\"", "") : value.asString();
    }

    InputException wrong(String path, String what) {
        return text.wrong(origins.getOrDefault(path, path), what);
    }
}
