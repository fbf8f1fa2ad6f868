package io.rina.cli.reproduce;

import static io.rina.cli.report.ReproductionReport.Level.BAD;
import static io.rina.cli.report.ReproductionReport.Level.GOOD;
import static io.rina.cli.report.ReproductionReport.Level.ODD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Verdicts on curves and numbers made by hand. */
class CriteriaTest {
    private static final double[] SWITCHES = {0, 1, 2, 3, 4};
    private static final double[] LINE = {100, 110, 120, 130, 140};
    private static final double[] FLAT = {100, 101, 100, 102, 104};
    private static final double[] AT_THE_END = {100, 100, 101, 102, 150};
    private static final double[] DIP = {100, 120, 110, 130, 150};
    /** 1/(9 - 2r): what one server that takes a stream less for each switch makes of it. */
    private static final double[] HYPERBOLA = {100, 900 / 7.0, 180, 300, 900};

    private static Curve curve(double... rates) {
        return new Curve(SWITCHES, rates);
    }

    @Test
    void aLineShouldGainSteadily() {
        Finding finding = Criteria.steadyGain(curve(LINE));
        assertThat(finding.level()).isEqualTo(GOOD);
        assertThat(finding.text()).isEqualTo("+40.0 %, at half +20.0 %");
    }

    @Test
    void lessThanFivePercentShouldBeNoGain() {
        assertThat(Criteria.steadyGain(curve(FLAT)).level()).isEqualTo(BAD);
        assertThat(Criteria.lateGain(curve(FLAT)).level()).isEqualTo(ODD);
    }

    @Test
    void aGainWithTheLastSwitchShouldBeLateAndNotSteady() {
        assertThat(Criteria.steadyGain(curve(AT_THE_END)).level()).isEqualTo(ODD);
        assertThat(Criteria.lateGain(curve(AT_THE_END)).level()).isEqualTo(GOOD);
    }

    @Test
    void aStepBackShouldNotBeSteady() {
        Finding finding = Criteria.steadyGain(curve(DIP));
        assertThat(finding.level()).isEqualTo(ODD);
        assertThat(finding.text()).endsWith("worst step -8.3 %");
    }

    @Test
    void aLineShouldNotBeLate() {
        Finding finding = Criteria.lateGain(curve(LINE));
        assertThat(finding.level()).isEqualTo(BAD);
        assertThat(finding.text()).isEqualTo("+20.0 %, at three quarters +30.0 %, at all +40.0 %");
    }

    @Test
    void aCurveThatRisesMostWithTheLastQuarterShouldBeLateInPart() {
        assertThat(Criteria.lateGain(curve(HYPERBOLA)).level()).isEqualTo(ODD);
        assertThat(Criteria.steadyGain(curve(HYPERBOLA)).level()).isEqualTo(GOOD);
    }

    @Test
    void noPlanBeforeAllAreReplacedShouldBeLate() {
        double none = Double.NaN;
        Curve curve = curve(none, none, none, none, 150);
        assertThat(Criteria.lateGain(curve).level()).isEqualTo(GOOD);
        assertThat(curve.at(1)).isEqualTo(150);
        assertThatThrownBy(() -> Criteria.level(curve.at(0.5), 100))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCurveShouldBeALineBetweenItsNumbers() {
        Curve curve = new Curve(new double[] {0, 9, 18}, new double[] {1, 2, 4});
        assertThat(curve.at(0)).isEqualTo(1);
        assertThat(curve.at(0.5)).isEqualTo(2);
        assertThat(curve.at(0.75)).isCloseTo(3, within(1e-12));
        assertThat(curve.gainAt(1)).isEqualTo(3);
    }

    @Test
    void shouldBeAheadByFivePercentAndFarByFifty() {
        assertThat(Criteria.ahead(105, 100).level()).isEqualTo(GOOD);
        assertThat(Criteria.ahead(104, 100).level()).isEqualTo(BAD);
        assertThat(Criteria.farAhead(150, 100).level()).isEqualTo(GOOD);
        assertThat(Criteria.farAhead(149, 100).level()).isEqualTo(ODD);
        assertThat(Criteria.farAhead(104, 100).level()).isEqualTo(BAD);
    }

    @Test
    void shouldBeLevelFromNinetyFivePercentOn() {
        assertThat(Criteria.level(95, 100).level()).isEqualTo(GOOD);
        assertThat(Criteria.level(80, 100).level()).isEqualTo(ODD);
        assertThat(Criteria.level(79, 100).level()).isEqualTo(BAD);
    }

    @Test
    void shouldKeepALeadThatIsThere() {
        assertThat(Criteria.keptLead(1.2, 1.3).level()).isEqualTo(GOOD);
        assertThat(Criteria.keptLead(1.5, 1.2).level()).isEqualTo(ODD);
        assertThat(Criteria.keptLead(1.0, 1.0).level()).isEqualTo(BAD);
    }

    @Test
    void shouldSayWhetherTimeGrowsAsTheSteps() {
        assertThat(Criteria.grownAsSteps(10, 9).level()).isEqualTo(GOOD);
        assertThat(Criteria.grownAsSteps(10, 5).level()).isEqualTo(BAD);
    }
}
