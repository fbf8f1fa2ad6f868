package io.rina.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.report.ReproductionReport.Level;
import io.rina.cli.report.ReproductionReport.Verdict;
import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.report.SimulationReport.Point;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Claims on a grid made by hand: two models, two strategies. */
class ClaimTest {
    private static final Claim AHEAD = new Claim(
            "rina is ahead of ring",
            "rate",
            List.of("workload.model", "workload.overlap"),
            grid -> Criteria.ahead(
                    grid.where("strategy", "rina").rate(),
                    grid.where("strategy", "ring").rate()));

    private static Grid grid(Point... points) {
        return new Grid(List.of("workload.model", "workload.overlap", "strategy"), List.of(points));
    }

    private static Point point(String model, String strategy, double rate) {
        Figures figures = new Figures(
                BigDecimal.ONE,
                BigDecimal.ONE,
                BigDecimal.ZERO,
                1,
                rate,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                List.of());
        return new Point(List.of(model, "false", strategy), Point.DONE, figures);
    }

    private static final Grid MIXED = grid(
            point("vgg16", "ring", 100),
            point("vgg16", "rina", 150),
            point("bert-base", "ring", 100),
            point("bert-base", "rina", 101));

    @Test
    void shouldHoldInPartWhereItHoldsInSomeCases() {
        Verdict verdict = AHEAD.of(MIXED, null);
        assertThat(verdict.level()).isEqualTo(Level.ODD);
        assertThat(verdict.summary()).isEqualTo("rate 1.01 times to 1.50 times in 2 cases");
        assertThat(verdict.numbers()).containsExactly("vgg16: 1.50 times", "bert-base: 1.01 times");
    }

    @Test
    void shouldHoldNoBetterThanByPackets() {
        Grid good = grid(point("vgg16", "ring", 100), point("vgg16", "rina", 150));
        Grid bad = grid(point("vgg16", "ring", 100), point("vgg16", "rina", 90));
        assertThat(AHEAD.of(good, good).level()).isEqualTo(Level.GOOD);
        assertThat(AHEAD.of(good, bad).level()).isEqualTo(Level.BAD);
        assertThat(AHEAD.of(good, bad).summary())
                .isEqualTo("rate 1.50 times; by packets 0.90 times");
        assertThat(AHEAD.of(bad, good).level()).isEqualTo(Level.BAD);
        assertThat(AHEAD.of(MIXED, good).level()).isEqualTo(Level.ODD);
    }
}
