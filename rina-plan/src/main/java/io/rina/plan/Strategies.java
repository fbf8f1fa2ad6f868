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

    /**
     * The strategy called {@code name}, or {@code ps:S} and {@code atp:S} for S parameter servers in
     * place of one on every host. Throws IllegalArgumentException, naming those there are, for any
     * other name.
     */
    public static Strategy named(String name) {
        Strategy strategy = BY_NAME.get(name);
        if (strategy != null) {
            return strategy;
        }
        if (name.matches("(ps|atp):[1-9]\\d{0,8}")) {
            Servers servers = new Servers(Integer.parseInt(name.substring(name.indexOf(':') + 1)));
            return name.startsWith("ps") ? new ParameterServer(servers) : new Atp(servers);
        }
        throw new IllegalArgumentException("no strategy is called '" + name + "'; there are "
                + String.join(", ", BY_NAME.keySet()));
    }
}
