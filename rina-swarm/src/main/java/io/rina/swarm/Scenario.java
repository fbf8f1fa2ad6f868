package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.engine.WindowPolicy;
import io.rina.plan.Demand;
import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;

import java.util.List;
import java.util.function.Consumer;

/**
 * All that a world depends on. Two runs of equal scenarios are the same event by event.
 *
 * @param seed from which the world draws its think times and its faults
 * @param numberSeed from which it draws its numbers
 * @param second the strategy of a second plan, which operations may run on; empty for none
 * @param operations what every rank submits, in turn
 * @param relaySlots of each relay; 0 for as many as there can be positions under way
 */
public record Scenario(
        long seed,
        long numberSeed,
        String strategy,
        String second,
        Cluster cluster,
        List<OperationShape> operations,
        Limits limits,
        int relaySlots,
        Faults faults,
        Timing timing) {
    /** A checker keeps a channel's arrivals in the bits of one long. */
    private static final int MAX_POOL = 63;

    /** A set of ranks is the bits of one long. */
    private static final int MAX_WORKERS = 63;

    public Scenario {
        operations = List.copyOf(operations);
        int workers = cluster.workers();
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "a world has 1 to " + MAX_WORKERS + " workers, not " + workers);
        }
        for (OperationShape operation : operations) {
            if (!operation.kind().fits(limits.blockElements())) {
                throw new IllegalArgumentException("a block of " + limits.blockElements()
                        + " lanes has no room for " + operation.kind().key()
                        + ": 64-bit types need 3, and an even number if added as floats");
            }
        }
        if (relaySlots < 0) {
            throw new IllegalArgumentException("a relay has 0 slots or more, not " + relaySlots);
        }
        if (limits.pool() > MAX_POOL) {
            throw new IllegalArgumentException(
                    "a world's pool is 1 to " + MAX_POOL + ", not " + limits.pool());
        }
    }

    /** The scenario that {@code seed} stands for. */
    public static Scenario fromSeed(long seed) {
        return ScenarioDraw.draw(seed);
    }

    /**
     * Reads what {@link #toString} writes. What is left out has a plain default; an unknown word is
     * an error.
     */
    public static Scenario parse(String line) {
        return ScenarioLine.parse(line);
    }

    public int workers() {
        return cluster.workers();
    }

    public Topology topology() {
        return cluster.topology();
    }

    /** Throws UnsupportedTopologyException where the strategy does not serve the racks. */
    public Plan plan() {
        return Strategies.named(strategy).plan(topology());
    }

    /** How many plans operations are drawn for; the program has one more, for sums in order. */
    int plans() {
        return second.isEmpty() ? 1 : 2;
    }

    /** Throws UnsupportedTopologyException where a strategy does not serve the racks. */
    Program program() {
        Plan ordered = Strategies.named("ring").plan(topology());
        return second.isEmpty()
                ? Program.of(plan(), ordered)
                : Program.of(plan(), Strategies.named(second).plan(topology()), ordered);
    }

    /**
     * How much there is to look at for somebody who reads this scenario; the shrinker makes it
     * smaller.
     */
    public long size() {
        long size = 10L * workers()
                + 10L * cluster.racks().size()
                + limits.pool()
                + limits.fragmentElements();
        size += limits.creditSpan() + limits.blockElements();
        size += second.isEmpty() ? 0 : 10;
        size += cluster.coreAggregates() ? 5 : 0;
        size += relaySlots > 0 ? 5 : 0;
        size += limits.windowPolicy() instanceof WindowPolicy.Fixed ? 0 : 1;
        size += timing.lagNs() > 0 ? 1 : 0;
        size += timing.thinkNs() > 0 ? 1 : 0;
        size += timing.queueFrames() < Timing.plain().queueFrames() ? 1 : 0;
        size += faults.levels().stream().mapToInt(level -> 5 * level).sum();
        for (OperationShape operation : operations) {
            size += 10 + operation.elements() + size(operation.kind());
            size += operation.demand() instanceof Demand.AllReduce ? 0 : 1;
            size += operation.plan();
        }
        return size;
    }

    private static int size(OperationKind kind) {
        return switch (kind) {
            case OperationKind.Lanes lanes -> lanes.equals(OperationKind.SUM) ? 0 : 1;
            case OperationKind.Bytes bytes -> bytes.inPieces() ? 2 : 1;
            case OperationKind.Barrier _ -> 1;
            case OperationKind.Numbers numbers -> numbers.size();
        };
    }

    /** Whether blocks of so many lanes have room for an element of every operation. */
    boolean fits(int blockLanes) {
        return operations.stream().allMatch(operation -> operation.kind().fits(blockLanes));
    }

    /** The numbers stay where they have a seed of their own. */
    public Scenario withSeed(long seed) {
        return changed(draft -> {
            draft.numberSeed = numberSeed == this.seed ? seed : numberSeed;
            draft.seed = seed;
        });
    }

    /** Empty for none. */
    Scenario withSecond(String strategy) {
        return changed(draft -> draft.second = strategy);
    }

    public Scenario withCluster(Cluster cluster) {
        return changed(draft -> draft.cluster = cluster);
    }

    Scenario withRelaySlots(int relaySlots) {
        return changed(draft -> draft.relaySlots = relaySlots);
    }

    public Scenario withOperations(List<OperationShape> operations) {
        return changed(draft -> draft.operations = operations);
    }

    public Scenario withLimits(Limits limits) {
        return changed(draft -> draft.limits = limits);
    }

    public Scenario withFaults(Faults faults) {
        return changed(draft -> draft.faults = faults);
    }

    public Scenario withTiming(Timing timing) {
        return changed(draft -> draft.timing = timing);
    }

    private Scenario changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** A scenario that is to differ from another one in something. */
    private static final class Draft {
        private final String strategy;
        private long seed;
        private long numberSeed;
        private String second;
        private Cluster cluster;
        private List<OperationShape> operations;
        private Limits limits;
        private int relaySlots;
        private Faults faults;
        private Timing timing;

        Draft(Scenario from) {
            strategy = from.strategy;
            seed = from.seed;
            numberSeed = from.numberSeed;
            second = from.second;
            cluster = from.cluster;
            operations = from.operations;
            limits = from.limits;
            relaySlots = from.relaySlots;
            faults = from.faults;
            timing = from.timing;
        }

        Scenario finish() {
            return new Scenario(
                    seed,
                    numberSeed,
                    strategy,
                    second,
                    cluster,
                    operations,
                    limits,
                    relaySlots,
                    faults,
                    timing);
        }
    }

    /** One line of key=value words, which {@link #parse} reads. */
    @Override
    public String toString() {
        return ScenarioLine.print(this);
    }
}
