package io.rina.cli.yaml;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The text of a file for people: gives it as records or as a tree, and says where in it something is wrong. */
public final class YamlText {
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

    /**
     * Throws InputException where {@code text} is not YAML.
     *
     * @param source the file, for errors
     * @param kind of file, such as "cluster file"
     */
    public YamlText(String source, String kind, String text) {
        this.source = source;
        this.text = text;
        try (JsonParser parser = MAPPER.createParser(text)) {
            places = Places.of(parser);
        } catch (JacksonException e) {
            throw new InputException(syntax(e), e);
        }
        if (places.documents() > 1) {
            throw new InputException(source + " has " + places.documents()
                    + " documents, with --- between them; a " + kind + " is one");
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

    /** Reads a file as text. */
    public static YamlText read(Path file, String kind) {
        if (file.toString().isEmpty()) {
            throw new InputException("the name of the " + kind + " is empty; name a file");
        }
        if (Files.isDirectory(file)) {
            throw new InputException(file + " is a folder; name the " + kind + " in it");
        }
        try {
            return new YamlText(file.toString(), kind, Files.readString(file));
        } catch (IOException e) {
            throw new InputException(
                    "cannot read the " + kind + " " + file + ": " + ReadFault.of(e) + " (looked in "
                            + Path.of("").toAbsolutePath() + ")",
                    e);
        }
    }

    /** What must stand somewhere, for a list or map in the wrong place. */
    public interface Shapes {
        /** @param key the last of a path, as in racks[] */
        String wanted(String key, String found);
    }

    /** Throws InputException for an unknown key, or a list or map in the wrong place. */
    public <T> T bind(Class<T> type, Shapes shapes) {
        try {
            T yaml = MAPPER.readValue(text, type);
            if (yaml == null) {
                throw new InputException(source + " is empty; " + shapes.wanted("", ""));
            }
            return yaml;
        } catch (UnrecognizedPropertyException e) {
            throw unknownKey(e);
        } catch (DatabindException e) {
            String path = path(e);
            String key = path.replaceAll(".*\\.", "").replaceAll("\\[\\d+]", "[]");
            throw wrong(path, shapes.wanted(key, found(path)), e);
        }
    }

    /** The whole text; throws InputException where it is no map. */
    public ObjectNode tree() {
        if (MAPPER.readTree(text) instanceof ObjectNode map) {
            return map;
        }
        throw new InputException(source + " must be a map of keys and values");
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

    /** ", not 'it'", or nothing where it is no single value. */
    public String found(String path) {
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

    /** "cluster.yaml:14: racks[1].hosts[0].port: " and {@code what}. */
    public InputException wrong(String path, String what) {
        return wrong(path, what, null);
    }

    public InputException wrong(String path, String what, @Nullable Throwable cause) {
        int line = places.line(path);
        String where = source + (line > 0 ? ":" + line : "") + ": ";
        String message = where + (path.isEmpty() ? "" : path + ": ") + what;
        return cause == null ? new InputException(message) : new InputException(message, cause);
    }

    /** The line of {@code path}, for a message about another place. */
    public int line(String path) {
        return places.line(path);
    }
}
