package io.rina.cli.simulate;

import io.rina.cli.input.InputException;
import io.rina.cli.input.Threads;
import io.rina.cli.report.ResultsFolder;
import io.rina.cli.report.SimulationReport;
import io.rina.cli.report.SimulationTable;
import io.rina.cli.text.Progress;
import io.rina.sim.run.Outcome;
import io.rina.sim.run.Simulation;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.sweep.Sweep;
import io.rina.sim.trace.NetworkTrace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rina simulate}: what a scenario file says, in virtual time. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = "Run what a scenario file describes on a simulated network: one run, or one"
                + " for each point of a grid, several side by side. Writes results.csv,"
                + " results.json and report.html. docs/scenario-file.md has every key.",
        footer = {
            "",
            "Examples:",
            "  ./rina simulate examples/simulation/partial-deployment.yaml",
            "  ./rina simulate examples/simulation/training.yaml --set strategy=ring --out ring"
        })
public final class SimulateCommand implements Callable<Integer> {
    /** More than Perfetto shows in a browser. */
    private static final long MOST_TRACE_BYTES = 2L << 30;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SCENARIO", description = "The scenario file, in YAML.")
    private Path file = Path.of("");

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where the results go. Default: the file's name without its ending, in"
                    + " the current folder.")
    private @Nullable Path out;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a key in place of what the file says, as in ina.switches=2; of a"
                    + " swept key this is then the only value. May be given several times.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(
            names = "--point",
            paramLabel = "N",
            description = "Of a grid only this point, counted from 1 as in results.csv.")
    private @Nullable Integer point;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs side by side. Default: one for each core.")
    private @Nullable Integer threads;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Also write what every link and rank does, for https://ui.perfetto.dev;"
                    + " for a single run in packets mode.")
    private @Nullable Path trace;

    @Option(
            names = "--speed",
            paramLabel = "RUNS",
            description = "Run a single point so many times, one after the other, print how fast"
                    + " the simulator was, and write that into speed.csv.")
    private @Nullable Integer speed;

    @Override
    public Integer call() throws InterruptedException {
        int sideBySide = Threads.orCores(threads);
        ScenarioFile scenarios = ScenarioFile.read(file, overrides);
        if (point != null) {
            scenarios = scenarios.only(point);
        }
        Path folder = out == null ? defaultFolder() : out;
        new ResultsFolder(folder).checkWritable(SimulationReport.FILES);
        List<Outcome> outcomes = outcomes(scenarios, folder, sideBySide);
        SimulationReport report = SimulationResults.report(scenarios, command(folder), outcomes);
        report.write(folder);
        PrintWriter print = spec.commandLine().getOut();
        print.print(SimulationTable.text(report));
        print.println("report: " + folder.resolve("report.html").toAbsolutePath());
        print.flush();
        boolean unfinished =
                outcomes.stream().anyMatch(outcome -> outcome instanceof Outcome.Unfinished);
        return unfinished ? 1 : 0;
    }

    private List<Outcome> outcomes(ScenarioFile scenarios, Path folder, int sideBySide)
            throws InterruptedException {
        if (trace != null) {
            return traced(single(scenarios, "--trace"), trace);
        }
        return speed == null
                ? sweep(scenarios, sideBySide)
                : timed(single(scenarios, "--speed"), Math.max(1, speed), folder);
    }

    private List<Outcome> timed(Scenario scenario, int runs, Path folder) {
        SpeedRuns speeds = SpeedRuns.of(scenario, runs);
        speeds.write(folder);
        spec.commandLine().getOut().print(speeds.text());
        return List.of(speeds.outcome());
    }

    private static Scenario single(ScenarioFile scenarios, String option) {
        if (scenarios.points().size() != 1) {
            throw new InputException(option + " needs a single run, and the file makes "
                    + scenarios.points().size() + "; choose one with --point");
        }
        return scenarios.points().getFirst().scenario();
    }

    private Path defaultFolder() {
        return Path.of(String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", ""));
    }

    private String command(Path folder) {
        StringBuilder command = new StringBuilder("./rina simulate " + file);
        overrides.forEach((key, value) -> command.append(" --set '" + key + "=" + value + "'"));
        return command + (point == null ? "" : " --point " + point) + " --out " + folder;
    }

    private static List<Outcome> sweep(ScenarioFile scenarios, int sideBySide)
            throws InterruptedException {
        List<Scenario> all = scenarios.scenarios();
        try (Progress progress = new Progress("runs", all.size())) {
            return Sweep.run(all, sideBySide, progress::step);
        }
    }

    private static List<Outcome> traced(Scenario scenario, Path trace) {
        if (scenario.mode() != Scenario.Mode.PACKETS) {
            throw new InputException(
                    "--trace shows packets, and the mode is not packets; say --set mode=packets");
        }
        try (OutputStream stream =
                        new BoundedOutput(Files.newOutputStream(trace), MOST_TRACE_BYTES);
                NetworkTrace observer = new NetworkTrace(stream, scenario.fabric(), 0)) {
            return List.of(Simulation.run(scenario, observer));
        } catch (IOException | UncheckedIOException e) {
            throw new UncheckedIOException(
                    "cannot write the trace " + trace + ": " + e.getMessage(), new IOException(e));
        }
    }
}
