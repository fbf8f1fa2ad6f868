package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.wire.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every strategy by every collective, type and operation over 1 to 17 ranks, each at least once,
 * and over all racks of up to four. A world holds results against exact fractions, bit by bit.
 */
class MatrixTest {
    private static final long SEED = 1;
    private static final int ALL_UP_TO = 4;
    private static final int MOST_RANKS = 17;

    private static final List<String> STRATEGIES = List.of(
            "rina",
            "rina-striped",
            "rina-hops",
            "ring",
            "switchml",
            "ps",
            "atp",
            "h-ar",
            "halving-doubling",
            "double-tree");

    private static final List<String> TYPES = List.of("f32", "f64", "i32", "i64", "bf16", "f16");

    private static final Sabotage DEAD = new Sabotage() {
        @Override
        public boolean loses(Frame frame) {
            return true;
        }
    };

    /** As docs/numbers.md has it; a policy is of no matter where nothing is scaled. */
    private static List<String> reductions(String type) {
        List<String> reductions = new ArrayList<>(List.of("sum", "min", "max"));
        if (!type.startsWith("i")) {
            reductions.add("avg");
            for (String sum : List.of("sum", "avg")) {
                reductions.addAll(List.of(sum + ".saturate", sum + ".ring", sum + ".float"));
                if (!type.equals("f64")) {
                    reductions.add(sum + ".half");
                    reductions.addAll(List.of(sum + ".saturate.half", sum + ".ring.half"));
                }
            }
        }
        return reductions.stream().map(reduction -> type + "." + reduction).toList();
    }

    private static List<String> operations() {
        List<String> names = new ArrayList<>(List.of("barrier"));
        for (String type : TYPES) {
            for (String collective : List.of("all-reduce", "reduce", "reduce-scatter")) {
                reductions(type).forEach(kind -> names.add(collective + " " + kind));
            }
            names.addAll(List.of("broadcast " + type, "all-gather " + type));
        }
        return names;
    }

    @Test
    void shouldDoEveryOperationByEveryStrategyOverEveryCountOfRanks() {
        Matrix matrix = new Matrix(SEED, ALL_UP_TO, 1);
        Coverage coverage = matrix.coverage();
        SwarmReport report = Swarm.run(
                new SwarmOptions(matrix, 2, false, 0),
                (result, done, total) -> coverage.add(result));
        assertThat(report.findings()).as("matrix of seed %d", SEED).isEmpty();
        for (String strategy : STRATEGIES) {
            for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
                for (String operation : operations()) {
                    assertThat(coverage.count(strategy, ranks, operation))
                            .as("%s by %s over %d ranks", operation, strategy, ranks)
                            .isPositive();
                }
            }
        }
        assertThat(coverage.combinations())
                .isEqualTo(STRATEGIES.size() * MOST_RANKS * operations().size());
        assertThat(coverage.rows()).extracting(Coverage.Row::least).allMatch(least -> least > 0);
    }

    @Test
    void shouldHaveAllOperationsThatThereAre() {
        assertThat(new Matrix(SEED, 0, 0).operations())
                .containsExactlyInAnyOrderElementsOf(operations())
                .hasSize(205);
    }

    /** A type has 24 combinations of kind, arithmetic, width and policy, or 16 of integers. */
    @Test
    void shouldRefuseAllOtherOperationsAndSayWhy() {
        Map<String, String> refused = new Matrix(SEED, 0, 0).refusedOperations();
        int collectives = 5;
        int asked = collectives * (4 * 24 + 2 * 16 + TYPES.size());
        assertThat(refused).hasSize(asked - (operations().size() - 1));
        refused.forEach((name, message) -> assertThat(message).as(name).contains(reason(name)));
    }

    private static String reason(String name) {
        boolean isSumOfFloats = name.matches(".* (f32|f64|bf16|f16)\\.(sum|avg).*");
        if (!name.contains(".")) {
            return "bytes are not summed";
        }
        if (name.matches(".* i(32|64)\\.avg.*")) {
            return "there is no average of i";
        }
        if (name.contains(".float") && !isSumOfFloats) {
            return "FLOAT arithmetic is for sums and averages of floats, not for";
        }
        if (name.endsWith(".half")
                && (!isSumOfFloats || name.contains(" f64") || name.contains(".float"))) {
            return "16 bits on the wire are for sums and averages of f32, bf16 and f16";
        }
        return "moves elements and reduces nothing";
    }

    /**
     * Of 4 * 3^(n-1) racks of n ranks, a core that aggregates or not included, only SwitchML refuses
     * any: all but the 2 * 2^(n-1) where every ToR aggregates.
     */
    @Test
    void shouldBeRefusedByStrategiesThatDoNotServeTheRacks() {
        int most = 5;
        List<Matrix.Refusal> refusals = new Matrix(SEED, most, 0).refusals();
        long expected = 0;
        for (int ranks = 1; ranks <= most; ranks++) {
            expected += 4 * Math.round(Math.pow(3, ranks - 1)) - 2 * (1L << (ranks - 1));
        }
        assertThat(refusals).hasSize((int) expected);
        assertThat(refusals).allSatisfy(refusal -> {
            assertThat(refusal.strategy()).isEqualTo("switchml");
            assertThat(refusal.message())
                    .isEqualTo("switchml needs every rack's ToR to aggregate, which is not so in "
                            + refusal.racks() + "; rina serves any mixture of racks");
        });
    }

    @Test
    void shouldFindEverySplitOverRacksWithEverySubsetOfToRsOnce() {
        for (int ranks = 1; ranks <= 6; ranks++) {
            List<Cluster> clusters = Cluster.all(ranks);
            assertThat(clusters).hasSize(4 * (int) Math.round(Math.pow(3, ranks - 1)));
            assertThat(new HashSet<>(clusters)).hasSameSizeAs(clusters);
            assertThat(clusters).extracting(Cluster::workers).containsOnly(ranks);
        }
    }

    @Test
    void shouldBeTheSameWorldEachTime() {
        Matrix matrix = new Matrix(SEED, 1, 1);
        assertThat(matrix.scenario(50)).isEqualTo(new Matrix(SEED, 1, 1).scenario(50));
        assertThat(matrix.scenario(50)).isNotEqualTo(new Matrix(SEED + 1, 1, 1).scenario(50));
        assertThat(Scenario.parse(matrix.scenario(50).toString())).isEqualTo(matrix.scenario(50));
    }

    @Test
    void shouldNotCountWhatFailed() {
        Matrix matrix = new Matrix(SEED, 0, 1);
        Coverage coverage = matrix.coverage();
        long last = matrix.count() - 1;
        coverage.add(World.run(matrix.scenario(last), DEAD, null));
        assertThat(coverage.rows().getLast())
                .isEqualTo(new Coverage.Row("double-tree", 1, 0, 0, 0));
        coverage.add(World.run(matrix.scenario(last)));
        assertThat(coverage.rows().getLast())
                .isEqualTo(new Coverage.Row("double-tree", 2, 205, 205, 0));
    }

    @Test
    void shouldRefuseLessThanNoRounds() {
        assertThatThrownBy(() -> new Matrix(SEED, 0, -1)).hasMessageContaining("not 0 and -1");
    }
}
