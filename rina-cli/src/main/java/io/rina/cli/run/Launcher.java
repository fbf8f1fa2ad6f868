package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterFile.ClusterRack;
import io.rina.cli.cluster.ClusterFile.Host;
import io.rina.cli.input.HostPort;
import io.rina.plan.Plan;
import io.rina.plan.Site;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;

/**
 * Starts the processes of a job on this machine, hands on their events, and sees to it that none is
 * left: when one fails the others are given a moment to report and are then ended. A job goes on without
 * a switch that fails once it has started.
 */
final class Launcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);

    /**
     * After the first failure: the others learn of it from the coordinator and end by themselves.
     */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Exit codes above this are those of processes that a signal ended. */
    private static final int SIGNALS = 128;

    private static final int KILLED = SIGNALS + 9;

    /** The names of switches begin with it, in events and of processes. */
    private static final String SWITCH = "switch";

    /** Between a signal to this process and the start of its shutdown. */
    private static final int SIGNAL_LAG_MS = 200;

    private final ClusterFile cluster;
    private final List<Plan> plans;
    private final Path clusterPath;
    private final String keyLine;
    private final Placement placement;
    private final List<String> workload;
    private final List<String> workerJvmOptions;
    private final JobFolder folder;
    private final Consumer<Event> events;
    /** The shutdown hook may look at it at any time, from a thread of its own. */
    private final List<Child> children = new CopyOnWriteArrayList<>();

    /** By the names of their processes. */
    private final Set<String> startedSwitches = ConcurrentHashMap.newKeySet();

    private final CompletableFuture<Integer> coordinatorPort = new CompletableFuture<>();
    private final AtomicReference<@Nullable RuntimeException> unheard = new AtomicReference<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop);

    /**
     * @param folder where the cluster file and the members' logs go
     * @param workload the words after {@code rina worker ...}: "train --epochs 3", "bench ..."
     */
    Launcher(
            ClusterFile cluster,
            Placement placement,
            List<String> workload,
            List<String> workerJvmOptions,
            JobFolder folder,
            Consumer<Event> events) {
        this.cluster = cluster;
        this.plans = cluster.chosen().plans();
        this.clusterPath = folder.write(cluster);
        this.keyLine = ParentWatch.line(cluster.jobKey());
        this.placement = placement;
        this.workload = workload;
        this.workerJvmOptions = workerJvmOptions;
        this.folder = folder;
        this.events = events;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts coordinator, switches and workers; throws JobException when the coordinator does not
     * come up.
     */
    void start() {
        String coordinator = cluster.coordinator().toString();
        if (placement.starts("coordinator")) {
            start("coordinator", "coordinator", List.of(), List.of("coordinator"));
            String host = cluster.coordinator().host();
            coordinator = new HostPort(host, awaitCoordinator()).toString();
        }
        List<String> there = new ArrayList<>(List.of("--coordinator", coordinator));
        there.addAll(PortKindOption.words(placement.portKind()));
        for (ClusterRack rack : cluster.racks()) {
            Site tor = new Site.Tor(cluster.racks().indexOf(rack));
            if (sums(tor) && placement.starts(rack.name())) {
                start(
                        "switch-" + rack.name(),
                        rack.name(),
                        List.of(),
                        words("switch", there, "--rack", rack.name()));
            }
        }
        if (sums(new Site.Core()) && placement.starts("core")) {
            start("switch-core", "core", List.of(), words("switch", there, "--core"));
        }
        for (Host host : cluster.hosts()) {
            if (placement.starts(host.name())) {
                List<String> worker = new ArrayList<>(
                        words("worker", there, "--rank", Integer.toString(host.rank())));
                worker.addAll(workload);
                start("rank-" + host.rank(), host.name(), workerJvmOptions, worker);
            }
        }
    }

    /** Whether a plan uses the switch. */
    private boolean sums(Site at) {
        return plans.stream()
                .flatMap(plan -> plan.channels().stream())
                .anyMatch(channel -> channel.nodes().contains(at));
    }

    private static List<String> words(String command, List<String> first, String... rest) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(first);
        words.addAll(List.of(rest));
        return words;
    }

    private synchronized void start(
            String name, String place, List<String> jvmOptions, List<String> command) {
        if (stopped.getCount() == 0) {
            throw new JobException(Category.ABORTED, "stopped by a signal");
        }
        List<String> before = placement.wordsBefore(place);
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(1, List.of("--cluster", clusterPath.toString(), "--launched"));
        Child child =
                Child.start(name, before, jvmOptions, arguments, folder.path(), this::onEvent);
        children.add(child);
        child.tell(keyLine);
    }

    private void onEvent(Event event) {
        if (event instanceof Event.Listening listening) {
            coordinatorPort.complete(listening.port());
        }
        if (event instanceof Event.Started started && started.member().startsWith(SWITCH)) {
            startedSwitches.add(started.member().replaceFirst(" ", "-"));
        }
        try {
            events.accept(event);
        } catch (RuntimeException e) {
            // The child is ended for it, but that is not why the job failed.
            unheard.compareAndSet(null, e);
            throw e;
        }
    }

    private int awaitCoordinator() {
        Child coordinator = children.getFirst();
        // A busy machine may take as long to start one process as it is given for all.
        long bound = cluster.timeouts().join().toMillis();
        CompletableFuture<Void> _ = coordinator
                .onExit()
                .thenRun(() -> coordinatorPort.completeExceptionally(
                        new IllegalStateException("it ended")));
        try {
            return coordinatorPort.get(bound, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            int code = coordinator.exitCode();
            throw new JobException(
                    category(code),
                    "the coordinator did not start: it ended with code " + code + signal(code)
                            + ": " + coordinator.complaint() + logs(),
                    e);
        } catch (TimeoutException e) {
            throw new JobException(
                    Category.TIMEOUT,
                    "the coordinator did not start within timeouts.join (" + bound + " ms): "
                            + coordinator.complaint() + logs(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobException(Category.ABORTED, "interrupted while starting", e);
        }
    }

    /** Waits until all processes have ended; throws JobException when one ended badly. */
    void await() {
        for (Child ended; (ended = firstToEnd()) != null; ) {
            children.remove(ended);
            int code = ended.exitCode();
            if (code != 0 && isDispensable(ended)) {
                LOG.warn(
                        "{} ended with code {}{}; the job goes on without it",
                        ended.name(),
                        code,
                        signal(code));
            } else if (code != 0) {
                throw failure(ended, code);
            }
            if (areAllDispensable()) {
                awaitOthers();
                return;
            }
        }
    }

    private RuntimeException failure(Child ended, int code) {
        awaitOthers();
        RuntimeException cause = unheard.get();
        return cause != null
                ? cause
                : new JobException(
                        category(code),
                        ended.name() + " ended with code " + code + signal(code) + ": "
                                + ended.complaint() + logs());
    }

    /** A switch whose host or process hangs does not hear that the job is over. */
    private boolean areAllDispensable() {
        return !children.isEmpty() && children.stream().allMatch(this::isDispensable);
    }

    /** A job that has started goes on without a switch. */
    private boolean isDispensable(Child ended) {
        return startedSwitches.contains(ended.name());
    }

    private static Category category(int code) {
        return code == ExitCode.USAGE ? Category.CONFIGURATION : Category.LOST;
    }

    private String logs() {
        return " (all logs are in " + folder.path() + ")";
    }

    /** What a code that a signal left means. */
    private static String signal(int code) {
        if (code == KILLED) {
            return " (killed by force: by somebody, or by the system for want of memory)";
        }
        return code > SIGNALS ? " (signal " + (code - SIGNALS) + ")" : "";
    }

    private @Nullable Child firstToEnd() {
        if (children.isEmpty()) {
            return null;
        }
        CompletableFuture.anyOf(
                        children.stream().map(Child::onExit).toArray(CompletableFuture[]::new))
                .join();
        // Of several that ended meanwhile, one that ended badly tells more.
        return children.stream()
                .filter(child -> !child.isAlive())
                .max((a, b) -> Boolean.compare(a.exitCode() != 0, b.exitCode() != 0))
                .orElseThrow();
    }

    private void awaitOthers() {
        CompletableFuture<?> all = CompletableFuture.allOf(
                children.stream().map(Child::onExit).toArray(CompletableFuture[]::new));
        try {
            all.get(GRACE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            closeChildren();
        } catch (InterruptedException e) {
            closeChildren();
            Thread.currentThread().interrupt();
        }
    }

    private void closeChildren() {
        // All at once: a paused one takes its time.
        children.forEach(Child::end);
        children.forEach(Child::close);
    }

    /** This program is told to end, by Ctrl-C say: nothing of the job stays, no file either. */
    private synchronized void stop() {
        stopped.countDown();
        closeChildren();
        folder.close();
    }

    /**
     * Where a signal ends this program, a child's end is no failure to be told of: waits for the
     * end. The signal may have come to the child first.
     */
    void holdIfStopped() {
        try {
            if (stopped.await(SIGNAL_LAG_MS, TimeUnit.MILLISECONDS)) {
                new CountDownLatch(1).await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closeChildren();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyShuttingDown) {
            // The hook is what runs, or has run.
        }
    }
}
