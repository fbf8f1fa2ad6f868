package io.rina.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The strategies there are, by name. */
public final class Strategies {
    private static final Map<String, Strategy> BY_NAME = byName();

    private Strategies() {}

    private static Map<String, Strategy> byName() {
        Map<String, Strategy> map = new LinkedHashMap<>();
        for (Strategy strategy : List.of(
                new Rina(),
                new StripedRina(),
                new RinaHops(),
                new Ring(),
                new SwitchMl(),
                new ParameterServer(),
                new Atp(),
                new HierarchicalRing(),
                new HalvingDoubling(),
                new DoubleBinaryTree())) {
            map.put(strategy.name(), strategy);
        }
        return map;
    }

    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** Throws IllegalArgumentException, naming those there are, for any other name. */
    public static Strategy named(String name) {
        Strategy strategy = BY_NAME.get(name);
        if (strategy == null) {
            throw new IllegalArgumentException("no strategy is called '" + name + "'; there are "
                    + String.join(", ", BY_NAME.keySet()));
        }
        return strategy;
    }
}
