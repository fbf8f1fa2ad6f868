package io.rina.cli.cluster;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import io.rina.plan.Strategies;
import io.rina.plan.time.Selection;

import java.util.ArrayList;
import java.util.List;

/** A strategy by the name that the user gave it. */
final class StrategyName {
    private StrategyName() {}

    static String check(String name) {
        List<String> known = new ArrayList<>(Strategies.names());
        known.add(Selection.Auto.NAME);
        known.add(Selection.All.NAME);
        if (!known.contains(name)) {
            String hint = Closest.hint(name, known);
            throw new InputException("no strategy is called '" + name + "'"
                    + (hint.isEmpty() ? "; there are " : hint + " There are ")
                    + String.join(", ", known));
        }
        return name;
    }
}
