package io.rina.cli.plan;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterOptions;
import io.rina.cli.input.InputException;
import io.rina.cli.text.Json;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what one all-reduce does on a cluster, and what it costs. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Prove a plan right, then print its ring, chunks, steps, slots and the"
                + " bytes on each link.")
public final class PlanShow implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Option(
            names = "--elements",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "How many numbers to sum. Default: ${DEFAULT-VALUE}.")
    private int elements;

    @Option(names = "--exchanges", description = "Also list every exchange.")
    private boolean exchanges;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public void run() {
        if (elements < 1) {
            throw new InputException("--elements: there must be at least 1, not " + elements);
        }
        ClusterFile cluster = options.cluster();
        PlanView view = PlanView.of(cluster, cluster.chosen().plan(elements), elements, exchanges);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.write(view));
        } else {
            out.print(PlanText.of(view));
        }
        out.flush();
    }
}
