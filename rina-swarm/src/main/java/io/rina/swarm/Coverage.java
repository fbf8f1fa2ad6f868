package io.rina.swarm;

import java.util.ArrayList;
import java.util.List;

/**
 * How often each combination of a {@link Matrix} came out right, at every rank: a strategy, a count
 * of ranks, and a collective of a type and operation.
 */
public final class Coverage {
    /**
     * One strategy.
     *
     * @param operations done in all of its worlds
     * @param combinations that came out right once or more
     * @param least how often the rarest combination came out right
     */
    public record Row(
            String strategy, long worlds, long operations, int combinations, long least) {}

    private final List<String> strategies;
    private final List<String> operations;
    /** By strategy, count of ranks less one, and operation. */
    private final long[][][] counts;

    private final long[] worlds;

    Coverage(List<String> strategies, int mostRanks, List<String> operations) {
        this.strategies = List.copyOf(strategies);
        this.operations = List.copyOf(operations);
        counts = new long[strategies.size()][mostRanks][operations.size()];
        worlds = new long[strategies.size()];
    }

    /** Counts a world of the matrix, and its operations unless it failed. */
    public void add(WorldResult result) {
        Scenario scenario = result.scenario();
        int strategy = strategies.indexOf(scenario.strategy());
        worlds[strategy]++;
        long completions = (long) operations.size() * scenario.workers();
        if (result.failure() == null && result.statistics().operations() == completions) {
            long[] ofRanks = counts[strategy][scenario.workers() - 1];
            for (int i = 0; i < ofRanks.length; i++) {
                ofRanks[i]++;
            }
        }
    }

    /** How many combinations there are. */
    public int combinations() {
        return strategies.size() * combinationsOfOne();
    }

    /** How many of one strategy there are. */
    public int combinationsOfOne() {
        return counts[0].length * operations.size();
    }

    /** How often it came out right. */
    public long count(String strategy, int ranks, String operation) {
        return counts[strategies.indexOf(strategy)][ranks - 1][operations.indexOf(operation)];
    }

    /** One for each strategy. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int strategy = 0; strategy < counts.length; strategy++) {
            rows.add(row(strategy));
        }
        return rows;
    }

    private Row row(int strategy) {
        long done = 0;
        int combinations = 0;
        long least = Long.MAX_VALUE;
        for (long[] ofRanks : counts[strategy]) {
            for (long count : ofRanks) {
                done += count;
                combinations += count > 0 ? 1 : 0;
                least = Math.min(least, count);
            }
        }
        return new Row(strategies.get(strategy), worlds[strategy], done, combinations, least);
    }
}
