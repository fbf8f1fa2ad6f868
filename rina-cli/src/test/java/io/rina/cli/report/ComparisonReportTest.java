package io.rina.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.report.ComparisonReport.Row;
import io.rina.cli.report.TrainReport.Environment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonReportTest {
    private static ComparisonReport report(int sizes, boolean sameBits) {
        List<Row> rows = new ArrayList<>();
        for (int size = 0; size < sizes; size++) {
            long elements = 1000L << (2 * size);
            for (String strategy : List.of("rina", "ring", "double-tree")) {
                double us = elements * (1.0 + strategy.length() / 10.0);
                rows.add(new Row(
                        4 * elements,
                        elements,
                        strategy,
                        us,
                        us * 0.9,
                        us * 1.2,
                        us * 0.8,
                        4000,
                        4100,
                        0,
                        sameBits));
            }
        }
        return new ComparisonReport(
                "rack0(INA){0,1} rack1<{2,3}",
                4,
                "./rina bench --strategy all",
                20,
                rows,
                List.of("switchml: needs <all> racks"),
                new Environment("0.1", "JVM 25", "Linux", 2, Instant.EPOCH));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void everyPageShouldBeWholeAndLoadNothing(int sizes) {
        String page = ComparisonPage.of(report(sizes, true));

        assertThat(page).startsWith("<!doctype html>").endsWith("</main></body></html>\n");
        assertThat(page).doesNotContain("could not be drawn", "NaN\"", "Infinity", "rgb(");
        assertThat(page.replace("http://www.w3.org/", "").replace("http://www.jfree.org/", ""))
                .doesNotContain("http:", "https:", "src=", "href=", "@import", "<script");
        for (String element : List.of("section", "div", "svg", "table", "figure", "ul", "dl")) {
            assertThat(page.split("<" + element + "[ >]", -1))
                    .as(element)
                    .hasSameSizeAs(page.split("</" + element + ">", -1));
        }
    }

    @Test
    void shouldShowEachStrategyInItsOwnColour() {
        String page = ComparisonPage.of(report(3, true));

        for (String strategy : List.of("rina", "ring", "double-tree")) {
            assertThat(page).contains("var(--s" + ComparisonCharts.color(strategy) + ")");
        }
    }

    @Test
    void shouldSayWhatIsNotThereAndEscapeIt() {
        assertThat(ComparisonPage.of(report(2, true)))
                .contains("switchml: needs &lt;all&gt; racks", "rack1&lt;{2,3}")
                .contains("All strategies gave the same bits at all ranks.");
    }

    @Test
    void shouldNotHideThatBitsDiffer() {
        assertThat(ComparisonPage.of(report(2, false)))
                .contains("Not all strategies gave the same bits", "<td>NO</td>");
    }

    @Test
    void shouldWriteTheDataBesideThePage(@TempDir Path folder) {
        Path data = report(2, true).write(folder.resolve("all.html"));

        assertThat(data).isEqualTo(folder.resolve("all.json"));
        assertThat(data).content().contains("\"strategy\" : \"double-tree\"");
    }
}
