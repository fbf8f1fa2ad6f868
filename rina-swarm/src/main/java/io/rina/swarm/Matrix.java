package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.plan.Exchange;
import io.rina.plan.Strategies;
import io.rina.plan.UnsupportedTopologyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Worlds in which every strategy does every collective of every type and operation over every count
 * of ranks from 1 to {@link #MOST_RANKS}. Each world does all of them, one after the other, with
 * few elements.
 *
 * <p>Up to some count of ranks there is a world for every split over racks with every subset of the
 * ToRs aggregating. Beyond, each round has one world for each strategy and count of ranks, on racks
 * that are drawn. In one world of three frames are lost, repeated and overtaken.
 */
public final class Matrix implements Worlds {
    public static final int MOST_RANKS = 17;

    /** Racks that a strategy does not serve, and what it says. */
    public record Refusal(String strategy, String racks, String message) {}

    private record Place(String strategy, Cluster cluster) {}

    private final long seed;
    private final MatrixOperations operations = new MatrixOperations();
    private final List<Place> places = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();

    /**
     * @param seed of all that is drawn
     * @param allUpTo ranks up to which there is a world for all racks; 0 for none
     * @param rounds of worlds on racks that are drawn
     */
    public Matrix(long seed, int allUpTo, int rounds) {
        if (allUpTo < 0 || rounds < 0) {
            throw new IllegalArgumentException("all racks are taken up to 0 ranks or more, in 0"
                    + " rounds or more, not " + allUpTo + " and " + rounds);
        }
        this.seed = seed;
        for (int ranks = 1; ranks <= allUpTo; ranks++) {
            addAll(ranks);
        }
        for (int round = 0; round < rounds; round++) {
            draw(new Dice(seed, "round " + round));
        }
    }

    private void addAll(int ranks) {
        for (String strategy : Strategies.names()) {
            List<Exchange> before = List.of();
            for (Cluster cluster : Cluster.all(ranks)) {
                List<Exchange> exchanges = exchanges(strategy, cluster);
                // Under another core the plan is mostly the same.
                if (exchanges != null && !(cluster.coreAggregates() && exchanges.equals(before))) {
                    places.add(new Place(strategy, cluster));
                }
                before = exchanges == null ? List.of() : exchanges;
            }
        }
    }

    private void draw(Dice dice) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            for (String strategy : Strategies.names()) {
                Cluster cluster = Cluster.draw(ranks, dice);
                boolean serves = exchanges(strategy, cluster) != null;
                places.add(new Place(strategy, serves ? cluster : cluster.aggregating()));
            }
        }
    }

    /** Null, and noted, where the strategy does not serve the racks. */
    private @Nullable List<Exchange> exchanges(String strategy, Cluster cluster) {
        try {
            return Strategies.named(strategy).plan(cluster.topology()).exchanges();
        } catch (UnsupportedTopologyException e) {
            refusals.add(new Refusal(
                    strategy, cluster.topology().toString(), String.valueOf(e.getMessage())));
            return null;
        }
    }

    @Override
    public long count() {
        return places.size();
    }

    @Override
    public Scenario scenario(long index) {
        Place place = places.get(Math.toIntExact(index));
        long worldSeed = Trace.mix(seed, index);
        Dice dice = new Dice(worldSeed, "matrix");
        Limits limits = limits(dice);
        return new Scenario(
                worldSeed,
                worldSeed,
                place.strategy,
                "",
                place.cluster,
                operations.draw(place.cluster.workers(), limits.blockElements(), dice),
                limits,
                dice.below(4),
                faults(dice),
                new Timing(dice.oneIn(2) ? 0 : 20_000, 1_000_000_000, 0, 64));
    }

    /** Blocks that have room for every type. */
    private static Limits limits(Dice dice) {
        int block = 2 * dice.between(2, 4);
        int pool = dice.between(1, 8);
        return new Limits(
                block,
                block * dice.between(1, 2),
                pool,
                dice.between(1, 2 * pool),
                200_000,
                100_000,
                2_000_000);
    }

    private static Faults faults(Dice dice) {
        Faults faults = Faults.none();
        if (!dice.oneIn(3)) {
            return faults;
        }
        for (Fault fault : List.of(Fault.DROP, Fault.DUPLICATE, Fault.REORDER)) {
            faults = faults.with(fault, dice.between(0, 2));
        }
        return faults;
    }

    /** How often each combination came out right: nothing yet. */
    public Coverage coverage() {
        return new Coverage(Strategies.names(), MOST_RANKS, operations.names());
    }

    /** The collectives of types and operations that are done, by name. */
    public List<String> operations() {
        return operations.names();
    }

    /** Those that the engine refuses, by name, with what it says. */
    public Map<String, String> refusedOperations() {
        return operations.refused();
    }

    /** How often {@code strategy} did not serve the racks. */
    public long refusals(String strategy) {
        return refusals.stream()
                .filter(each -> each.strategy().equals(strategy))
                .count();
    }

    /** Racks that a strategy was asked to serve, and does not. */
    public List<Refusal> refusals() {
        return List.copyOf(refusals);
    }
}
