package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rina.cli.cluster.ChosenPlans;
import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.report.ComparisonReport.Row;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.plan.Topology;
import io.rina.plan.time.Candidate;
import io.rina.runtime.job.JobException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final ClusterFile CLUSTER = ClusterFile.local(1, 2, "none", "all");
    private static final ChosenPlans PLANS = CLUSTER.chosen();

    private static final BenchNumbers FLOATS =
            new BenchNumbers(DataType.F32, ReduceKind.SUM, NumberOptions.STANDARD);

    private final List<List<Row>> shown = new ArrayList<>();
    private final Comparison comparison = new Comparison(CLUSTER, PLANS, FLOATS, shown::add);

    /** All strategies at both ranks; the first strategy is the slowest, the last the fastest. */
    private void measure(long elements, String digestAtRankOne) {
        for (int rank = 0; rank < 2; rank++) {
            long ns = 1_000_000;
            for (String strategy : PLANS.choice().strategies()) {
                comparison.accept(new Event.Compared(
                        rank,
                        elements,
                        strategy,
                        List.of(ns, ns + (rank == 0 ? 4_000L : 0), ns - 2_000L, ns),
                        700 + rank,
                        0,
                        rank == 0 ? "aa" : digestAtRankOne));
                ns -= 50_000;
            }
        }
    }

    @Test
    void shouldShowASizeWhenAllRanksHaveMeasuredIt() {
        comparison.accept(new Event.Compared(0, 8, "ring", List.of(1L), 1, 0, "aa"));
        assertThat(shown).isEmpty();

        measure(1000, "aa");

        assertThat(shown).hasSize(1);
        assertThat(shown.getFirst()).isEqualTo(comparison.rows());
        assertThat(comparison.rows()).extracting(Row::elements).containsOnly(1000L);
    }

    @Test
    void theFastestShouldComeFirst() {
        measure(1000, "aa");

        assertThat(comparison.rows())
                .extracting(Row::strategy)
                .containsExactlyElementsOf(PLANS.choice().strategies().reversed());
    }

    /** Each all-reduce is as slow as at its slowest rank: 1000, 1004, 998 and 1000 us. */
    @Test
    void timesShouldBeThoseOfTheSlowestRank() {
        measure(1000, "aa");

        Row slowest = comparison.rows().getLast();
        assertThat(slowest.lowerUs()).isEqualTo(1000);
        assertThat(slowest.medianUs()).isEqualTo(1000);
        assertThat(slowest.upperUs()).isEqualTo(1004);
        assertThat(slowest.algbwGBs()).isCloseTo(0.004, within(1e-12));
        assertThat(slowest.sentBytes()).isEqualTo(701);
        assertThat(slowest.wrong()).isZero();
    }

    @Test
    void otherBitsAtOneRankShouldShow() {
        measure(1000, "aa");
        measure(2000, "bb");

        assertThat(comparison.rows())
                .allSatisfy(row -> assertThat(row.sameBits()).isEqualTo(row.elements() == 1000));
        assertThatThrownBy(comparison::check)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("ring at 2,000 elements")
                .hasMessageNotContaining("1,000");
    }

    @Test
    void rankZeroShouldSayWhichBitsAreRightWhoeverSpeaksFirst() {
        for (int rank = 1; rank >= 0; rank--) {
            for (String strategy : PLANS.choice().strategies()) {
                boolean odd = rank == 1 && strategy.equals("ring");
                comparison.accept(new Event.Compared(
                        rank, 1000, strategy, List.of(1L), 700, 0, odd ? "bb" : "aa"));
            }
        }

        assertThat(comparison.rows())
                .allSatisfy(row ->
                        assertThat(row.sameBits()).isEqualTo(!row.strategy().equals("ring")));
    }

    @Test
    void shouldNotPassWhereSomethingWasNotMeasured() {
        assertThatThrownBy(comparison::check)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("not every rank has measured every strategy");
    }

    @Test
    void shouldHaveNothingAgainstEqualBits() {
        measure(1000, "aa");

        assertThatCode(comparison::check).doesNotThrowAnyException();
    }

    @Test
    void shouldNotCompareOnOtherRacksThanWereAskedFor() {
        Topology asked = Topology.ofSizes(new int[] {2, 2}, rack -> true);
        ComparisonWorkload workload = new ComparisonWorkload(asked, FLOATS, List.of(1), 1, 1, true);

        workload.checkSame(Topology.ofSizes(new int[] {2, 2}, rack -> true));
        assertThatThrownBy(() -> workload.checkSame(asked.withOrdinary(asked.torNode(1))))
                .isInstanceOf(JobException.class)
                .hasMessageContaining("rack0(INA){0,1} rack1(INA){2,3}: the job runs on"
                        + " rack0(INA){0,1} rack1{2,3}, since a switch has no slots");
    }

    /** A ring of two: a chunk of half the blocks there and back, and the exponents before. */
    @Test
    void bytesShouldBeThoseOfThePlanExponentsIncluded() {
        measure(2 * 352, "aa");

        Row ring = comparison.rows().stream()
                .filter(row -> row.strategy().equals("ring"))
                .findFirst()
                .orElseThrow();
        int frameBytes = 1408 + 82;
        // Two exponents are one block of one chunk, which one rank sends and gets back.
        assertThat(ring.hostLinkBytes()).isEqualTo(2 * frameBytes + 2 * 4 + 82);
    }

    /** Real processes, with two switches: what each strategy does is the same sum. */
    @Test
    void allStrategiesShouldBeMeasuredInOneJob() {
        ClusterFile racks = ClusterFile.local(2, 2, "all", "all");
        List<List<Row>> sizes = new ArrayList<>();
        Comparison measured = new Comparison(racks, racks.chosen(), FLOATS, sizes::add);

        LocalRun.run(
                racks,
                Placement.HERE,
                List.of("bench", "--elements", "1000,70000", "-n", "3", "-w", "0"),
                List.of(),
                measured);

        List<String> serving = Candidate.serving(racks.toTopology()).stream()
                .map(Candidate.Serves::strategy)
                .toList();
        assertThat(sizes)
                .hasSize(2)
                .allSatisfy(rows -> assertThat(rows)
                        .extracting(Row::strategy)
                        .containsExactlyInAnyOrderElementsOf(serving));
        assertThat(measured.rows()).allSatisfy(row -> {
            assertThat(row.wrong()).isZero();
            assertThat(row.sameBits()).isTrue();
            assertThat(row.medianUs()).isPositive();
            assertThat(row.predictedUs()).isPositive();
            // Control frames are not planned, nor are repetitions.
            assertThat(row.sentBytes()).isGreaterThan(row.hostLinkBytes() * 9 / 10);
        });
    }
}
