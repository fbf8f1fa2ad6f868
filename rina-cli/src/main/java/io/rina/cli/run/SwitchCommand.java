package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.runtime.SwitchNode;
import io.rina.runtime.SwitchService;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.PortOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rina switch}: an aggregating switch in software. */
@Command(
        name = "switch",
        mixinStandardHelpOptions = true,
        description = {
            "Be the aggregating switch of a rack, or the core, in software, until its jobs end.",
            "Give --cluster several times to serve several jobs, whose files must have the switch"
                    + " at the same address."
        })
public final class SwitchCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchCommand.class);

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

    @Mixin
    private final PortKindOption portKind = new PortKindOption();

    @ArgGroup(multiplicity = "1")
    private final Place place = new Place();

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Slots for all jobs and rank groups together, of a frame each; where they"
                    + " do not suffice the rack takes part without aggregation. Default:"
                    + " ${DEFAULT-VALUE}.")
    private long slots = SwitchNode.DEFAULT_SLOTS;

    @Override
    public Integer call() {
        if (slots < 0) {
            throw new InputException("--slots: there must be 0 or more, not " + slots);
        }
        List<ClusterFile> clusters = options.clusters();
        Consumer<Event> events = options.events(System.out);
        List<JobOptions> jobs = new ArrayList<>();
        for (int i = 0; i < clusters.size(); i++) {
            jobs.add(options.job(
                    clusters.get(i), i, switchAddress(clusters.get(i)), portKind.kind(), events));
        }
        try (SwitchNode node = SwitchNode.open(port(jobs), slots)) {
            serveAll(node, clusters, jobs, events);
            events.accept(new Event.Finished("switch " + name(), node.counters()));
        }
        return 0;
    }

    /** Null for the core. */
    private @Nullable String rack() {
        return place.core ? null : place.rack;
    }

    private String name() {
        String rack = rack();
        return rack == null ? "core" : rack;
    }

    private HostPort switchAddress(ClusterFile cluster) {
        String rack = rack();
        HostPort address =
                rack == null ? cluster.coreAddress() : cluster.rack(rack).switchAddress();
        if (address == null) {
            throw new InputException((rack == null ? "the core" : "rack " + rack)
                    + " has no aggregating switch: set ina: true in the cluster file");
        }
        return address;
    }

    /** One port with room for the nodes and frames of all jobs. */
    private PortOptions port(List<JobOptions> jobs) {
        PortOptions port = jobs.getFirst().port();
        int nodes = 0;
        for (JobOptions job : jobs) {
            if (!job.port().bind().equals(port.bind())) {
                throw new InputException("switch " + name() + " is at " + port.bind()
                        + " in one cluster file and at " + job.port().bind()
                        + " in another: a switch has one address for all its jobs");
            }
            nodes += job.port().nodes();
            if (job.port().maxFrameBytes() > port.maxFrameBytes()) {
                port = port.withMaxFrameBytes(job.port().maxFrameBytes());
            }
        }
        return port.withNodes(nodes);
    }

    /** Returns when all jobs have ended; throws what the first one ended with, if not well. */
    private void serveAll(
            SwitchNode node,
            List<ClusterFile> clusters,
            List<JobOptions> jobs,
            Consumer<Event> events) {
        List<CompletableFuture<Void>> services = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            ClusterFile cluster = clusters.get(i);
            JobOptions job = jobs.get(i);
            CompletableFuture<Void> service = new CompletableFuture<>();
            Thread.ofPlatform().daemon().name("rina-job-" + i).start(() -> {
                try {
                    serve(node, cluster, job, events);
                    service.complete(null);
                } catch (RuntimeException | Error e) {
                    if (jobs.size() > 1) {
                        // The other jobs may go on for long.
                        LOG.warn("the job of {} is over: {}", cluster.name(), e.getMessage());
                    }
                    service.completeExceptionally(e);
                }
            });
            services.add(service);
        }
        awaitAll(services);
    }

    private void serve(
            SwitchNode node, ClusterFile cluster, JobOptions job, Consumer<Event> events) {
        try (SwitchService service = join(node, cluster, job)) {
            synchronized (events) {
                events.accept(new Event.Started(
                        "switch " + name(), ProcessHandle.current().pid(), node.describePort()));
            }
            service.serve();
        }
    }

    private SwitchService join(SwitchNode node, ClusterFile cluster, JobOptions job) {
        String rack = rack();
        return rack == null
                ? node.joinAsCore(job)
                : node.join(job, cluster.racks().indexOf(cluster.rack(rack)));
    }

    private static void awaitAll(List<CompletableFuture<Void>> services) {
        RuntimeException first = null;
        for (CompletableFuture<Void> service : services) {
            try {
                service.join();
            } catch (CompletionException e) {
                RuntimeException failure = e.getCause() instanceof RuntimeException cause
                        ? cause
                        : new IllegalStateException(e.getCause());
                first = first == null ? failure : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
