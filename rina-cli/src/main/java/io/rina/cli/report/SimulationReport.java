package io.rina.cli.report;

import io.rina.cli.text.Json;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What simulations have shown, without anything that changes from one machine or day to the next:
 * the same scenario makes the same bytes.
 *
 * @param command what to type to get the same again
 * @param settings what all points have, by path
 * @param keys that the points differ in
 */
public record SimulationReport(
        String title,
        String command,
        Map<String, String> settings,
        List<String> keys,
        List<Point> points) {
    public static final List<String> DATA = List.of("results.csv", "results.json");
    public static final List<String> FILES = List.of("results.csv", "results.json", "report.html");

    public SimulationReport {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        keys = List.copyOf(keys);
        points = List.copyOf(points);
    }

    /**
     * One scenario.
     *
     * @param values of the keys
     * @param outcome "done", or why there are no figures
     */
    public record Point(List<String> values, String outcome, Figures figures) {
        public static final String DONE = "done";

        public Point {
            values = List.copyOf(values);
        }

        public boolean isDone() {
            return outcome.equals(DONE);
        }
    }

    /**
     * What was measured; all zero where nothing was run to its end.
     *
     * @param iterationSeconds the mean of all jobs and iterations
     * @param totalSeconds until the last job was done
     * @param computeSeconds that the slowest worker computes in an iteration, on average
     * @param reducedGbps payload of an iteration over its time
     * @param samplesPerSec of all workers of all jobs; 0 where nothing is trained
     * @param window fragments under way on a channel
     * @param peakQueueUs the longest that a packet waited for a link
     * @param jobsIterationSeconds by job, each iteration
     * @param flows of a workload of flows, in the order in which they began
     */
    public record Figures(
            BigDecimal iterationSeconds,
            BigDecimal totalSeconds,
            BigDecimal computeSeconds,
            double reducedGbps,
            double samplesPerSec,
            int window,
            long wireBytes,
            long busiestLinkBytes,
            long lost,
            long marked,
            double peakQueueUs,
            double backgroundGbps,
            long packets,
            List<List<BigDecimal>> jobsIterationSeconds,
            List<FlowFigures> flows) {
        public static final Figures NONE = new Figures(
                BigDecimal.ZERO,
                BigDecimal.ZERO,
                BigDecimal.ZERO,
                0,
                0,
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
        /** From this share of computing on, no network makes an iteration faster by much. */
        private static final double BOUND = 0.99;

        public Figures {
            jobsIterationSeconds = List.copyOf(jobsIterationSeconds);
            flows = List.copyOf(flows);
        }

        /** Whether an iteration takes what its computing takes. */
        boolean isComputeBound() {
            double iteration = iterationSeconds.doubleValue();
            return iteration > 0 && computeSeconds.doubleValue() >= BOUND * iteration;
        }
    }

    /** A flow from host to host. */
    public record FlowFigures(
            int from, int to, long bytes, BigDecimal startSeconds, BigDecimal seconds) {}

    /** Writes {@link #FILES} into {@code folder}, which is made. */
    public void write(Path folder) {
        Map<String, String> files = data();
        files.put("report.html", SimulationPage.of(this));
        new ResultsFolder(folder).write(files);
    }

    /** Writes what is not for people, {@link #DATA}: another page shows it. */
    public void writeData(Path folder) {
        new ResultsFolder(folder).write(data());
    }

    private Map<String, String> data() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("results.csv", SimulationTable.csv(this));
        files.put("results.json", toJson());
        return files;
    }

    String toJson() {
        return Json.write(this) + "\n";
    }

    /** The values of a key, each once, in the order of the points. */
    List<String> valuesOf(int key) {
        List<String> values = new ArrayList<>();
        for (Point point : points) {
            if (!values.contains(point.values().get(key))) {
                values.add(point.values().get(key));
            }
        }
        return values;
    }
}
