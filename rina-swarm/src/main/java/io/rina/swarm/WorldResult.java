package io.rina.swarm;

import io.rina.engine.Counter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of one world.
 *
 * @param digest a hash over all its events, equal whenever the scenario is
 * @param outcome a hash over what every rank has got by every operation, equal whenever ranks,
 *     operations and their numbers are
 * @param counts what all endpoints together have counted; zeros are left out
 * @param recoveryNs from the end of the faults to the last completion; 0 when all was complete
 *     before
 * @param numbers what came of its all-reduces of numbers, in order
 * @param failure null when every invariant held
 */
public record WorldResult(
        Scenario scenario,
        long digest,
        long outcome,
        Statistics statistics,
        Map<Counter, Long> counts,
        long recoveryNs,
        List<NumberOutcome> numbers,
        @Nullable Failure failure) {
    public WorldResult {
        counts = Map.copyOf(counts);
        numbers = List.copyOf(numbers);
    }
}
