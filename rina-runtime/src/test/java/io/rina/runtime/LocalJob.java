package io.rina.runtime;

import io.rina.engine.Counter;
import io.rina.engine.Limits;
import io.rina.engine.number.NumberOptions;
import io.rina.plan.Plan;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.plan.time.Selection;
import io.rina.runtime.control.Coordinator;
import io.rina.runtime.control.JobSpec;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.PortOptions;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/**
 * A whole job in this process: coordinator, switches and workers, each with its own socket on
 * loopback.
 */
final class LocalJob implements AutoCloseable {
    static final String KEY = "a test's key";
    private static final Duration LONG = Duration.ofSeconds(20);
    /** A test that has not ended after this has hung. */
    private static final long HUNG_SECONDS = 120;

    /** Far more than a busy machine needs. */
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);

    /** What a rank does. */
    interface Work<T> {
        T run(Communicator job) throws Exception;
    }

    final Coordinator coordinator;
    final List<Plan> plans;
    private final Topology topology;
    private final Duration operationTimeout;
    private final PortOptions.Kind kind;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Integer, Map<Counter, Long>> switchCounters = new ConcurrentHashMap<>();
    private final Map<Integer, Long> freeSlots = new ConcurrentHashMap<>();
    private final List<Future<?>> switches = new ArrayList<>();
    private final Map<Integer, SwitchNode> switchNodes = new ConcurrentHashMap<>();
    private int controlPort;
    private long slots = SwitchNode.DEFAULT_SLOTS;

    LocalJob(String strategy, Topology topology, Duration operationTimeout, PortOptions.Kind kind) {
        this(new Selection.Named(strategy), topology, operationTimeout, kind);
    }

    LocalJob(Selection selection, Topology topology) {
        this(selection, topology, LONG, PortOptions.Kind.AUTO);
    }

    private LocalJob(
            Selection selection,
            Topology topology,
            Duration operationTimeout,
            PortOptions.Kind kind) {
        this.topology = topology;
        plans = selection.on(topology).plans(topology);
        this.operationTimeout = operationTimeout;
        this.kind = kind;
        Limits limits = Limits.standard();
        coordinator = new Coordinator(
                new JobSpec(
                        topology,
                        selection,
                        KEY,
                        limits.fragmentElements(),
                        limits.pool(),
                        JOIN_TIMEOUT),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        controlPort = coordinator.port();
    }

    /** Where members find the coordinator, if not at its own port. */
    LocalJob withControlPort(int port) {
        controlPort = port;
        return this;
    }

    /** How many slots each switch has. */
    LocalJob withSlots(long number) {
        slots = number;
        return this;
    }

    private void startSwitches() {
        for (int number = 0; number <= topology.racks().size(); number++) {
            int rack = number;
            Site at = topology.switchAt(topology.torNode(rack));
            if (plans.stream()
                    .flatMap(plan -> plan.channels().stream())
                    .anyMatch(channel -> channel.nodes().contains(at))) {
                switches.add(threads.submit(() -> serve(rack)));
            }
        }
    }

    /** The switch of that rack, or after all of these the core. */
    private void serve(int rack) {
        serve(rack, new CountDownLatch(1));
    }

    private void serve(int rack, CountDownLatch joined) {
        try (SwitchNode node = SwitchNode.open(options().port(), slots)) {
            switchNodes.put(rack, node);
            SwitchService service = rack < topology.racks().size()
                    ? node.join(options(), rack)
                    : node.joinAsCore(options());
            joined.countDown();
            service.serve();
            service.close();
            switchCounters.put(rack, node.counters());
            freeSlots.put(rack, node.freeSlots());
        }
    }

    /** The switch of that rack, or after all of these the core, is there no more, from one moment to the next. */
    void killSwitch(int rack) {
        SwitchNode node = switchNodes.get(rack);
        if (node == null) {
            throw new IllegalStateException("no switch " + rack + " has been started");
        }
        node.close();
    }

    /** Another switch takes its place, at another address; returns when it has joined. */
    void startSwitch(int rack) throws InterruptedException {
        CountDownLatch joined = new CountDownLatch(1);
        switches.add(threads.submit(() -> serve(rack, joined)));
        if (!joined.await(HUNG_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("switch " + rack + " does not get into the job");
        }
    }

    JobOptions options() {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        return new JobOptions(
                new InetSocketAddress(loopback, controlPort),
                KEY,
                JOIN_TIMEOUT,
                operationTimeout,
                PortOptions.loopback(topology.nodes()).withKind(kind));
    }

    /** Once {@link #run} has returned: how many slots of each switch are free. */
    Collection<Long> freeSlots() {
        return freeSlots.values();
    }

    /** By rack, once {@link #run} has returned: what the switches have counted. */
    Map<Integer, Map<Counter, Long>> switchCounters() {
        return switchCounters;
    }

    /**
     * Runs {@code work} at every rank at once; returns the outcomes by rank, or throws the first
     * failure.
     */
    <T> List<T> run(Work<T> work) throws Exception {
        List<Future<T>> ranks = start(work);
        List<T> results = new ArrayList<>();
        for (Future<T> rank : ranks) {
            results.add(get(rank));
        }
        for (Future<?> node : switches) {
            get(node);
        }
        return results;
    }

    <T> List<Future<T>> start(Work<T> work) {
        return startWith(rank -> NumberOptions.STANDARD, work);
    }

    /** Each rank with number options of its own. */
    <T> List<Future<T>> startWith(IntFunction<NumberOptions> numbers, Work<T> work) {
        startSwitches();
        List<Future<T>> ranks = new ArrayList<>();
        for (int rank = 0; rank < topology.workers(); rank++) {
            int number = rank;
            ranks.add(threads.submit((Callable<T>) () -> {
                try (Communicator job =
                        Communicator.join(options(), number, numbers.apply(number))) {
                    T result = work.run(job);
                    job.leave();
                    return result;
                }
            }));
        }
        return ranks;
    }

    /** One call in a thread of its own. */
    static final class Background implements AutoCloseable {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<?> call;

        private Background(Callable<?> call) {
            this.call = thread.submit(call);
        }

        static Background of(Callable<?> call) {
            return new Background(call);
        }

        Object result() throws Exception {
            return get(call);
        }

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }

    static <T> T get(Future<T> future) throws Exception {
        try {
            return future.get(HUNG_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("hung for " + HUNG_SECONDS + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        coordinator.close();
        threads.shutdownNow();
    }
}
