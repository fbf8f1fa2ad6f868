package io.rina.cli.plan;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterOptions;
import io.rina.cli.input.InputException;
import io.rina.cli.input.Rates;
import io.rina.cli.text.Json;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rina explain}: which strategy an operation runs on, and why. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Tell which strategy an all-reduce of some size runs on, and why.",
            "Shows what the switch of each rack does, and for each strategy its steps, the bytes on"
                    + " the busiest links and the predicted time, or why it cannot be had."
        })
public final class ExplainCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Option(
            names = "--elements",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "How many floats to sum. Default: ${DEFAULT-VALUE}.")
    private int elements;

    @Option(
            names = "--host-rate",
            paramLabel = "RATE",
            description = "Suppose that hosts have links of so many bits a second, as in 10G, and"
                    + " a processor each. Default: the cluster file's costs.")
    private @Nullable String hostRate;

    @Option(
            names = "--uplink-rate",
            paramLabel = "RATE",
            description = "The same for the link of a rack. Default: as --host-rate.")
    private @Nullable String uplinkRate;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public void run() {
        if (elements < 1) {
            throw new InputException("--elements: there must be at least 1, not " + elements);
        }
        Explanation explanation = Explanation.of(supposed(options.cluster()), elements);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.write(explanation));
        } else {
            out.print(ExplanationText.of(explanation));
        }
        out.flush();
    }

    private ClusterFile supposed(ClusterFile cluster) {
        if (hostRate == null && uplinkRate == null) {
            return cluster;
        }
        if (hostRate == null) {
            throw new InputException("--uplink-rate needs --host-rate beside it");
        }
        String host = hostRate;
        String uplink = uplinkRate == null ? hostRate : uplinkRate;
        return cluster.withCosts(cluster.costs()
                .onNetwork(
                        InputException.check("--host-rate", () -> Rates.parse(host)),
                        InputException.check("--uplink-rate", () -> Rates.parse(uplink))));
    }
}
