package io.rina.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.plan.Operations;
import io.rina.cli.report.TrainReport.RankReport;
import io.rina.cli.report.TrainReport.Step;
import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report's two files, and what its page says. */
class TrainReportTest {
    private static final TrainReport REPORT =
            InventedReport.of(ClusterFile.local(2, 2, "all", "rina"), false);

    @Test
    void shouldComeBackFromJson() {
        assertThat(TrainReport.fromJson(REPORT.toJson())).isEqualTo(REPORT);
    }

    @Test
    void shouldWriteBothFilesIntoAFolderThatItMakes(@TempDir Path folder) {
        Path page = folder.resolve("runs").resolve("first.html");
        Path data = REPORT.write(page);

        assertThat(data).isEqualTo(page.resolveSibling("first.json"));
        assertThat(data).content().isEqualTo(REPORT.toJson());
        assertThat(page).content().startsWith("<!doctype html>");
    }

    @Test
    void shouldSayWhereItCannotWrite(@TempDir Path folder) throws IOException {
        Path page = Files.writeString(folder.resolve("taken"), "").resolve("report.html");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> REPORT.write(page))
                .withMessageContaining("cannot write the report " + page);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2,2|all|rina", "3,2,4,1,8|rack0,rack2|rina", "1|none|rina", "1|all|rina",
                "5|none|ring", "9,9|none|ring", "5|all|switchml", "2,3|none|ps"
            })
    void everyPageShouldBeWholeAndLoadNothing(String sizes, String ina, String strategy) {
        List<Integer> racks =
                List.of(sizes.split(",")).stream().map(Integer::valueOf).toList();
        String page =
                ReportPage.of(InventedReport.of(ClusterFile.local(racks, ina, strategy), true));

        assertThat(page).startsWith("<!doctype html>").endsWith("</main></body></html>\n");
        assertThat(page).doesNotContain("could not be drawn", "NaN\"", "Infinity", "rgb(");
        assertThat(page.replace("http://www.w3.org/", "").replace("http://www.jfree.org/", ""))
                .doesNotContain("http:", "https:", "src=", "href=", "@import", "<script");
        for (String element : List.of("section", "div", "svg", "table", "figure", "g", "dl")) {
            assertThat(page.split("<" + element + "[ >]", -1))
                    .as(element)
                    .hasSameSizeAs(page.split("</" + element + ">", -1));
        }
    }

    @Test
    void shouldEscapeWhatComesFromOutside() {
        TrainReport odd = new TrainReport(
                "a < b & \"c\" <script>",
                REPORT.command(),
                Map.of("data", "<img>"),
                REPORT.plan(),
                REPORT.outcome(),
                List.of(),
                REPORT.ranks(),
                REPORT.switches(),
                List.of(),
                REPORT.environment());

        assertThat(ReportPage.of(odd))
                .contains("<h1>a &lt; b &amp; &quot;c&quot; &lt;script&gt;</h1>", "&lt;img&gt;")
                .doesNotContain("<script", "<img");
    }

    @Test
    void shouldShowTheKeyNumbers() {
        assertThat(ReportPage.of(REPORT))
                .contains("87.1 %", "5,421", "18.3 %", "0.341", "11.1 s", ">equal<")
                .contains("All 4 copies of the model are equal, bit by bit (3f2a9c01d77b…).")
                .contains("Every node sent exactly the frames and bytes of its plan.")
                .contains("2 members: 2 racks that are one member each. 2 chunks, 6 exchanges.");
    }

    @Test
    void shouldNotHideWhatWentWrong() {
        List<RankReport> ranks = new ArrayList<>(REPORT.ranks());
        RankReport last = ranks.removeLast();
        ranks.add(new RankReport(
                3,
                last.host(),
                "0badc0de",
                last.meanStep(),
                Map.of(Counter.DATA_RESENT, 7L, Counter.WRONG_KEY, 5L, Counter.DUPLICATE, 2L),
                new NumberReport(3, 1, 0, 0)));
        TrainReport wrong = new TrainReport(
                REPORT.title(),
                REPORT.command(),
                REPORT.settings(),
                REPORT.plan(),
                REPORT.outcome(),
                REPORT.steps(),
                ranks,
                REPORT.switches(),
                List.of(new NodeTraffic("rank 3", 10, 100, 9, 90)),
                REPORT.environment());

        assertThat(wrong.digestsAgree()).isFalse();
        assertThat(ReportPage.of(wrong))
                .contains(
                        ">differ<",
                        "The copies of the model differ: 3f2a9c01d77b… at ranks 0, 1, 2;"
                                + " 0badc0de at ranks 3.")
                .contains("3 gradients were NaN and 1 infinite")
                .contains("5 frames did not belong to this job")
                .contains("Not as many frames as planned were counted at rank 3.")
                .contains("7 frames were sent again")
                .contains("5 wrong key, 2 duplicate");
    }

    /** docs/strategies.md: an agent sends M(2-1/G), the other worker M, here with G = 2. */
    @Test
    void shouldPredictWhatTheClosedFormsSay() {
        Plan plan = ClusterFile.local(2, 2, "all", "rina").plan();
        long m = 4L * 2 * 100 * 352;
        List<Operations> operations =
                List.of(new Operations(new PlanCost(plan, 2 * 100 * 352, 352), 10));

        NodeTraffic agent = NodeTraffic.of(plan.topology(), 0, operations, Map.of());
        NodeTraffic other = NodeTraffic.of(plan.topology(), 1, operations, Map.of());

        assertThat(agent.node()).isEqualTo("rank 0");
        assertThat(agent.predictedPayloadBytes()).isEqualTo(10 * (2 * m - m / 2));
        assertThat(agent.predictedFrames()).isEqualTo(10 * 300);
        assertThat(other.predictedPayloadBytes()).isEqualTo(10 * m);
        assertThat(other.agrees()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "279", "280", "281", "5000"})
    void shouldDrawAnyNumberOfSteps(int count) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(new Step(1.0 / (i + 1), i == 0 ? 4000 : 20, 3, 0.5));
        }

        assertThat(Charts.loss(steps)).startsWith("<svg").contains("var(--loss)");
        assertThat(Charts.times(steps)).startsWith("<svg").contains("var(--communicate)");
    }

    /** The first step of a process takes long; it must not squeeze all others. */
    @Test
    void shouldSayWhenAStepIsCutOff() {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            steps.add(new Step(1, i == 0 ? 4000 : 20, 3, 0.5));
        }

        assertThat(Charts.cutsTimes(steps)).isTrue();
        assertThat(Charts.cutsTimes(steps.subList(1, 50))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Arrows between two racks, around five members, around one rack, and none.
                "2,2|all|rina|2",
                "1,3,1|rack1|rina|3",
                "5|none|ring|5",
                "4|all|rina|0",
                "2,2|none|ps|0",
                // Of nine workers the first four, one that stands for four, and the last.
                "9|none|ring|6"
            })
    void shouldDrawAnArrowForEachStepOfTheRing(
            String sizes, String ina, String strategy, int arrows) {
        List<Integer> racks =
                List.of(sizes.split(",")).stream().map(Integer::valueOf).toList();
        String svg = RingPicture.of(
                PlanShape.of(ClusterFile.local(racks, ina, strategy).plan()));

        assertThat(svg.split("class=\"arrow\"", -1)).hasSize(arrows + 1);
    }
}
