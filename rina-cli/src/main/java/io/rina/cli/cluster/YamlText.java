package io.rina.cli.cluster;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The text of a cluster file: gives it as records, and says where in it something is wrong. */
final class YamlText {
    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** How jackson-core says that a key was there before. */
    private static final Pattern TWICE = Pattern.compile("^Duplicate Object property \"(.*)\"");

    private final String source;
    private final String text;
    private final Places places;

    /** Throws InputException where {@code text} is not YAML. */
    YamlText(String source, String text) {
        this.source = source;
        this.text = text;
        try (JsonParser parser = MAPPER.createParser(text)) {
            places = Places.of(parser);
        } catch (JacksonException e) {
            throw new InputException(syntax(e), e);
        }
        if (places.documents() > 1) {
            throw new InputException(source + " has " + places.documents()
                    + " documents, with --- between them; a cluster file is one");
        }
    }

    private String syntax(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String where = at == null || at.getLineNr() < 1
                ? source
                : source + ":" + at.getLineNr() + ":" + at.getColumnNr();
        String what = String.valueOf(e.getOriginalMessage());
        Matcher twice = TWICE.matcher(what);
        return twice.find()
                ? where + ": the key " + twice.group(1) + " is there twice; keep one of the two"
                : where + ": not valid YAML: " + problem(what)
                        + "; check the indentation here and on the line before";
    }

    /** snakeyaml's message without the lines that repeat where it is and quote the file. */
    private static String problem(String message) {
        return message.lines()
                .filter(line -> !line.startsWith(" "))
                .collect(Collectors.joining(", "));
    }

    /** Throws InputException for an unknown key, or a list or map in the wrong place. */
    ClusterYaml read() {
        try {
            ClusterYaml yaml = MAPPER.readValue(text, ClusterYaml.class);
            if (yaml == null) {
                throw new InputException(source + " is empty; " + seeExample());
            }
            return yaml;
        } catch (UnrecognizedPropertyException e) {
            throw unknownKey(e);
        } catch (DatabindException e) {
            String path = path(e);
            throw wrong(path, shape(path), e);
        }
    }

    private InputException unknownKey(UnrecognizedPropertyException e) {
        List<String> known =
                e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
        String path = path(e);
        return wrong(
                path,
                "there is no such key" + set(path)
                        + Closest.hint(e.getPropertyName(), known)
                        + " (keys here: " + String.join(", ", known) + ")",
                e);
    }

    private String set(String path) {
        String value = places.value(path);
        return value.isEmpty() ? "" : " (set to '" + value + "')";
    }

    private String shape(String path) {
        String key = path.replaceAll(".*\\.", "");
        return switch (key.replaceAll("\\[\\d+]", "[]")) {
            case "" -> "must be a map with racks in it" + found(path) + "; " + seeExample();
            case "racks", "hosts" ->
                "must be a list, each entry behind a '- '" + found(path) + "; " + seeExample();
            case "racks[]", "hosts[]" ->
                "must be a map that starts with name: ..." + found(path) + "; " + seeExample();
            case "timeouts" -> "must be a map of join and operation" + found(path);
            case "costs" -> "must be a map of hostRate, uplinkRate and others" + found(path);
            default -> "must be one value, not a list or map";
        };
    }

    private String found(String path) {
        String value = places.value(path);
        return value.isEmpty() ? "" : ", not '" + value + "'";
    }

    private static String path(DatabindException e) {
        return e.getPath().stream()
                .map(step -> step.getIndex() >= 0
                        ? "[" + step.getIndex() + "]"
                        : "." + step.getPropertyName())
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
    }

    static String seeExample() {
        return "examples/two-racks.yaml shows how";
    }

    /** "cluster.yaml:14: racks[1].hosts[0].port: " and {@code what}. */
    InputException wrong(String path, String what) {
        return wrong(path, what, null);
    }

    InputException wrong(String path, String what, @Nullable Throwable cause) {
        int line = places.line(path);
        String where = source + (line > 0 ? ":" + line : "") + ": ";
        String message = where + (path.isEmpty() ? "" : path + ": ") + what;
        return cause == null ? new InputException(message) : new InputException(message, cause);
    }

    /** The line of {@code path}, for a message about another place. */
    int line(String path) {
        return places.line(path);
    }
}
