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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Starts the processes of a job on this machine, hands on their events, and sees to it that none is
 * left: when one fails the others are given a moment to report and are then ended.
 */
final class Launcher implements AutoCloseable {
    private static final Duration COORDINATOR_START = Duration.ofSeconds(30);
    /**
     * After the first failure: the others learn of it from the coordinator and end by themselves.
     */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ClusterFile cluster;
    private final Plan plan;
    private final Path clusterPath;
    private final Predicate<String> only;
    private final List<String> workload;
    private final List<String> workerJvmOptions;
    private final Path logs;
    private final Consumer<Event> events;
    /** The shutdown hook may look at it at any time, from a thread of its own. */
    private final List<Child> children = new CopyOnWriteArrayList<>();

    private final CompletableFuture<Integer> coordinatorPort = new CompletableFuture<>();
    private final Thread hook = new Thread(this::closeChildren);

    /**
     * @param only which members to start: "coordinator", rack names (for their switches), host
     *     names
     * @param workload the words after {@code rina worker ...}: "train --epochs 3", "bench ..."
     */
    Launcher(
            ClusterFile cluster,
            Path clusterPath,
            Predicate<String> only,
            List<String> workload,
            List<String> workerJvmOptions,
            Path logs,
            Consumer<Event> events) {
        this.cluster = cluster;
        this.plan = cluster.plan();
        this.clusterPath = clusterPath;
        this.only = only;
        this.workload = workload;
        this.workerJvmOptions = workerJvmOptions;
        this.logs = logs;
        this.events = events;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts coordinator, switches and workers; throws JobException when the coordinator does not
     * come up.
     */
    void start() {
        String coordinator = cluster.coordinator().toString();
        if (only.test("coordinator")) {
            start("coordinator", List.of(), List.of("coordinator"));
            String host = cluster.coordinator().host();
            coordinator = new HostPort(host, awaitCoordinator()).toString();
        }
        List<String> there = List.of("--coordinator", coordinator);
        for (ClusterRack rack : cluster.racks()) {
            if (sums(rack) && only.test(rack.name())) {
                start(
                        "switch-" + rack.name(),
                        List.of(),
                        words("switch", there, "--rack", rack.name()));
            }
        }
        for (Host host : cluster.hosts()) {
            if (only.test(host.name())) {
                List<String> worker = new ArrayList<>(
                        words("worker", there, "--rank", Integer.toString(host.rank())));
                worker.addAll(workload);
                start("rank-" + host.rank(), workerJvmOptions, worker);
            }
        }
    }

    /** Whether the plan uses the rack's switch. */
    private boolean sums(ClusterRack rack) {
        Site site = new Site.Tor(cluster.racks().indexOf(rack));
        return plan.channels().stream().anyMatch(channel -> channel.site().equals(site));
    }

    private static List<String> words(String command, List<String> first, String... rest) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(first);
        words.addAll(List.of(rest));
        return words;
    }

    private void start(String name, List<String> jvmOptions, List<String> command) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(1, List.of("--cluster", clusterPath.toString(), "--launched"));
        children.add(Child.start(name, jvmOptions, arguments, logs, this::onEvent));
    }

    private void onEvent(Event event) {
        if (event instanceof Event.Listening listening) {
            coordinatorPort.complete(listening.port());
        }
        events.accept(event);
    }

    private int awaitCoordinator() {
        Child coordinator = children.getFirst();
        CompletableFuture<Void> _ = coordinator
                .onExit()
                .thenRun(() -> coordinatorPort.completeExceptionally(
                        new IllegalStateException("it ended")));
        try {
            return coordinatorPort.get(COORDINATOR_START.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "the coordinator did not start: " + coordinator.complaint(),
                    e);
        } catch (TimeoutException e) {
            throw new JobException(
                    Category.TIMEOUT,
                    "the coordinator did not start within " + COORDINATOR_START.toSeconds() + " s: "
                            + coordinator.complaint(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobException(Category.ABORTED, "interrupted while starting", e);
        }
    }

    /** Waits until all processes have ended; throws JobException when one ended badly. */
    void await() {
        for (Child ended; (ended = firstToEnd()) != null; children.remove(ended)) {
            int code = ended.exitCode();
            if (code != 0) {
                awaitOthers();
                throw new JobException(
                        Category.LOST,
                        ended.name() + " ended with code " + code + ": " + ended.complaint());
            }
        }
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
        children.forEach(Child::close);
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
