package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.PortOptions;
import io.rina.wire.Frame;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** What every process of a job is told. */
final class MemberOptions {
    @Option(
            names = "--cluster",
            required = true,
            paramLabel = "FILE",
            description = "The cluster file, the same at every process.")
    private List<Path> clusterPaths = List.of();

    @Option(
            names = "--coordinator",
            paramLabel = "HOST:PORT",
            description = "Where the coordinator listens, if not where the cluster file says.")
    private List<String> coordinators = List.of();

    @Option(names = "--launched", hidden = true, description = "Started by a launcher.")
    private boolean launched;

    /** The cluster file of a process that can be in one job only. */
    ClusterFile cluster() {
        if (clusterPaths.size() != 1 || coordinators.size() > 1) {
            throw new InputException("give --cluster and --coordinator once; only a switch can"
                    + " be in several jobs");
        }
        return clusters().getFirst();
    }

    /**
     * The clusters of a switch, one for each of its jobs; a launcher's child has one, and waits here
     * for its job key.
     */
    List<ClusterFile> clusters() {
        if (!coordinators.isEmpty() && coordinators.size() != clusterPaths.size()) {
            throw new InputException("--coordinator is given " + coordinators.size()
                    + " times and --cluster " + clusterPaths.size()
                    + " times: give one for each cluster file, in the same order, or none");
        }
        List<ClusterFile> clusters =
                clusterPaths.stream().map(ClusterFile::read).toList();
        return launched ? List.of(clusters.getFirst().withJobKey(ParentWatch.start())) : clusters;
    }

    /** Where events go: to the launcher as lines, or to a person as text. */
    Consumer<Event> events(PrintStream out) {
        if (!launched) {
            return new EventText(out);
        }
        EventLines lines = new EventLines();
        return event -> lines.write(out, event);
    }

    /** Whether a launcher started this process, hears its events, and judges them. */
    boolean isLaunched() {
        return launched;
    }

    JobOptions job(
            ClusterFile cluster, HostPort bind, PortOptions.Kind portKind, Consumer<Event> events) {
        return job(cluster, 0, bind, portKind, events);
    }

    /** {@code index}: of the cluster file among those given. */
    JobOptions job(
            ClusterFile cluster,
            int index,
            HostPort bind,
            PortOptions.Kind portKind,
            Consumer<Event> events) {
        int frameBytes = Frame.HEADER_BYTES + cluster.fragmentElements() * Float.BYTES;
        return new JobOptions(
                resolved(coordinatorOf(cluster, index)),
                cluster.jobKey().secret(),
                cluster.timeouts().join(),
                cluster.timeouts().operation(),
                PortOptions.loopback(cluster.toTopology().nodes())
                        .withBind(resolved(bind))
                        .withKind(portKind)
                        .withGsoSegments(cluster.gsoSegments())
                        .withMaxFrameBytes(frameBytes),
                whom -> events.accept(new Event.Waiting(whom)));
    }

    private HostPort coordinatorOf(ClusterFile cluster, int index) {
        HostPort address = coordinators.isEmpty()
                ? cluster.coordinator()
                : HostPort.parse(coordinators.get(index));
        if (address.port() == 0) {
            throw new InputException(
                    "the cluster file lets the coordinator take any port: say which it took with"
                            + " --coordinator " + address.host()
                            + ":PORT, or give it a port in the file");
        }
        return address;
    }

    static InetSocketAddress resolved(HostPort address) {
        InetSocketAddress socketAddress = address.toSocketAddress();
        if (socketAddress.isUnresolved()) {
            throw new InputException("the host '" + address.host()
                    + "' is unknown: no address is found for this name; correct it in the cluster file, or"
                    + " add it to the name service or /etc/hosts");
        }
        return socketAddress;
    }
}
