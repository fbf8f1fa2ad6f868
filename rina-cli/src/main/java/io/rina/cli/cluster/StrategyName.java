package io.rina.cli.cluster;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import io.rina.plan.Strategies;

import java.util.List;

/** A strategy by the name that the user gave it. */
final class StrategyName {
    private StrategyName() {}

    static String check(String name) {
        List<String> known = Strategies.names();
        if (!known.contains(name)) {
            String hint = Closest.hint(name, known);
            throw new InputException("no strategy is called '" + name + "'"
                    + (hint.isEmpty() ? "; there are " : hint + " There are ")
                    + String.join(", ", known));
        }
        return name;
    }
}
