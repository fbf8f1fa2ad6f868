package io.rina.swarm;

import io.rina.engine.Reduction;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All passes that any rank has begun, by operation and number within it. */
final class Passes {
    private record Key(int operation, int number) {}

    private final Map<Key, Pass> passes = new HashMap<>();
    private final PositionMap positions;
    private final int ranks;

    Passes(PositionMap positions, int ranks) {
        this.positions = positions;
        this.ranks = ranks;
    }

    /**
     * A rank begins a pass. The first one to do so fixes what the following positions stand for.
     */
    Pass enter(int operation, int number, Reduction reduction) {
        return passes.computeIfAbsent(new Key(operation, number), key -> {
            Pass pass = new Pass(
                    "pass " + number + " of operation " + operation,
                    reduction.op(),
                    reduction.vector().elements(),
                    reduction.demand(),
                    ranks);
            positions.append(pass, reduction.plan());
            return pass;
        });
    }

    @Nullable
    Pass find(int operation, int number) {
        return passes.get(new Key(operation, number));
    }
}
