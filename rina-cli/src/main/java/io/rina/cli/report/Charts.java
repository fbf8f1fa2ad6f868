package io.rina.cli.report;

import io.rina.cli.report.TrainReport.RankReport;
import io.rina.cli.report.TrainReport.Step;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.svg.SVGGraphics2D;
import org.jfree.svg.ViewBox;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.series.MarkerSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The charts of a report as SVG. Colours are put in as placeholders and then exchanged for the
 * page's CSS variables, so that the charts follow light and dark. XChart draws its letters as
 * outlines, so that the page needs no font.
 */
final class Charts {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 300;
    /** Beyond so many steps neighbours are drawn as their mean. */
    private static final int MAX_POINTS = 280;

    private static final Color INK = new Color(1, 0, 0);
    private static final Color FAINT = new Color(2, 0, 0);
    private static final Color PAPER = new Color(3, 0, 0);
    private static final Color COMPUTE = new Color(4, 0, 0);
    private static final Color COMMUNICATE = new Color(5, 0, 0);
    private static final Color UPDATE = new Color(6, 0, 0);
    private static final Color LOSS = new Color(7, 0, 0);
    private static final String[] VARIABLES = {
        "",
        "muted",
        "line",
        "card",
        "compute",
        "communicate",
        "update",
        "loss",
        "s0",
        "s1",
        "s2",
        "s3",
        "s4",
        "s5",
        "s6",
        "s7",
        "s8",
        "s9",
        "s10",
        "s11"
    };
    private static final int FIRST_SERIES = 8;
    /** For lines that have no colour of their own. */
    private static final int SERIES_COLORS = VARIABLES.length - FIRST_SERIES;

    private Charts() {}

    /** The loss of each step. */
    static String loss(List<Step> steps) {
        XYChart chart = xyChart(highest(steps, Step::loss));
        add(chart, "loss", steps, Step::loss, LOSS, XYSeriesRenderStyle.Line);
        return svg(chart, "loss");
    }

    /** Where the time of each step went: areas one above the other. */
    static String times(List<Step> steps) {
        XYChart chart = xyChart(Math.min(highest(steps, Step::totalMs), timeLimit(steps)));
        // An area goes down to zero: the highest is drawn first, the others on top of it.
        XYSeriesRenderStyle area = XYSeriesRenderStyle.Area;
        add(chart, "update", steps, Step::totalMs, UPDATE, area);
        add(
                chart,
                "communicate",
                steps,
                step -> step.computeMs() + step.communicateMs(),
                COMMUNICATE,
                area);
        add(chart, "compute", steps, Step::computeMs, COMPUTE, area);
        return svg(chart, "times");
    }

    /** Whether {@link #times} has steps that go beyond its upper edge. */
    static boolean cutsTimes(List<Step> steps) {
        return highest(steps, Step::totalMs) > timeLimit(steps);
    }

    /**
     * The first steps, in which Java is still compiling, would leave no room for the others: the
     * chart ends at three times the median.
     */
    private static double timeLimit(List<Step> steps) {
        double[] sorted = means(steps, Step::totalMs);
        Arrays.sort(sorted);
        return 3 * sorted[sorted.length / 2];
    }

    private static double highest(List<Step> steps, ToDoubleFunction<Step> value) {
        return Arrays.stream(means(steps, value)).max().orElse(0);
    }

    /** A line through marked points, in the colour of that number; they come round again. */
    static void line(MarkerSeries series, int number) {
        Color color = new Color(FIRST_SERIES + number % SERIES_COLORS, 0, 0);
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(color);
        series.setLineColor(color);
        series.setLineStyle(new BasicStroke(2f));
    }

    /** The style sheet's name of the colour of that number. */
    static String lineKey(int number) {
        return "s" + number % SERIES_COLORS;
    }

    static XYChart xyChart(String xAxisTitle) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .xAxisTitle(xAxisTitle)
                .build();
        style(chart.getStyler());
        return chart;
    }

    private static XYChart xyChart(double highest) {
        XYChart chart = xyChart("step");
        fromZeroTo(chart.getStyler(), highest);
        chart.getStyler().setXAxisTickMarkSpacingHint(90);
        chart.getStyler().setXAxisDecimalPattern("#,##0");
        return chart;
    }

    private static void add(
            XYChart chart,
            String name,
            List<Step> steps,
            ToDoubleFunction<Step> value,
            Color color,
            XYSeriesRenderStyle style) {
        int width = binWidth(steps);
        double[] y = means(steps, value);
        double[] x = new double[y.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = i * (double) width;
        }
        // Where values are equally spaced, XChart takes its ticks from them and crowds the labels.
        x[x.length - 1] += 0.1;
        XYSeries series = chart.addSeries(name, x, y);
        series.setXYSeriesRenderStyle(style);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(color);
        series.setFillColor(color);
        series.setLineStyle(new BasicStroke(style == XYSeriesRenderStyle.Line ? 2f : 0.5f));
    }

    private static int binWidth(List<Step> steps) {
        return Math.max(1, (steps.size() + MAX_POINTS - 1) / MAX_POINTS);
    }

    private static double[] means(List<Step> steps, ToDoubleFunction<Step> value) {
        int width = binWidth(steps);
        double[] means = new double[(steps.size() + width - 1) / width];
        for (int i = 0; i < means.length; i++) {
            means[i] = steps.subList(i * width, Math.min(steps.size(), (i + 1) * width)).stream()
                    .mapToDouble(value)
                    .average()
                    .orElseThrow();
        }
        return means;
    }

    static CategoryChart categoryChart(String xAxisTitle) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .xAxisTitle(xAxisTitle)
                .build();
        style(chart.getStyler());
        return chart;
    }

    /** The mean step of each rank, in parts: a slow rank stands out. */
    static String ranks(List<RankReport> ranks) {
        CategoryChart chart = categoryChart("rank");
        fromZeroTo(
                chart.getStyler(),
                ranks.stream()
                        .mapToDouble(rank -> rank.meanStep().totalMs())
                        .max()
                        .orElse(0));
        chart.getStyler().setStacked(true);
        chart.getStyler().setAvailableSpaceFill(ranks.size() < 8 ? 0.4 : 0.7);
        List<Integer> names = ranks.stream().map(RankReport::rank).toList();
        stack(chart, "compute", names, ranks, Step::computeMs, COMPUTE);
        stack(chart, "communicate", names, ranks, Step::communicateMs, COMMUNICATE);
        stack(chart, "update", names, ranks, Step::updateMs, UPDATE);
        return svg(chart, "ranks");
    }

    private static void stack(
            CategoryChart chart,
            String name,
            List<Integer> names,
            List<RankReport> ranks,
            ToDoubleFunction<Step> value,
            Color color) {
        List<Double> heights =
                ranks.stream().map(rank -> value.applyAsDouble(rank.meanStep())).toList();
        chart.addSeries(name, names, heights).setFillColor(color);
    }

    static void fromZeroTo(AxesChartStyler styler, double highest) {
        styler.setYAxisMin(0.0);
        styler.setYAxisMax(highest > 0 ? highest * 1.08 : 1);
    }

    private static void style(AxesChartStyler styler) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        styler.setBaseFont(font);
        styler.setAxisTitleFont(font);
        styler.setAxisTickLabelsFont(font);
        styler.setLegendFont(font);
        styler.setChartTitleVisible(false);
        styler.setChartBackgroundColor(PAPER);
        styler.setPlotBackgroundColor(PAPER);
        styler.setLegendBackgroundColor(PAPER);
        styler.setLegendBorderColor(PAPER);
        styler.setPlotBorderVisible(false);
        styler.setChartFontColor(INK);
        styler.setXAxisTitleColor(INK);
        styler.setYAxisTitleColor(INK);
        styler.setAxisTickLabelsColor(INK);
        styler.setAxisTickMarksColor(FAINT);
        styler.setPlotGridLinesColor(FAINT);
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setAxisTicksMarksVisible(false);
        styler.setYAxisTitleVisible(false);
        styler.setLegendVisible(false);
        styler.setPlotContentSize(0.98);
        styler.setChartPadding(4);
    }

    static String svg(Chart<?, ?> chart, String name) {
        SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, HEIGHT);
        graphics.setDefsKeyPrefix(name);
        graphics.setGeomDoubleConverter(Html::pixels);
        chart.paint(graphics, WIDTH, HEIGHT);
        // Without dimensions, so that the page decides on the width.
        String svg =
                graphics.getSVGElement(null, false, new ViewBox(0, 0, WIDTH, HEIGHT), null, null);
        for (int i = 1; i < VARIABLES.length; i++) {
            svg = svg.replace("rgb(" + i + ",0,0)", "var(--" + VARIABLES[i] + ")");
        }
        return svg;
    }
}
