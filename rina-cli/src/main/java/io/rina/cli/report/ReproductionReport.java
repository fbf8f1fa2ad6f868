package io.rina.cli.report;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims, and what simulations say of them, without anything that changes from one machine or day to
 * the next.
 *
 * @param command what to type to get the same again
 */
public record ReproductionReport(String command, boolean quick, List<Section> sections) {
    public static final List<String> FILES = List.of("report.html", "verdicts.csv");

    public ReproductionReport {
        sections = List.copyOf(sections);
    }

    /**
     * One experiment.
     *
     * @param about what it is for, in a few sentences
     * @param notes how far the numbers can be relied on
     */
    public record Section(
            String name,
            String about,
            SimulationReport report,
            List<Verdict> verdicts,
            List<String> notes) {
        public Section {
            verdicts = List.copyOf(verdicts);
            notes = List.copyOf(notes);
        }
    }

    /** How a claim did. */
    public enum Level {
        GOOD("holds"),
        ODD("holds in part"),
        BAD("does not hold");

        private final String words;

        Level(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * @param claim a sentence
     * @param summary of the numbers
     * @param numbers case by case
     */
    public record Verdict(String claim, Level level, String summary, List<String> numbers) {
        public Verdict {
            numbers = List.copyOf(numbers);
        }
    }

    /** Writes {@link #FILES}, and each experiment's data into a folder of its name. */
    public void write(Path folder) {
        for (Section section : sections) {
            section.report().writeData(folder.resolve(section.name()));
        }
        Map<String, String> files = new LinkedHashMap<>();
        files.put("verdicts.csv", verdicts());
        files.put("report.html", ReproductionPage.of(this));
        new ResultsFolder(folder).write(files);
    }

    private String verdicts() {
        StringBuilder csv = new StringBuilder();
        SimulationTable.line(csv, List.of("experiment", "claim", "verdict", "summary", "numbers"));
        for (Section section : sections) {
            for (Verdict verdict : section.verdicts()) {
                SimulationTable.line(
                        csv,
                        List.of(
                                section.name(),
                                verdict.claim(),
                                verdict.level().words(),
                                verdict.summary(),
                                String.join("; ", verdict.numbers())));
            }
        }
        return csv.toString();
    }
}
