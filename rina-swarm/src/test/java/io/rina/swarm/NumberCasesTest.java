package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Numbers that have hurt elsewhere, on every type. A world holds each result against the definition
 * in exact fractions, bit by bit, so it is enough that it ends well.
 */
class NumberCasesTest {
    private static final String FRAMES = " block=8 fragment=16 pool=4";
    private static final List<String> CLUSTERS = List.of(
            "strategy=ring racks=2,2",
            "strategy=rina racks=2+ina,2+ina",
            "strategy=rina racks=1+ina,3",
            "strategy=rina-striped racks=3+ina,1",
            "strategy=rina-hops racks=2+ina,2+ina",
            "strategy=switchml racks=4+ina",
            "strategy=ps racks=4",
            "strategy=h-ar racks=2,2",
            "strategy=halving-doubling racks=4",
            "strategy=double-tree racks=4");

    /** All kinds that a type has, with every policy and width. */
    private static List<String> kinds(DataType type) {
        List<String> kinds = new ArrayList<>(List.of("sum", "min", "max"));
        if (type.isFloat()) {
            kinds.addAll(List.of("sum.saturate", "sum.ring", "sum.float"));
            kinds.addAll(List.of("avg", "avg.saturate", "avg.ring", "avg.float"));
        }
        if (type.isFloat() && type != DataType.F64) {
            kinds.addAll(List.of("sum.half", "sum.half.saturate", "avg.half.ring"));
        }
        return kinds;
    }

    private static String operations(DataType type, String values, String elements) {
        return kinds(type).stream()
                .map(kind -> type.label() + "." + kind + values + ":" + elements)
                .collect(Collectors.joining(",", " operations=", ""));
    }

    private static WorldResult run(String line) {
        WorldResult result = World.run(Scenario.parse(line));
        assertThat(result.failure()).isNull();
        return result;
    }

    @ParameterizedTest
    @EnumSource
    void shouldReduceNothingOneElementAndFewerThanRanks(DataType type) {
        for (int elements : new int[] {0, 1, 2, 3, 5, 7, 17, 101}) {
            for (String cluster : CLUSTERS) {
                run(cluster + FRAMES + operations(type, "", Integer.toString(elements)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReduceOverEveryCountOfRanks(DataType type) {
        for (int ranks = 1; ranks <= 17; ranks++) {
            run("strategy=ring racks=" + ranks + FRAMES + operations(type, "", "50"));
            run("strategy=switchml racks=" + ranks + "+ina" + FRAMES + operations(type, "", "50"));
        }
    }

    /** Sums that are over the largest number are infinite, averages are not. */
    @ParameterizedTest
    @EnumSource
    void shouldReduceNumbersNearTheLargest(DataType type) {
        run(CLUSTERS.get(1) + FRAMES + operations(type, ".huge", "100"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReduceSubnormals(DataType type) {
        run(CLUSTERS.get(1) + FRAMES + operations(type, ".tiny", "100"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReduceBlocksOfZerosOfBothSigns(DataType type) {
        run(CLUSTERS.get(1) + FRAMES + operations(type, ".zeros", "100"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReduceHugeNumbersBesideTinyOnes(DataType type) {
        run(CLUSTERS.get(1) + FRAMES + operations(type, ".wide", "100"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldTreatNanAndInfinitiesByPolicy(DataType type) {
        run(CLUSTERS.get(1) + FRAMES + operations(type, ".odd", "100"));
    }

    static Stream<String> kindsOfAllTypes() {
        return Stream.of(DataType.values())
                .flatMap(type -> kinds(type).stream().map(kind -> type.label() + "." + kind));
    }

    /** The numbers that ranks give follow from the seed and their count alone. */
    @ParameterizedTest
    @MethodSource("kindsOfAllTypes")
    void shouldGiveTheSameBitsByEveryStrategyCallAfterCall(String kind) {
        String operations = " seed=7 operations=" + kind + ":203," + kind + ".wide:64";
        List<NumberOutcome> expected =
                run(CLUSTERS.getFirst() + FRAMES + operations).numbers();
        assertThat(expected).hasSize(2);
        for (String cluster : CLUSTERS) {
            for (String faults : List.of("", " reorder=3", " reorder=3 drop=2 duplicate=2")) {
                assertThat(run(cluster + FRAMES + operations + faults).numbers())
                        .as(cluster)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reduce-0", "reduce-3", "reduce-scatter"})
    void shouldReduceToOneRankOrAPartToEach(String collective) {
        for (DataType type : DataType.values()) {
            for (String cluster : CLUSTERS) {
                run(cluster + FRAMES + operations(type, "", "37:" + collective));
            }
        }
    }

    @Test
    void shouldReduceInPieces() {
        for (DataType type : DataType.values()) {
            run(CLUSTERS.get(1) + FRAMES + operations(type, ".pieces", "300"));
            run(CLUSTERS.get(2) + FRAMES + operations(type, ".pieces", "300:reduce-scatter"));
        }
    }
}
