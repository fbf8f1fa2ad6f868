package io.rina.cli.simulate;

import io.rina.cli.input.InputException;
import io.rina.cli.yaml.YamlText;
import io.rina.sim.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * A scenario file: one scenario, or one for each point of the grid under {@code sweep:}.
 *
 * @param settings what all points have, by path
 * @param keys that the points differ in, in the order of the file
 */
public record ScenarioFile(
        String name, Map<String, String> settings, List<String> keys, List<Point> points) {
    static final String KIND = "scenario file";
    private static final int MOST_POINTS = 10_000;

    /** A scenario, and the values of the keys that it differs from others in. */
    public record Point(List<String> values, Scenario scenario) {}

    /** {@code overrides}, by path, take the place of what the file says, sweeps included. */
    public static ScenarioFile read(Path file, Map<String, String> overrides) {
        YamlText text = YamlText.read(file, KIND);
        ObjectNode tree = text.tree();
        Map<String, List<JsonNode>> sweep = sweep(text, tree.remove("sweep"));
        Settings settings = new Settings(text, tree);
        overrides.forEach((path, value) -> {
            sweep.remove(path);
            settings.set(path, StringNode.valueOf(value), "--set " + path);
        });
        boolean hasPackets = sweep.getOrDefault("mode", List.of()).stream()
                .anyMatch(mode -> mode.asString().equals("packets"));
        ScenarioReader reader = new ScenarioReader(file, hasPackets);
        List<Point> points = new ArrayList<>();
        addPoints(settings, List.copyOf(sweep.keySet()), sweep, List.of(), reader, points);
        String name = settings.root()
                .value(
                        "name",
                        String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", ""),
                        given -> given);
        return new ScenarioFile(name, settings.flat(), List.copyOf(sweep.keySet()), points);
    }

    private static Map<String, List<JsonNode>> sweep(YamlText text, JsonNode given) {
        Map<String, List<JsonNode>> sweep = new LinkedHashMap<>();
        if (given == null || given.isNull()) {
            return sweep;
        }
        if (!(given instanceof ObjectNode map)) {
            throw text.wrong("sweep", "must be a map, as in strategy: [ring, rina]");
        }
        long points = 1;
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
            String path = "sweep." + entry.getKey();
            if (!entry.getValue().isArray() || entry.getValue().isEmpty()) {
                throw text.wrong(path, "must be a list of values, as in [ring, rina]");
            }
            List<JsonNode> values = new ArrayList<>();
            entry.getValue().forEach(values::add);
            sweep.put(entry.getKey(), values);
            points *= values.size();
            if (points > MOST_POINTS) {
                throw text.wrong(path, "makes more than " + MOST_POINTS + " points of the grid");
            }
        }
        return sweep;
    }

    private static void addPoints(
            Settings settings,
            List<String> keys,
            Map<String, List<JsonNode>> sweep,
            List<String> chosen,
            ScenarioReader reader,
            List<Point> points) {
        if (chosen.size() == keys.size()) {
            points.add(new Point(chosen, reader.read(settings.root())));
            return;
        }
        String key = keys.get(chosen.size());
        List<JsonNode> values = sweep.getOrDefault(key, List.of());
        for (int i = 0; i < values.size(); i++) {
            Settings one = settings.copy();
            one.set(key, values.get(i), "sweep." + key + "[" + i + "]");
            List<String> longer = new ArrayList<>(chosen);
            longer.add(Settings.display(values.get(i)));
            addPoints(one, keys, sweep, List.copyOf(longer), reader, points);
        }
    }

    /** The points whose keys have one of the values given for them; other keys may have any. */
    public ScenarioFile keep(Map<String, List<String>> kept) {
        return new ScenarioFile(
                name,
                settings,
                keys,
                points.stream().filter(point -> isKept(point, kept)).toList());
    }

    private boolean isKept(Point point, Map<String, List<String>> kept) {
        for (int i = 0; i < keys.size(); i++) {
            List<String> values = kept.get(keys.get(i));
            if (values != null && !values.contains(point.values().get(i))) {
                return false;
            }
        }
        return true;
    }

    public List<Scenario> scenarios() {
        return points.stream().map(Point::scenario).toList();
    }

    /** The file with point {@code number} alone, counted from 1. */
    ScenarioFile only(int number) {
        if (number < 1 || number > points.size()) {
            throw new InputException("--point: there is no point " + number + "; the file has "
                    + points.size() + ", counted from 1");
        }
        return new ScenarioFile(name, settings, keys, List.of(points.get(number - 1)));
    }
}
