package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.engine.WindowPolicy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A scenario as one line of key=value words. */
final class ScenarioLine {
    private static final String AGGREGATES = "ina";
    private static final String ORDINARY = "plain";

    private final Map<String, String> words;

    private ScenarioLine(Map<String, String> words) {
        this.words = words;
    }

    static String print(Scenario scenario) {
        Limits limits = scenario.limits();
        Timing timing = scenario.timing();
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("seed", scenario.seed());
        if (scenario.numberSeed() != scenario.seed()) {
            words.put("numbers", scenario.numberSeed());
        }
        words.put("strategy", scenario.strategy());
        if (!scenario.second().isEmpty()) {
            words.put("second", scenario.second());
        }
        words.put("racks", join(scenario.cluster().racks()));
        words.put("core", scenario.cluster().coreAggregates() ? AGGREGATES : ORDINARY);
        words.put("operations", join(scenario.operations()));
        words.put("block", limits.blockElements());
        words.put("fragment", limits.fragmentElements());
        words.put("pool", limits.pool());
        words.put("span", limits.creditSpan());
        words.put("initialRtoNs", limits.initialRtoNs());
        words.put("minRtoNs", limits.minRtoNs());
        words.put("maxRtoNs", limits.maxRtoNs());
        words.put("window", limits.windowPolicy());
        words.put("relay", scenario.relaySlots());
        for (Fault fault : Fault.values()) {
            words.put(fault.key(), scenario.faults().level(fault));
        }
        words.put("thinkNs", timing.thinkNs());
        words.put("healNs", timing.healNs());
        words.put("lagNs", timing.lagNs());
        words.put("queue", timing.queueFrames());
        return words.entrySet().stream()
                .map(word -> word.getKey() + "=" + word.getValue())
                .collect(Collectors.joining(" "));
    }

    private static String join(List<?> items) {
        return items.stream().map(Object::toString).collect(Collectors.joining(","));
    }

    static Scenario parse(String line) {
        ScenarioLine read = new ScenarioLine(split(line));
        long seed = read.number("seed", 1);
        Scenario scenario = new Scenario(
                seed,
                read.number("numbers", seed),
                read.take("strategy", "rina"),
                read.take("second", ""),
                new Cluster(read.list("racks", "2,2", RackShape::parse), read.coreAggregates()),
                read.list("operations", "sum:16", OperationShape::parse),
                read.limits(),
                read.integer("relay", 0),
                read.faults(),
                read.timing());
        if (!read.words.isEmpty()) {
            throw new IllegalArgumentException("unknown words in the scenario: "
                    + String.join(", ", read.words.keySet()) + "; the known ones are in '"
                    + print(scenario) + "'");
        }
        scenario.program(); // Throws where a strategy is unknown, or does not serve the racks.
        return scenario;
    }

    private static Map<String, String> split(String line) {
        Map<String, String> words = new LinkedHashMap<>();
        for (String word : line.strip().split("\\s+")) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "'" + word + "' is not of the form key=value, in '" + line + "'");
            }
            if (words.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw new IllegalArgumentException(
                        "'" + word.substring(0, equals) + "' is given twice, in '" + line + "'");
            }
        }
        return words;
    }

    private boolean coreAggregates() {
        String core = take("core", ORDINARY);
        if (!core.equals(AGGREGATES) && !core.equals(ORDINARY)) {
            throw new IllegalArgumentException(
                    "a core is " + ORDINARY + " or " + AGGREGATES + ", not '" + core + "'");
        }
        return core.equals(AGGREGATES);
    }

    private Limits limits() {
        int block = integer("block", 4);
        return new Limits(
                block,
                integer("fragment", block),
                integer("pool", 4),
                integer("span", 4),
                number("initialRtoNs", 200_000),
                number("minRtoNs", 100_000),
                number("maxRtoNs", 2_000_000),
                WindowPolicy.named(take("window", "fixed")));
    }

    private Faults faults() {
        Faults faults = Faults.none();
        for (Fault fault : Fault.values()) {
            faults = faults.with(fault, integer(fault.key(), 0));
        }
        return faults;
    }

    private Timing timing() {
        Timing plain = Timing.plain();
        return new Timing(
                number("thinkNs", plain.thinkNs()),
                number("healNs", plain.healNs()),
                number("lagNs", plain.lagNs()),
                integer("queue", plain.queueFrames()));
    }

    private String take(String key, String otherwise) {
        String value = words.remove(key);
        return value == null ? otherwise : value;
    }

    private long number(String key, long otherwise) {
        String value = take(key, Long.toString(otherwise));
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + value + "' is no number, in " + key, e);
        }
    }

    private int integer(String key, int otherwise) {
        return Math.toIntExact(number(key, otherwise));
    }

    private <T> List<T> list(String key, String otherwise, Function<String, T> parse) {
        List<T> items = new ArrayList<>();
        for (String item : take(key, otherwise).split(",")) {
            try {
                items.add(parse.apply(item));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("'" + item + "' has no number, in " + key, e);
            }
        }
        return items;
    }
}
