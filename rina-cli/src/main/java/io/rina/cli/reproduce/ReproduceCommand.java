package io.rina.cli.reproduce;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import io.rina.cli.input.Threads;
import io.rina.cli.report.ReproductionReport;
import io.rina.cli.report.ReproductionReport.Section;
import io.rina.cli.report.ReproductionReport.Verdict;
import io.rina.cli.report.ResultsFolder;
import io.rina.cli.report.SimulationReport;
import io.rina.cli.text.Progress;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rina reproduce}: the claims of the Rina paper, checked one by one. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        description = {
            "Check the claims of the Rina paper (ICNP 2024) with simulations. Prints a verdict on"
                    + " each claim and the numbers that it follows from, and writes report.html,"
                    + " verdicts.csv, and results.csv and results.json of each experiment.",
            "",
            "Each experiment is a scenario file under examples/reproduction, which './rina"
                    + " simulate' takes as well. docs/reproduction.md says what was chosen where"
                    + " the paper could not be had, when a claim counts as one that holds, and what"
                    + " came out."
        },
        footer = {
            "",
            "Examples:",
            "  ./rina reproduce --quick",
            "  ./rina reproduce --only chain,incast --out chain-and-incast"
        })
public final class ReproduceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--quick",
            description = "A part of each grid: a few deployments, shorter messages. The verdicts"
                    + " are then rough.")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Only these experiments; --list names them.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--list", description = "Say which experiments there are, and run none.")
    private boolean list;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            defaultValue = "reproduction",
            description = "Where the results go. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("reproduction");

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs side by side. Default: one for each core.")
    private @Nullable Integer threads;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter print = spec.commandLine().getOut();
        List<Experiment> chosen = chosen();
        if (list) {
            chosen.forEach(experiment -> print.println(experiment.name()));
            print.flush();
            return 0;
        }
        int sideBySide = Threads.orCores(threads);
        Reproduction reproduction = new Reproduction(scenarios(), chosen, quick);
        checkOut(chosen);
        List<Section> sections;
        try (Progress progress = new Progress("runs", reproduction.size())) {
            sections = reproduction.run(sideBySide, progress::step, command());
        }
        String again = command() + (only.isEmpty() ? "" : " --only " + String.join(",", only));
        new ReproductionReport(again, quick, sections).write(out);
        sections.forEach(section -> print(section, print));
        print.println("report: " + out.resolve("report.html").toAbsolutePath());
        print.flush();
        return 0;
    }

    private List<Experiment> chosen() {
        List<Experiment> all = Experiments.all();
        List<String> names = all.stream().map(Experiment::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw new InputException("--only: there is no experiment '" + name + "'"
                        + Closest.hint(name, names) + " (there are " + String.join(", ", names)
                        + ")");
            }
        }
        return all.stream()
                .filter(experiment -> only.isEmpty() || only.contains(experiment.name()))
                .toList();
    }

    /** They come with the sources; rina.home is the folder that ./rina is in. */
    private static Path scenarios() {
        Path folder = Path.of(System.getProperty("rina.home", "")).resolve("examples/reproduction");
        if (!Files.isDirectory(folder)) {
            throw new InputException("the scenario files are not in " + folder.toAbsolutePath()
                    + "; start it as ./rina from a checkout");
        }
        return folder;
    }

    private void checkOut(List<Experiment> chosen) {
        new ResultsFolder(out).checkWritable(ReproductionReport.FILES);
        for (Experiment experiment : chosen) {
            new ResultsFolder(out.resolve(experiment.name())).checkWritable(SimulationReport.DATA);
        }
    }

    private String command() {
        return "./rina reproduce" + (quick ? " --quick" : "");
    }

    private static void print(Section section, PrintWriter print) {
        print.println();
        print.println(section.name() + ": " + section.report().title());
        for (Verdict verdict : section.verdicts()) {
            print.printf(
                    "  %-13s  %s: %s%n",
                    verdict.level().words(), verdict.claim(), verdict.summary());
        }
        section.notes().forEach(note -> print.println("  " + note));
    }
}
