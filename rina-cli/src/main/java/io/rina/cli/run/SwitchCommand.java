package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterFile.ClusterRack;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.runtime.SwitchNode;
import io.rina.runtime.SwitchService;
import io.rina.runtime.job.JobOptions;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rina switch}: an aggregating ToR in software. */
@Command(
        name = "switch",
        mixinStandardHelpOptions = true,
        description = "Be the aggregating switch of a rack, in software, for one job.")
public final class SwitchCommand implements Callable<Integer> {
    @Mixin
    private final MemberOptions options = new MemberOptions();

    @Option(
            names = "--rack",
            required = true,
            paramLabel = "NAME",
            description = "The rack, by its name in the cluster file.")
    private String rack = "";

    @Override
    public Integer call() {
        ClusterFile cluster = options.cluster();
        ClusterRack described = cluster.rack(rack);
        HostPort bind = described.switchAddress();
        if (bind == null) {
            throw new InputException("rack " + rack
                    + " has no aggregating switch: set ina: true in the cluster file");
        }
        Consumer<Event> events = options.events(System.out);
        int index = cluster.racks().indexOf(described);
        JobOptions job = options.job(cluster, bind);
        try (SwitchNode node = SwitchNode.open(job.port(), SwitchNode.DEFAULT_SLOTS)) {
            SwitchService service = node.join(job, index);
            events.accept(new Event.Started(
                    "switch " + rack, ProcessHandle.current().pid(), node.describePort()));
            service.serve();
            events.accept(new Event.Finished("switch " + rack, node.counters()));
        }
        return 0;
    }
}
