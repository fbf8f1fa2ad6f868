package io.rina.cli.plan;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands about plans. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Look at plans without running anything.",
        subcommands = PlanShow.class)
public final class PlanCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
