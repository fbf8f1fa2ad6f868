package io.rina.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the command line. */
@Command(
        name = "rina",
        mixinStandardHelpOptions = true,
        version = "rina 0.1.0-SNAPSHOT",
        description = "All-reduce for data-parallel training: in-network aggregation in a ring.")
public final class Main implements Runnable {
    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
