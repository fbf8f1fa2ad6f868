package io.rina.cli.cluster;

import io.rina.cli.input.InputException;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which racks aggregate, in one word: "none", "all", or names separated by commas. */
final class InaRacks {
    private InaRacks() {}

    /** Throws InputException, naming every unknown rack and those there are. */
    static Set<String> parse(String text, List<String> racks) {
        return switch (text) {
            case "none" -> Set.of();
            case "all" -> new LinkedHashSet<>(racks);
            default -> parseNames(text, racks);
        };
    }

    private static Set<String> parseNames(String text, List<String> racks) {
        Set<String> named = new LinkedHashSet<>();
        List<String> unknown = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (racks.contains(name)) {
                named.add(name);
            } else {
                unknown.add("'" + name + "'");
            }
        }
        if (!unknown.isEmpty()) {
            throw new InputException("there is no rack " + String.join(", ", unknown)
                    + "; write none, all, or some of " + String.join(",", racks));
        }
        return named;
    }
}
