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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rina switch}: an aggregating switch in software. */
@Command(
        name = "switch",
        mixinStandardHelpOptions = true,
        description = "Be an aggregating switch, in software, for one job.")
public final class SwitchCommand implements Callable<Integer> {
    /** One of the two. */
    private static final class Place {
        @Option(
                names = "--rack",
                required = true,
                paramLabel = "NAME",
                description = "The switch of the rack with this name in the cluster file.")
        private @Nullable String rack;

        @Option(names = "--core", required = true, description = "The core switch.")
        private boolean core;
    }

    @Mixin
    private final MemberOptions options = new MemberOptions();

    @ArgGroup(multiplicity = "1")
    private final Place place = new Place();

    @Override
    public Integer call() {
        ClusterFile cluster = options.cluster();
        String rack = place.core ? null : place.rack;
        ClusterRack described = rack == null ? null : cluster.rack(rack);
        HostPort bind = described == null ? cluster.coreAddress() : described.switchAddress();
        if (bind == null) {
            throw new InputException((rack == null ? "the core" : "rack " + rack)
                    + " has no aggregating switch: set ina: true in the cluster file");
        }
        Consumer<Event> events = options.events(System.out);
        String name = "switch " + (rack == null ? "core" : rack);
        JobOptions job = options.job(cluster, bind);
        try (SwitchNode node = SwitchNode.open(job.port(), SwitchNode.DEFAULT_SLOTS)) {
            SwitchService service = described == null
                    ? node.joinAsCore(job)
                    : node.join(job, cluster.racks().indexOf(described));
            events.accept(
                    new Event.Started(name, ProcessHandle.current().pid(), node.describePort()));
            service.serve();
            events.accept(new Event.Finished(name, node.counters()));
        }
        return 0;
    }
}
