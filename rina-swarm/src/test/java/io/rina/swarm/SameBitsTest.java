package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.DataType;
import io.rina.plan.Strategies;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The same inputs give the same bits out of all strategies and all orders of arrival. Not by way of
 * what they should be, which other tests check, but by one hash over what every rank has got.
 */
class SameBitsTest {
    private static final int ORDERS = 100;
    private static final int NUMBERS = 77;
    private static final int RANKS = 5;

    /** Five ranks under switches that aggregate, as every strategy takes them, and under others. */
    private static final List<String> ALL_AGGREGATE =
            List.of("5+ina", "2+ina,3+ina", "1+ina,2+ina,2+ina core=ina", "3+ina,1+ina,1+ina");

    private static final List<String> MIXED =
            List.of("5", "2,3+ina", "1+ina,4", "2+ina,1,2+ina", "1,2+ina,2+ina core=ina");

    /** Of each type, all sums, averages, minima and maxima in fixed point. */
    private static List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        for (DataType type : DataType.values()) {
            for (String kind : List.of("sum", "min", "max")) {
                kinds.add(type.label() + "." + kind);
            }
            if (type.isFloat()) {
                kinds.add(type.label() + ".avg");
                kinds.add(type.label() + ".sum.odd.saturate");
            }
            if (type.isFloat() && type != DataType.F64) {
                kinds.add(type.label() + ".sum.half");
                kinds.add(type.label() + ".avg.half");
            }
        }
        return kinds;
    }

    private static Scenario scenario(String strategy, int order) {
        List<String> racks = new ArrayList<>(ALL_AGGREGATE);
        if (!strategy.equals("switchml")) {
            racks.addAll(MIXED);
        }
        return Scenario.parse("strategy=" + strategy + " racks=" + racks.get(order % racks.size())
                + " operations=" + String.join(":23,", kinds()) + ":23 numbers=" + NUMBERS
                + " seed=" + order + " block=6 fragment=12 thinkNs=100000 reorder=3"
                + " pool=" + (1 + order % 7)
                + " drop=" + order % 3
                + " duplicate=" + order / 3 % 3
                + " late=" + order / 9 % 3
                + " pause=" + order / 27 % 3
                + " lagNs=" + order % 4 * 3_000
                + " relay=" + order % 5
                + " healNs=1000000000");
    }

    @Test
    void shouldGiveTheSameBitsOutOfAllStrategiesIn100OrdersOfArrivalEach() {
        Set<Long> outcomes = new HashSet<>();
        TreeMap<String, Set<Long>> orders = new TreeMap<>();
        for (String strategy : Strategies.names()) {
            for (int order = 0; order < ORDERS; order++) {
                Scenario scenario = scenario(strategy, order);
                WorldResult result = World.run(scenario);
                assertThat(result.failure()).isNull();
                assertThat(result.statistics().operations())
                        .isEqualTo((long) kinds().size() * RANKS);
                orders.computeIfAbsent(strategy, name -> new HashSet<>()).add(result.digest());
                outcomes.add(result.outcome());
                assertThat(outcomes).as(scenario::toString).hasSize(1);
            }
        }
        assertThat(orders.keySet()).containsExactlyInAnyOrderElementsOf(Strategies.names());
        assertThat(orders.values())
                .as("no two worlds are alike event by event")
                .allMatch(different -> different.size() == ORDERS);
    }

    @Test
    void shouldTellOtherNumbersFromTheirHash() {
        String line = "strategy=rina racks=2+ina,2+ina operations=f32.sum:9 seed=1 numbers=";
        long first = World.run(Scenario.parse(line + 1)).outcome();
        assertThat(World.run(Scenario.parse(line + 2)).outcome()).isNotEqualTo(first);
    }
}
