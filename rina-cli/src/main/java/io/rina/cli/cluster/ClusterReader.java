package io.rina.cli.cluster;

import io.rina.cli.cluster.ClusterFile.ClusterRack;
import io.rina.cli.cluster.ClusterFile.Timeouts;
import io.rina.cli.cluster.ClusterYaml.TimeoutsYaml;
import io.rina.cli.input.Durations;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.cli.yaml.YamlText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns the text of a cluster file into a checked {@link ClusterFile}. */
final class ClusterReader {
    static final String EXAMPLE = "examples/two-racks.yaml shows how";
    private static final String KIND = "cluster file";

    private final Path file;
    private final YamlText text;

    private ClusterReader(Path file, YamlText text) {
        this.file = file;
        this.text = text;
    }

    static ClusterFile read(Path file) {
        return check(file, YamlText.read(file, KIND));
    }

    /** {@code file} is named in errors, and paths in {@code contents} start from its folder. */
    static ClusterFile parse(Path file, String contents) {
        return check(file, new YamlText(file.toString(), KIND, contents));
    }

    private static ClusterFile check(Path file, YamlText text) {
        return new ClusterReader(file, text)
                .check(text.bind(ClusterYaml.class, ClusterReader::wanted));
    }

    private static String wanted(String key, String found) {
        return switch (key) {
            case "" -> "must be a map with racks in it" + found + "; " + EXAMPLE;
            case "racks", "hosts" ->
                "must be a list, each entry behind a '- '" + found + "; " + EXAMPLE;
            case "racks[]", "hosts[]" ->
                "must be a map that starts with name: ..." + found + "; " + EXAMPLE;
            case "timeouts" -> "must be a map of join, operation and silence" + found;
            case "costs" -> "must be a map of hostRate, uplinkRate and others" + found;
            default -> "must be one value, not a list or map";
        };
    }

    private ClusterFile check(ClusterYaml yaml) {
        RackReader reader = new RackReader(text);
        List<ClusterRack> racks = reader.read(yaml.racks());
        return new ClusterFile(
                yaml.name() == null ? nameOfFile() : yaml.name(),
                jobKey(yaml),
                coordinator(yaml, racks),
                value(
                        "strategy",
                        yaml.strategy(),
                        ClusterFile.DEFAULT_STRATEGY,
                        StrategyName::check),
                value(
                        "mtu",
                        yaml.mtu(),
                        ClusterFile.DEFAULT_MTU,
                        number -> number(number, ClusterFile.MIN_MTU, ClusterFile.MAX_MTU)),
                value(
                        "pool",
                        yaml.pool(),
                        ClusterFile.DEFAULT_POOL,
                        number -> number(number, 1, 1 << 16)),
                value(
                        "gsoSegments",
                        yaml.gsoSegments(),
                        ClusterFile.DEFAULT_GSO_SEGMENTS,
                        number -> number(number, 1, ClusterFile.DEFAULT_GSO_SEGMENTS)),
                timeouts(yaml.timeouts()),
                reader.core(yaml.core(), racks),
                new CostsReader(text).read(yaml.costs(), isLocal(racks)),
                racks);
    }

    private String nameOfFile() {
        return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    private JobKey jobKey(ClusterYaml yaml) {
        String key = yaml.jobKey();
        String keyFile = yaml.jobKeyFile();
        if (key != null && keyFile != null) {
            throw text.wrong("jobKeyFile", "jobKey is there as well; keep one of the two");
        }
        if (keyFile != null) {
            return JobKey.in(file.resolveSibling(keyFile));
        }
        if (key == null) {
            throw text.wrong(
                    "",
                    "a secret is missing; write jobKey: and any text that others do not know, or"
                            + " jobKeyFile: and the name of a file that holds it");
        }
        if (key.isBlank()) {
            throw text.wrong("jobKey", "is empty; write any text that others do not know");
        }
        return value(text, "jobKey", key, JobKey::of);
    }

    private HostPort coordinator(ClusterYaml yaml, List<ClusterRack> racks) {
        String given = yaml.coordinator();
        if (given != null) {
            return value(text, "coordinator", given, HostPort::parse);
        }
        if (!isLocal(racks)) {
            throw text.wrong(
                    "",
                    "coordinator is missing; write coordinator: and the host:port where all"
                            + " processes are to meet (only where all hosts have loopback addresses"
                            + " is it " + LocalCluster.ANY_PORT + " by itself)");
        }
        return LocalCluster.ANY_PORT;
    }

    private static boolean isLocal(List<ClusterRack> racks) {
        return racks.stream()
                .flatMap(rack -> rack.hosts().stream())
                .allMatch(host -> host.address().isLoopback());
    }

    private Timeouts timeouts(@Nullable TimeoutsYaml yaml) {
        if (yaml == null) {
            return Timeouts.DEFAULT;
        }
        return new Timeouts(
                duration("timeouts.join", yaml.join(), Timeouts.DEFAULT.join()),
                duration("timeouts.operation", yaml.operation(), Timeouts.DEFAULT.operation()),
                duration("timeouts.silence", yaml.silence(), Timeouts.DEFAULT.silence()));
    }

    private Duration duration(String path, @Nullable String given, Duration otherwise) {
        return value(path, given, otherwise, Durations::parse);
    }

    private <T> T value(
            String path, @Nullable String given, T otherwise, Function<String, T> parse) {
        return given == null ? otherwise : value(text, path, given, parse);
    }

    /** Parses {@code given}; what is wrong with it is said with file, line and path. */
    static <T> T value(YamlText text, String path, String given, Function<String, T> parse) {
        try {
            return parse.apply(given.strip());
        } catch (InputException e) {
            throw text.wrong(path, String.valueOf(e.getMessage()), e);
        }
    }

    static int number(String given, int least, int most) {
        if (given.matches("\\d{1,9}")) {
            int number = Integer.parseInt(given);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw new InputException(
                "'" + given + "' is not a whole number from " + least + " to " + most);
    }
}
