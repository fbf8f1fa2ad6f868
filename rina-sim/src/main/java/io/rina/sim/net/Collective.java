package io.rina.sim.net;

import io.rina.engine.Endpoint;
import io.rina.engine.HostEndpoint;
import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.engine.SlotTable;
import io.rina.engine.SwitchEndpoint;
import io.rina.engine.SwitchPipeline;
import io.rina.engine.Worker;
import io.rina.plan.Channel;
import io.rina.plan.Demand;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job's operations on a network: the machines of its plan at their nodes, with ghost payloads
 * that prove at the end that every rank was counted exactly once.
 */
public final class Collective {
    /** What may wait at a host's own link before its machine is stopped. */
    private static final long BACKLOG_PS = 20_000_000;

    private final Network network;
    private final Transport transport;
    private final Payload payload;
    private final List<HostEndpoint> hosts = new ArrayList<>();
    /** By node of the plan's topology; -1 where there is no machine. */
    private final int[] address;

    private final @Nullable GhostSum[] running;
    private final int[] numbers;
    private final int[] digest;
    private final Listener listener;
    private int unfinished;
    private long finishedPs;
    private long wrong;

    /** {@code limits} must have blocks and fragments of one element: a ghost. */
    public Collective(
            Network network,
            Placement placement,
            Job job,
            Program program,
            Limits limits,
            Payload payload,
            Transport transport,
            Listener listener) {
        this.network = network;
        this.transport = transport;
        this.payload = payload;
        Topology topology = program.topology();
        int workers = placement.workers();
        address = new int[topology.nodes()];
        Arrays.fill(address, -1);
        this.listener = listener;
        running = new GhostSum[workers];
        numbers = new int[workers];
        digest = new int[workers];
        List<EndpointStation> stations = new ArrayList<>();
        for (int rank = 0; rank < workers; rank++) {
            int own = rank;
            hosts.add(new HostEndpoint(job, program, rank, limits));
            stations.add(station(hosts.get(rank), placement.hostOf(rank), rank, () -> look(own)));
        }
        for (int rack = 0; rack < topology.racks().size(); rack++) {
            if (topology.racks().get(rack).aggregates()) {
                stations.add(aggregator(placement, job, program, limits, topology.torNode(rack)));
            }
        }
        if (topology.coreAggregates()) {
            stations.add(aggregator(placement, job, program, limits, topology.coreNode()));
        }
        stations.forEach(station -> station.connect(address));
    }

    private EndpointStation aggregator(
            Placement placement, Job job, Program program, Limits limits, int planNode) {
        int at = placement.nodeOf(planNode);
        SwitchEndpoint.Parts parts = new SwitchEndpoint.Parts() {
            @Override
            public SwitchPipeline site(SlotTable table) {
                return network.isObserved() ? watched(table, program, planNode, limits, at) : table;
            }

            @Override
            public int relaySlots(int needed) {
                return Math.min(needed, transport.relaySlots());
            }
        };
        Site site = program.topology().switchAt(planNode);
        SwitchEndpoint endpoint = new SwitchEndpoint(job, program, site, limits, parts);
        return station(endpoint, at, planNode, () -> {});
    }

    private SwitchPipeline watched(
            SlotTable table, Program program, int planNode, Limits limits, int at) {
        List<Channel> sited = program.channels().stream()
                .filter(channel -> program.topology().nodeOf(channel.at()) == planNode)
                .toList();
        return new WatchedSlots(table, sited, 2 * limits.pool(), by -> network.countSlots(at, by));
    }

    private EndpointStation station(Endpoint endpoint, int at, int planNode, Runnable onInput) {
        Processing processing =
                network.fabric().isHost(at) ? transport.host() : transport.aggregation();
        EndpointStation station = new EndpointStation(
                network, endpoint, payload, at, BACKLOG_PS, processing, transport.dcqcn(), onInput);
        address[planNode] = station.address();
        return station;
    }

    /** Is told when a rank has completed an operation. */
    public interface Listener {
        void onCompleted(int rank, int number);
    }

    /** Starts an all-reduce, number {@code number}, at {@code rank}, now. */
    public void start(int rank, int number, int fragments) {
        start(rank, number, GhostWork.of(new Demand.AllReduce(), hosts.size(), fragments));
    }

    /** Starts operation {@code number} at {@code rank}, now; all ranks must start the same ones. */
    public void start(int rank, int number, GhostWork work) {
        GhostSum sum = new GhostSum(rank, number, work);
        hosts.get(rank).worker().start(sum);
        running[rank] = sum;
        numbers[rank] = number;
        unfinished++;
        network.wake(address[rank], network.nowPs());
    }

    private void look(int rank) {
        GhostSum sum = running[rank];
        if (sum != null && hosts.get(rank).worker().isIdle()) {
            running[rank] = null;
            unfinished--;
            finishedPs = Math.max(finishedPs, network.nowPs());
            wrong += sum.wrong();
            digest[rank] = 31 * digest[rank] + sum.digest();
            listener.onCompleted(rank, numbers[rank]);
        }
    }

    /** Whether every operation that was started is complete. */
    public boolean isDone() {
        return unfinished == 0;
    }

    /**
     * What {@code rank} waits for in the operation under way; empty where none is. Nodes have the
     * names of {@code topology}, which is that of the program.
     */
    public String waiting(int rank, Topology topology) {
        if (running[rank] == null) {
            return "";
        }
        List<Worker.Stall> stalls = hosts.get(rank).worker().stalls();
        return stalls.isEmpty()
                ? "for its turn"
                : "at " + topology.nodeName(stalls.getFirst().siteNode());
    }

    /** When the last operation was complete. */
    public long finishedPs() {
        return finishedPs;
    }

    /** How many sums were not those over all ranks. */
    public long wrong() {
        return wrong;
    }

    /** Of all results at {@code rank}; ranks agree. */
    public int digest(int rank) {
        return digest[rank];
    }
}
