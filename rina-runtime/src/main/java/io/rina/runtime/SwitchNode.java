package io.rina.runtime;

import io.rina.engine.Counter;
import io.rina.engine.NodeEndpoint;
import io.rina.engine.SwitchEndpoint;
import io.rina.runtime.control.Assignment;
import io.rina.runtime.control.Layout;
import io.rina.runtime.control.Role;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.Port;
import io.rina.runtime.port.PortOptions;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An aggregating switch in software, a rack's or the core: one port, one thread and so many slots, for any number of jobs and
 * their rank groups. What does not fit in is refused, and then planned without this switch.
 */
public final class SwitchNode implements AutoCloseable {
    /** About 92 MiB with frames of 352 lanes: room for 256 channels with a pool of 128. */
    public static final long DEFAULT_SLOTS = 65_536;

    private final Port port;
    private final PortOptions options;
    private final NodeEndpoint endpoint = new NodeEndpoint();
    private final DutyCycle cycle;
    private final Map<Counter, Long> past = new EnumMap<>(Counter.class);
    private final List<SwitchService> services = new CopyOnWriteArrayList<>();
    private final List<SwitchEndpoint> tables = new ArrayList<>();
    private long freeSlots;
    private int nodes;

    private SwitchNode(PortOptions options, long slots) {
        this.options = options;
        port = HostNode.open(options);
        freeSlots = slots;
        cycle = new DutyCycle("rina-switch", endpoint, port, new NoChores());
    }

    /**
     * Opens the port.
     *
     * @param options with as many nodes as all jobs have together
     * @param slots how many slots the tables of all jobs may have together
     * @throws JobException CONFIGURATION when the port cannot be had
     */
    public static SwitchNode open(PortOptions options, long slots) {
        SwitchNode node = new SwitchNode(options, slots);
        node.cycle.start();
        return node;
    }

    /**
     * Joins a job as the switch of {@code rack}; returns when all its members are there and ready.
     *
     * @param job whose port is of no account here
     */
    public SwitchService join(JobOptions job, int rack) {
        return join(job, new Role.RackSwitch(rack));
    }

    /** The same as the core switch. */
    public SwitchService joinAsCore(JobOptions job) {
        return join(job, new Role.CoreSwitch());
    }

    private SwitchService join(JobOptions job, Role role) {
        SwitchService service = new SwitchService(this, job, port.localAddress(), role);
        services.add(service);
        service.awaitGo();
        return service;
    }

    /** Takes the addresses of a job in; returns the port's number for the job's first node. */
    int enter(Layout layout) {
        int first = reserve(layout);
        meet(first, layout.addresses());
        return first;
    }

    /** Learns where nodes of a job are; {@code first}: the port's number for the first of them. */
    void meet(int first, Map<Integer, InetSocketAddress> addresses) {
        cycle.between(() -> addresses.forEach((node, address) -> port.peer(first + node, address)));
    }

    private synchronized int reserve(Layout layout) {
        int first = nodes;
        int count = layout.topology().nodes();
        int frameBytes = layout.limits().maxFrameBytes();
        if (first + count > options.nodes() || frameBytes > options.maxFrameBytes()) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "the coordinator's job has " + count + " nodes and frames of " + frameBytes
                            + " bytes, this switch has room for " + (options.nodes() - first)
                            + " and for " + options.maxFrameBytes()
                            + ": use the same cluster file everywhere");
        }
        nodes += count;
        return first;
    }

    /** Takes slots if so many are free. */
    synchronized boolean take(long slots) {
        boolean fits = slots <= freeSlots;
        freeSlots -= fits ? slots : 0;
        return fits;
    }

    synchronized void giveBack(long slots) {
        freeSlots += slots;
    }

    /** How many slots no table has. */
    public synchronized long freeSlots() {
        return freeSlots;
    }

    /** From now on frames reach {@code table}. {@code portNodes}: by its own node number. */
    void add(Assignment assignment, SwitchEndpoint table, int[] portNodes) {
        cycle.between(() -> {
            endpoint.add(assignment.job(), table, portNodes);
            tables.add(table);
        });
    }

    void remove(Assignment assignment, SwitchEndpoint table) {
        cycle.between(() -> {
            endpoint.remove(assignment.job());
            tables.remove(table);
            count(table.counters().snapshot(), past);
        });
    }

    /** What all tables have counted, those that are gone included, and the frames that are of none. */
    public Map<Counter, Long> counters() {
        Map<Counter, Long> all = new EnumMap<>(Counter.class);
        cycle.between(() -> {
            count(past, all);
            count(endpoint.strays().snapshot(), all);
            tables.forEach(table -> count(table.counters().snapshot(), all));
        });
        return all;
    }

    private static void count(Map<Counter, Long> some, Map<Counter, Long> all) {
        some.forEach((counter, count) -> all.merge(counter, count, Long::sum));
    }

    /** "mmsg, GSO, GRO, ...": what the frames go through. */
    public String describePort() {
        return port.describe();
    }

    @Override
    public void close() {
        services.forEach(SwitchService::close);
        cycle.close();
    }

    /** A switch only answers frames. */
    private final class NoChores implements DutyCycle.Chores {
        @Override
        public boolean run(long nowNs) {
            return false;
        }

        @Override
        public long deadlineNs() {
            return Long.MAX_VALUE;
        }

        @Override
        public void onCrash(Throwable failure) {
            services.forEach(service -> service.onCrash(failure));
        }
    }
}
