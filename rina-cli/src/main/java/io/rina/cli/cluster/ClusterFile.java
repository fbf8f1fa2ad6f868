package io.rina.cli.cluster;

import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Framing;
import io.rina.plan.Plan;
import io.rina.plan.Rack;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.plan.time.CostModel;
import io.rina.plan.time.Selection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster, read from its YAML file or made in memory. What is here has been checked: names are
 * distinct, ranks are 0 to N-1, the strategy exists. Whether the strategy serves the topology,
 * {@link #plan()} says.
 *
 * @param name for people; the file's name where the file gives none
 * @param jobKey what processes show in order to be let in
 * @param coordinator where all processes meet; port 0 takes any free one
 * @param strategy a name that {@link io.rina.plan.Strategies} knows, "auto" for what is predicted
 *     to be fastest, or "all" to compare them
 * @param mtu bytes of the largest IP packet on every path
 * @param pool fragments that a worker may have under way on a channel
 * @param gsoSegments frames that may leave as one super-packet
 * @param coreAddress where the software switch of the core listens; null unless the core aggregates
 * @param costs what links and machines can do, by which times are predicted
 */
public record ClusterFile(
        String name,
        JobKey jobKey,
        HostPort coordinator,
        String strategy,
        int mtu,
        int pool,
        int gsoSegments,
        Timeouts timeouts,
        @Nullable HostPort coreAddress,
        CostModel costs,
        List<ClusterRack> racks) {
    public static final String DEFAULT_STRATEGY = "rina";

    public static final int DEFAULT_MTU = 1500;
    public static final int DEFAULT_POOL = 128;
    /** The most that the kernel takes. */
    public static final int DEFAULT_GSO_SEGMENTS = 64;

    /** One block and all headers inside the packet, under IPv6, whose header is 20 bytes longer. */
    static final int MIN_MTU = headerBytes() + ChunkLayout.BLOCK_ELEMENTS * Integer.BYTES;

    static final int MAX_MTU = 65_535;

    public ClusterFile {
        racks = List.copyOf(racks);
    }

    /**
     * How long to wait.
     *
     * @param join until all processes have joined
     * @param operation for one all-reduce
     * @param silence before a rank that says nothing counts as gone; a switch gets a third of it
     */
    public record Timeouts(Duration join, Duration operation, Duration silence) {
        public static final Timeouts DEFAULT = new Timeouts(
                Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(30));
    }

    /**
     * A rack.
     *
     * @param ina whether its switch aggregates
     * @param switchAddress where the software switch listens; null unless {@code ina}
     */
    public record ClusterRack(
            String name, boolean ina, @Nullable HostPort switchAddress, List<Host> hosts) {
        public ClusterRack {
            hosts = List.copyOf(hosts);
        }

        RankSet ranks() {
            return RankSet.of(hosts.stream().mapToInt(Host::rank).toArray());
        }
    }

    /** A worker: {@code address} is where it receives frames; port 0 takes any free one. */
    public record Host(String name, HostPort address, int rank) {}

    /** Throws InputException, naming file, line and key, where the file cannot be used. */
    public static ClusterFile read(Path file) {
        return ClusterReader.read(file);
    }

    /**
     * A cluster of processes on this machine: racks rack0, rack1, ... of as many workers each, on
     * free ports of 127.0.0.1, with a job key of its own.
     *
     * @param inaRacks which racks aggregate: "none", "all" or names, as in "rack0,rack2"
     */
    public static ClusterFile local(
            int racks, int workersPerRack, String inaRacks, String strategy) {
        return LocalCluster.of(LocalCluster.sizes(racks, workersPerRack), inaRacks, strategy);
    }

    /** The same with racks of these sizes. */
    public static ClusterFile local(List<Integer> sizes, String inaRacks, String strategy) {
        return LocalCluster.of(sizes, inaRacks, strategy);
    }

    public ClusterFile withStrategy(String other) {
        return with(jobKey, StrategyName.check(other), coreAddress, costs);
    }

    /** The same cluster of local processes with a core that aggregates. */
    public ClusterFile withLocalCore() {
        return with(jobKey, strategy, LocalCluster.ANY_PORT, costs);
    }

    public ClusterFile withCosts(CostModel other) {
        return with(jobKey, strategy, coreAddress, other);
    }

    public ClusterFile withJobKey(JobKey other) {
        return with(other, strategy, coreAddress, costs);
    }

    /** All that is ever replaced. */
    private ClusterFile with(
            JobKey otherKey,
            String otherStrategy,
            @Nullable HostPort otherCore,
            CostModel otherCosts) {
        return new ClusterFile(
                name,
                otherKey,
                coordinator,
                otherStrategy,
                mtu,
                pool,
                gsoSegments,
                timeouts,
                otherCore,
                otherCosts,
                racks);
    }

    public Topology toTopology() {
        List<Rack> described = racks.stream()
                .map(rack -> new Rack(rack.name(), rack.ina(), rack.ranks()))
                .toList();
        return new Topology(described, coreAddress != null);
    }

    /** What decides on strategies. */
    public Selection selection() {
        return switch (strategy) {
            case Selection.Auto.NAME -> new Selection.Auto(fragmentElements(), costs);
            case Selection.All.NAME -> new Selection.All();
            default -> new Selection.Named(strategy);
        };
    }

    /**
     * What that comes to on these racks. Throws {@link io.rina.plan.UnsupportedTopologyException}
     * where the strategy does not serve them.
     */
    public ChosenPlans chosen() {
        return ChosenPlans.of(selection(), toTopology());
    }

    /** The only plan where one strategy was asked for; else the first. Throws as {@link #chosen}. */
    public Plan plan() {
        return chosen().plans().getFirst();
    }

    public int workers() {
        return racks.stream().mapToInt(rack -> rack.hosts().size()).sum();
    }

    /** All hosts by rank. */
    public List<Host> hosts() {
        List<Host> hosts = new ArrayList<>();
        racks.forEach(rack -> hosts.addAll(rack.hosts()));
        hosts.sort((a, b) -> Integer.compare(a.rank(), b.rank()));
        return hosts;
    }

    /** Throws InputException, naming the ranks there are, for any other. */
    public Host host(int rank) {
        if (rank < 0 || rank >= workers()) {
            throw new InputException("there is no rank " + rank + " in " + name
                    + ", whose ranks are 0 to " + (workers() - 1));
        }
        return hosts().get(rank);
    }

    /** Throws InputException, naming the racks there are, for any other. */
    public ClusterRack rack(String rackName) {
        return racks.stream()
                .filter(rack -> rack.name().equals(rackName))
                .findFirst()
                .orElseThrow(() -> new InputException("there is no rack '" + rackName + "' in "
                        + name + "; there are " + String.join(", ", rackNames())));
    }

    private List<String> rackNames() {
        return racks.stream().map(ClusterRack::name).toList();
    }

    /**
     * Elements that a frame carries: as many whole blocks as fit into the MTU under IPv6, so that
     * both families carry the same.
     */
    public int fragmentElements() {
        int blockBytes = ChunkLayout.BLOCK_ELEMENTS * Integer.BYTES;
        return (mtu - headerBytes()) / blockBytes * ChunkLayout.BLOCK_ELEMENTS;
    }

    private static int headerBytes() {
        int ipv6Bytes = 40;
        return Framing.HEADER_BYTES + Framing.UDP_BYTES + ipv6Bytes;
    }
}
