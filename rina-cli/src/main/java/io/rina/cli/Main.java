package io.rina.cli;

import io.rina.cli.plan.ExplainCommand;
import io.rina.cli.plan.PlanCommand;
import io.rina.cli.reproduce.ReproduceCommand;
import io.rina.cli.run.BenchCommand;
import io.rina.cli.run.CoordinatorCommand;
import io.rina.cli.run.LaunchCommand;
import io.rina.cli.run.SwitchCommand;
import io.rina.cli.run.TrainCommand;
import io.rina.cli.run.WorkerCommand;
import io.rina.cli.simulate.SimulateCommand;
import io.rina.cli.swarm.SwarmCommand;
import io.rina.cli.text.Output;
import io.rina.cli.text.Version;
import java.util.Locale;
import java.util.Map;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Entry point of the command line, and the list of its commands. */
@Command(
        name = "rina",
        mixinStandardHelpOptions = true,
        header = "Rina sums gradients for data-parallel training over a ring of racks.",
        description = {
            "",
            "A rack whose switch aggregates is one member of the ring; a worker under an"
                    + " ordinary switch is a member by itself.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {
            TrainCommand.class,
            BenchCommand.class,
            PlanCommand.class,
            ExplainCommand.class,
            SimulateCommand.class,
            ReproduceCommand.class,
            SwarmCommand.class,
            LaunchCommand.class,
            CoordinatorCommand.class,
            SwitchCommand.class,
            WorkerCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:done",
            " 1:failed while running",
            " 2:an argument, a file, an address or the job key cannot be used",
            " 3:the launcher of this process is gone"
        },
        footer = {
            "",
            "Examples:",
            "  ./rina train --racks 2 --workers 2 --ina all",
            "  ./rina plan show --cluster examples/two-racks.yaml",
            "  ./rina simulate examples/simulation/partial-deployment.yaml",
            "  ./rina reproduce --quick",
            "",
            "'./rina COMMAND --help' tells more of a command."
        })
public final class Main implements Runnable {
    private final Map<String, String> environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "When something fails, also print where (RINA_DEBUG=1 does the same).")
    private boolean verbose;

    private Main(Map<String, String> environment) {
        this.environment = environment;
    }

    public static void main(String[] args) {
        // gRPC logs through java.util.logging; logback.xml is to decide on that, too.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        // Numbers are written in one way, whatever the machine's language.
        Locale.setDefault(Locale.ROOT);
        int code = commandLine(System.getenv()).execute(args);
        if (code == 0 && System.out.checkError()) {
            System.err.println("rina: " + Output.LOST);
            code = 1;
        }
        System.exit(code);
    }

    /** The whole command line; {@code environment} stands for the variables of the process. */
    static CommandLine commandLine(Map<String, String> environment) {
        Main main = new Main(environment);
        CommandLine line = new CommandLine(main);
        Errors errors = new Errors(main::isVerbose);
        line.setExecutionStrategy(Errors::execute);
        line.setParameterExceptionHandler(errors);
        line.setExecutionExceptionHandler(errors);
        line.setUsageHelpAutoWidth(true);
        giveVersion(line);
        return line;
    }

    /** Every command has --version; a command need not say so itself. */
    private static void giveVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Main::giveVersion);
    }

    private boolean isVerbose() {
        return verbose || !environment.getOrDefault("RINA_DEBUG", "").isEmpty();
    }

    /** Without a command: what there is. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
