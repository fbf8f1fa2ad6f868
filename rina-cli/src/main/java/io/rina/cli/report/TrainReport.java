package io.rina.cli.report;

import io.rina.cli.text.Json;
import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that is known of a training run when it is over. It holds no reference to anything that ran,
 * so that a page can be made again from the JSON.
 *
 * @param title a line for people, such as "Fashion-MNIST on 2 racks of 2"
 * @param command what to type to get the same run
 * @param settings everything that decides the outcome, in the order to show it in
 * @param steps one for each step of the training
 * @param ranks one for each rank, in order
 * @param switches one for each software switch, in the order of the racks
 * @param traffic what each node has sent, beside what its plan says; empty if not counted
 */
public record TrainReport(
        String title,
        String command,
        Map<String, String> settings,
        PlanShape plan,
        Outcome outcome,
        List<Step> steps,
        List<RankReport> ranks,
        List<SwitchReport> switches,
        List<NodeTraffic> traffic,
        Environment environment) {
    public TrainReport {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        steps = List.copyOf(steps);
        ranks = List.copyOf(ranks);
        switches = List.copyOf(switches);
        traffic = List.copyOf(traffic);
        if (ranks.isEmpty()) {
            throw new IllegalArgumentException("a report needs at least one rank");
        }
    }

    /**
     * The results.
     *
     * @param testAccuracy the share of {@code testImages} that were classified rightly
     * @param samplesPerSecond of all ranks together
     * @param communicationShare the part of the training time that went into the all-reduce
     * @param predictedCommunicateMs what a step's all-reduces were predicted to take
     */
    public record Outcome(
            double testAccuracy,
            int testImages,
            double samplesPerSecond,
            double communicationShare,
            double trainingSeconds,
            double predictedCommunicateMs) {}

    /** One step: its loss, and where its time went, as a mean over the ranks. */
    public record Step(double loss, double computeMs, double communicateMs, double updateMs) {
        double totalMs() {
            return computeMs + communicateMs + updateMs;
        }
    }

    /**
     * One rank.
     *
     * @param host the machine, for people
     * @param digest of all parameters after training; equal on all ranks if all is well
     * @param meanStep its mean times a step; the loss is the last one's
     * @param counters what its endpoint counted
     * @param numbers what the conversion to fixed point did, over the whole run
     */
    public record RankReport(
            int rank,
            String host,
            String digest,
            Step meanStep,
            Map<Counter, Long> counters,
            NumberReport numbers) {
        public RankReport {
            counters = Map.copyOf(counters);
        }
    }

    /** A software switch and what it counted. */
    public record SwitchReport(String name, Map<Counter, Long> counters) {
        public SwitchReport {
            counters = Map.copyOf(counters);
        }
    }

    /** Where it ran, and with what. */
    public record Environment(String rina, String jdk, String system, int cores, Instant finished) {
        /** This machine, now; {@code rina} is the version. */
        public static Environment here(String rina) {
            return new Environment(
                    rina,
                    System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                    System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                            + System.getProperty("os.arch"),
                    Runtime.getRuntime().availableProcessors(),
                    Instant.now());
        }
    }

    /** Whether all ranks ended with the same parameters, bit by bit. */
    public boolean digestsAgree() {
        return ranks.stream().map(RankReport::digest).distinct().count() == 1;
    }

    /**
     * Writes the page to {@code page}, such as {@code report.html}, and the data beside it, as
     * {@code report.json}; folders are made if need be. Returns the path of the data.
     */
    public Path write(Path page) {
        return new PageFile(page).write(toJson(), ReportPage.of(this));
    }

    public String toJson() {
        return Json.write(this) + "\n";
    }

    public static TrainReport fromJson(String json) {
        return Json.read(json, TrainReport.class);
    }
}
