package io.rina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the command line says by itself, and how it says that something is wrong. */
class MainTest {
    @Test
    void shouldSayWhatItCanDoWhenCalledWithoutArguments() {
        CliRun run = CliRun.of();

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Commands:", "plan", "Examples:", "Exit codes:");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    }

    /** All commands at any depth, as words. */
    static Stream<List<String>> commands() {
        List<List<String>> all = new ArrayList<>();
        collect(Main.commandLine(Map.of()), List.of(), all);
        return all.stream();
    }

    private static void collect(CommandLine command, List<String> words, List<List<String>> all) {
        all.add(words);
        command.getSubcommands().forEach((name, sub) -> {
            List<String> longer = new ArrayList<>(words);
            longer.add(name);
            collect(sub, longer, all);
        });
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandShouldHaveHelpAndVersion(List<String> words) {
        CliRun help = with(words, "--help");
        CliRun version = with(words, "--version");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("Usage: rina " + String.join(" ", words));
        assertThat(version.exitCode()).isZero();
        assertThat(version.out()).matches("rina \\d\\S+\\R.*JDK.*\\R");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandShouldRefuseUnknownOptions(List<String> words) {
        CliRun run = with(words, "--verbsoe");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(
                        "rina: unknown option '--verbsoe'; did you mean '--verbose'? (see ./rina")
                .hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    private static CliRun with(List<String> words, String option) {
        List<String> args = new ArrayList<>(words);
        args.add(option);
        return CliRun.of(args.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plna|unknown command 'plna'; did you mean 'plan'? (see ./rina --help)",
                "fly|unknown command 'fly' (see ./rina --help)",
                "plan shwo|unknown command 'shwo'; did you mean 'show'? (see ./rina plan --help)",
                "plan show it|unexpected argument 'it' (see ./rina plan show --help)",
                "plan show --racks=x|Invalid value for option '--racks': 'x' is not a whole number up to 2,147,483,647"
                        + " (see ./rina plan show --help)",
                "plan show --rakcs=3|unknown option '--rakcs'; did you mean '--racks'?"
                        + " (see ./rina plan show --help)",
                "plan show --elements|Missing required parameter for option '--elements' (N)"
                        + " (see ./rina plan show --help)",
                "plan show --elements 0|--elements: there must be at least 1, not 0",
                "plan show --ina rack2|--ina: there is no rack 'rack2'; write none, all, or some of"
                        + " rack0,rack1",
                "plan show --racks 4 --workers 2,3|--racks says 4 but --workers lists 2; leave"
                        + " --racks away, or make them agree",
                "plan show --workers 0|--workers: a rack has at least one worker, not 0",
                "plan show --cluster x --ina all|--cluster and --ina exclude each other: the racks"
                        + " are either those of a file or made up",
                "plan show --strategy rnia|--strategy: no strategy is called 'rnia'; did you mean"
                        + " 'rina'? There are rina, rina-striped, rina-hops, ring, switchml, ps, atp, h-ar,"
                        + " halving-doubling, double-tree, auto, all",
                "plan show --ina rack0 --strategy switchml|switchml needs every rack's ToR to"
                        + " aggregate, which is not so in rack0(INA){0,1} rack1{2,3}; rina serves"
                        + " any mixture of racks"
            })
    void shouldSayInOneLineWhatIsWrongAndExitWithTwo(String args, String message) {
        CliRun run = CliRun.of(args.split(" "));

        assertThat(run.err()).isEqualTo("rina: " + message + System.lineSeparator());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void shouldPrintAStackTraceOnlyWhenAsked() {
        String[] args = {"plan", "show", "--racks", "0"};

        assertThat(CliRun.of(args).err()).hasLineCount(1);
        assertThat(CliRun.of(Map.of("RINA_DEBUG", "1"), args).err()).contains("\tat io.rina.cli.");
        assertThat(CliRun.of("plan", "show", "--racks", "0", "--verbose").err())
                .startsWith("rina: ")
                .contains("\tat io.rina.cli.");
        assertThat(CliRun.of("--verbose", "plan", "show", "--racks", "0").err())
                .contains("\tat io.rina.cli.");
    }

    /** What cannot be used is refused before a process is started for it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bench -n 0 | -n 0 is out of range: 1 to 100,000,000
            bench -n 2147483647 | -n 2147483647 is out of range: 1 to 100,000,000
            bench -w -1 | -w -1 is out of range: 0 to 100,000,000
            bench -f 1 | -f 1 is out of range: 2 to 2,147,483,647
            bench -c 2 | -c 2 is out of range: 0 to 1
            bench -b 3 | -b 3 is out of range: 4 to 8,000,000,000 bytes
            bench --elements 5,2147483647 | --elements 2147483647 is out of range: 0 to 2,000,000,000
            launch --cluster ../examples/two-racks.yaml bench -n 0 | -n 0 is out of range: 1 to 100,000,000
            train --epochs 0 | --epochs: there must be at least 1 epoch, not 0
            train --learning-rate NaN | --learning-rate: the learning rate must be above 0, not NaN
            launch --cluster ../examples/two-racks.yaml train --batch 0 | --batch: the global batch must be at least 1 image, not 0
            train --data nowhere --no-report | The data file nowhere/train-images-idx3-ubyte[.gz] cannot be used: there is no such folder. Name a folder with the four files of Fashion-MNIST, or of another set of 28 x 28 images in ten classes, or use the embedded subset.
            bench --type fp8 | --type: no type is called 'fp8'; there are f32, f64, i32, i64, bf16, f16
            bench --type i32 --wire 16 | --type i32 --op sum --wire 16 --arithmetic fixed: 16 bits on the wire are for sums and averages of f32, bf16 and f16 in FIXED arithmetic, not for the SUM of i32 in FIXED: choose 32 bits
            train --report= | --report: the name is empty; name a file, as report.html
            plan show --cluster= | the name of the cluster file is empty; name a file
            plan show --racks 2147483648 | Invalid value for option '--racks': '2147483648' is not a whole number up to 2,147,483,647 (see ./rina plan show --help)
            swarm --seed 9223372036854775808 | Invalid value for option '--seed': '9223372036854775808' is not a whole number up to 9,223,372,036,854,775,807 (see ./rina swarm --help)
            train --learning-rate x | Invalid value for option '--learning-rate': 'x' is not a number (see ./rina train --help)
            train --report target | --report: target is a folder; name a file, such as target/report.html
            """)
    void shouldRefuseOptionsOfAJobBeforeItStarts(String args, String message) {
        CliRun run = CliRun.of(args.split(" "));

        assertThat(run.err()).isEqualTo("rina: " + message + System.lineSeparator());
        assertThat(run.exitCode()).isEqualTo(2);
    }

    /** Help that shows what does not work is worse than none. */
    @Test
    void everyExampleInTheHelpShouldBeUnderstood() {
        List<String> examples = CliRun.of()
                .out()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("./rina ") && !line.contains("COMMAND"))
                .toList();

        assertThat(examples).hasSize(4);
        for (String example : examples) {
            String args = example.replace("./rina ", "");
            // Throws where an option or a command does not exist.
            assertThat(Main.commandLine(Map.of()).parseArgs(args.split(" ")).errors())
                    .as(example)
                    .isEmpty();
        }
    }
}
