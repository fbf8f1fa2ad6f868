package io.rina.cli.reproduce;

import io.rina.cli.report.ReproductionReport.Section;
import io.rina.cli.report.ReproductionReport.Verdict;
import io.rina.cli.report.SimulationReport;
import io.rina.cli.reproduce.Experiment.Part;
import io.rina.cli.simulate.ScenarioFile;
import io.rina.cli.simulate.SimulationResults;
import io.rina.sim.run.Outcome;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.sweep.Sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The runs of some experiments: all are one sweep, so that no core waits. */
final class Reproduction {
    /** {@code anchors} is empty, or has the same points without packets and with. */
    private record Runs(Experiment experiment, ScenarioFile grid, List<ScenarioFile> anchors) {}

    private final List<Runs> runs = new ArrayList<>();
    private final Path folder;

    /** Reads the scenario files from {@code folder}. */
    Reproduction(Path folder, List<Experiment> experiments, boolean quick) {
        this.folder = folder;
        for (Experiment experiment : experiments) {
            ScenarioFile grid = read(experiment, quick ? experiment.quick() : Part.ALL, Map.of());
            runs.add(new Runs(experiment, grid, anchors(experiment, quick)));
        }
    }

    private ScenarioFile read(Experiment experiment, Part part, Map<String, String> more) {
        Map<String, String> set = new HashMap<>(part.set());
        set.putAll(more);
        return ScenarioFile.read(file(experiment), set).keep(part.keep());
    }

    private Path file(Experiment experiment) {
        return folder.resolve(experiment.name() + ".yaml");
    }

    private List<ScenarioFile> anchors(Experiment experiment, boolean quick) {
        Part part = experiment.anchors();
        if (part == null || quick) {
            return List.of();
        }
        return List.of(
                read(experiment, part, Map.of()),
                read(experiment, part, Map.of("mode", "packets")));
    }

    private List<ScenarioFile> files() {
        List<ScenarioFile> files = new ArrayList<>();
        for (Runs one : runs) {
            files.add(one.grid());
            files.addAll(one.anchors());
        }
        return files;
    }

    int size() {
        return files().stream().mapToInt(file -> file.points().size()).sum();
    }

    /** {@code command} is what to type for one experiment, up to its name. */
    List<Section> run(int threads, Sweep.Listener listener, String command)
            throws InterruptedException {
        List<Scenario> scenarios = new ArrayList<>();
        files().forEach(file -> scenarios.addAll(file.scenarios()));
        List<Outcome> outcomes = new ArrayList<>(Sweep.run(scenarios, threads, listener));
        List<Section> sections = new ArrayList<>();
        for (Runs one : runs) {
            String again = command + " --only " + one.experiment().name();
            SimulationReport report = take(one.grid(), again, outcomes);
            List<SimulationReport> anchors = new ArrayList<>();
            for (ScenarioFile file : one.anchors()) {
                anchors.add(take(file, again, outcomes));
            }
            sections.add(section(one.experiment(), report, anchors));
        }
        return sections;
    }

    /** The first outcomes, which are then gone from the list, are those of {@code file}. */
    private static SimulationReport take(
            ScenarioFile file, String command, List<Outcome> outcomes) {
        List<Outcome> own = outcomes.subList(0, file.points().size());
        SimulationReport report = SimulationResults.report(file, command, own);
        own.clear();
        return report;
    }

    private Section section(
            Experiment experiment, SimulationReport report, List<SimulationReport> anchors) {
        Grid grid = Grid.of(report);
        Grid packetAnchors = anchors.isEmpty() ? null : Grid.of(anchors.getLast());
        List<Verdict> verdicts = experiment.claims().stream()
                .map(claim -> claim.of(grid, packetAnchors))
                .toList();
        List<String> notes = new ArrayList<>();
        if (!anchors.isEmpty()) {
            notes.add("At " + anchors.getLast().points().size()
                    + " anchors the time of " + anchors.getFirst().settings().get("mode")
                    + " over that of packets is: "
                    + Deviation.of(Grid.of(anchors.getFirst()), Grid.of(anchors.getLast())));
        }
        if (grid.has("mode")) {
            Grid packets = grid.where("mode", "packets");
            for (String mode : grid.values("mode")) {
                if (!mode.equals("packets")) {
                    notes.add("The time of " + mode + " over that of packets is: "
                            + Deviation.of(grid.where("mode", mode), packets));
                }
            }
        }
        return new Section(experiment.name(), experiment.about(), report, verdicts, notes);
    }
}
