package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rina.cli.cluster.ClusterFile;
import io.rina.runtime.job.JobException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of separate processes that go wrong: a named error, and no process left. */
@Timeout(120)
class LauncherTest {
    private static final int FOREVER = 100_000;
    private static final long LOOK_AGAIN_NS = 50_000_000;

    @TempDir
    private Path folder;

    @AfterEach
    void nothingIsLeft() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private static List<String> bench(int repetitions) {
        return List.of(
                "bench",
                "--elements",
                "1000",
                "-n",
                Integer.toString(repetitions),
                "-w",
                "0",
                "-c",
                "1");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(folder.resolve("cluster.yaml"), yaml);
    }

    private static void run(ClusterFile cluster, List<String> workload, Consumer<Event> events) {
        LocalRun.run(cluster, Placement.HERE, workload, List.of("-Xmx64m"), events);
    }

    @Test
    void shouldMeasureAndVerifyEverySize() {
        ConcurrentLinkedQueue<Event.Measured> measured = new ConcurrentLinkedQueue<>();
        run(
                ClusterFile.local(2, 2, "rack0", "rina"),
                List.of(
                        "bench",
                        "--elements",
                        "0,1,7,1000,1048577",
                        "-n",
                        "1",
                        "-w",
                        "0",
                        "-c",
                        "1"),
                event -> {
                    if (event instanceof Event.Measured one) {
                        measured.add(one);
                    }
                });
        assertThat(measured).hasSize(4 * 5).allSatisfy(one -> {
            assertThat(one.outOfPlace().wrong()).isZero();
            assertThat(one.inPlace().wrong()).isZero();
        });
    }

    @Test
    void shouldStartEachMemberThroughTheCommandWithItsPlace() throws IOException {
        Path started = folder.resolve("started");
        List<String> through =
                List.of("sh", "-c", "echo $0 >> " + started + "; exec \"$@\"", "at-{}");
        LocalRun.run(
                ClusterFile.local(List.of(1, 2), "rack1", "rina"),
                Placement.HERE.withThrough(through),
                bench(1),
                List.of(),
                event -> {});
        assertThat(Files.readAllLines(started))
                .containsExactlyInAnyOrder(
                        "at-coordinator", "at-rack1", "at-worker0", "at-worker1", "at-worker2");
    }

    @Test
    void shouldNameAWorkerThatWasKilled() {
        AtomicBoolean killed = new AtomicBoolean();
        JobException failure = catchThrowableOfType(
                JobException.class,
                () -> run(ClusterFile.local(2, 2, "all", "rina"), bench(FOREVER), event -> {
                    if (event instanceof Event.Started started
                            && started.member().equals("rank 3")
                            && killed.compareAndSet(false, true)) {
                        ProcessHandle.of(started.pid()).orElseThrow().destroyForcibly();
                    }
                }));
        assertThat(failure)
                .hasMessageContaining("rank-3")
                .hasMessageContaining("code 137 (killed by force: by somebody, or by the system");
    }

    /** The sums after it are checked, as are those before. */
    @Test
    void shouldGoOnWithRightSumsWhereASwitchIsKilled() {
        Map<String, Long> pids = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Event.Measured> measured = new ConcurrentLinkedQueue<>();
        AtomicBoolean killed = new AtomicBoolean();
        String sizes = IntStream.range(100_000, 100_012)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
        run(
                ClusterFile.local(2, 2, "all", "rina"),
                List.of("bench", "--elements", sizes, "-n", "5", "-w", "0", "-c", "1"),
                event -> {
                    if (event instanceof Event.Started started) {
                        pids.put(started.member(), started.pid());
                    } else if (event instanceof Event.Measured one) {
                        measured.add(one);
                        Long pid = pids.get("switch rack0");
                        if (pid != null && killed.compareAndSet(false, true)) {
                            ProcessHandle.of(pid).orElseThrow().destroyForcibly();
                        }
                    }
                });
        assertThat(measured).hasSize(4 * 12).allSatisfy(one -> {
            assertThat(one.outOfPlace().wrong()).isZero();
            assertThat(one.inPlace().wrong()).isZero();
        });
    }

    /** Nothing that its user typed is wrong. */
    @Test
    void shouldNameACoordinatorThatWasKilledBeforeItListened() {
        Placement killed = Placement.HERE.withThrough(List.of("sh", "-c", "kill -9 $$"));
        JobException failure = catchThrowableOfType(
                JobException.class,
                () -> LocalRun.run(
                        ClusterFile.local(1, 2, "none", "ring"),
                        killed,
                        bench(1),
                        List.of(),
                        event -> {}));

        assertThat(failure.category()).isEqualTo(JobException.Category.LOST);
        assertThat(failure)
                .hasMessageContaining(
                        "the coordinator did not start: it ended with code 137 (killed by force");
    }

    /** The launcher's user is to change an argument, just as the worker's would be. */
    @Test
    void shouldCallAnArgumentThatAWorkerRefusesUnusable() {
        JobException failure = catchThrowableOfType(
                JobException.class,
                () -> run(
                        ClusterFile.local(1, 1, "none", "ring"),
                        List.of("train", "--data", folder.resolve("nowhere").toString()),
                        event -> {}));

        assertThat(failure.category()).isEqualTo(JobException.Category.CONFIGURATION);
        assertThat(failure)
                .hasMessageContaining("nowhere/train-images-idx3-ubyte[.gz] cannot be used");
    }

    @Test
    void shouldNamePortInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            ClusterFile cluster = ClusterFile.read(write("""
                    jobKey: k
                    coordinator: 127.0.0.1:%d
                    racks:
                      - {name: rack0, hosts: [{name: a, address: 127.0.0.1}]}
                    """.formatted(taken.getLocalPort())));
            assertThatThrownBy(() -> run(cluster, bench(1), event -> {}))
                    .isInstanceOf(JobException.class)
                    .hasMessageContaining("cannot listen at 127.0.0.1:" + taken.getLocalPort());
        }
    }

    /** The workers were once told "::1:44271", which is no address with a port. */
    @Test
    void shouldReachACoordinatorAtAnIpv6Address() throws IOException {
        assumeTrue(canBind("::1"), "this machine has no IPv6 loopback");
        ClusterFile cluster = ClusterFile.read(write("""
                jobKey: k
                coordinator: "[::1]:0"
                racks:
                  - name: rack0
                    hosts:
                      - {name: a, address: "::1"}
                      - {name: b, address: "::1"}
                """));
        AtomicInteger measured = new AtomicInteger();
        run(cluster, bench(1), event -> {
            if (event instanceof Event.Measured one && one.outOfPlace().wrong() == 0) {
                measured.incrementAndGet();
            }
        });
        assertThat(measured).hasValue(2);
    }

    /** What is left behind when the launcher is killed by force must not hold the secret. */
    @Test
    void shouldTellTheJobKeyAndWriteItNowhere() throws IOException {
        ClusterFile cluster = ClusterFile.read(write("""
                jobKey: "ключ: hunter2"
                racks:
                  - {name: rack0, hosts: [{name: a, address: 127.0.0.1}, {name: b, address: 127.0.0.1}]}
                """));
        ConcurrentLinkedQueue<String> commands = new ConcurrentLinkedQueue<>();
        try (JobFolder jobFolder = new JobFolder();
                Launcher launcher = new Launcher(
                        cluster,
                        Placement.HERE,
                        bench(1),
                        List.of(),
                        jobFolder,
                        event -> commands.addAll(childCommands()))) {
            launcher.start();
            launcher.await();
            try (Stream<Path> files = Files.walk(jobFolder.path())) {
                assertThat(files.filter(Files::isRegularFile))
                        .hasSize(4)
                        .allSatisfy(file -> assertThat(file).content().doesNotContain("hunter2"));
            }
        }
        assertThat(commands).isNotEmpty().noneMatch(command -> command.contains("hunter2"));
    }

    private static List<String> childCommands() {
        return ProcessHandle.current()
                .descendants()
                .flatMap(child -> child.info().commandLine().stream())
                .toList();
    }

    private static boolean canBind(String address) {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(address))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldNameAHostThatDoesNotExist() throws IOException {
        ClusterFile cluster = ClusterFile.read(write("""
                jobKey: k
                coordinator: 127.0.0.1:0
                racks:
                  - name: rack0
                    hosts:
                      - {name: a, address: 127.0.0.1}
                      - {name: b, address: no-such-host.invalid}
                """));
        assertThatThrownBy(() -> run(cluster, bench(1), event -> {}))
                .isInstanceOf(JobException.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    void shouldNameAWorkerThatNeverComes() throws IOException {
        ClusterFile cluster = ClusterFile.read(write("""
                jobKey: k
                coordinator: 127.0.0.1:0
                timeouts: {join: 12s, operation: 5s}
                racks:
                  - name: rack0
                    hosts:
                      - {name: a, address: 127.0.0.1}
                      - {name: b, address: 127.0.0.1}
                """));
        assertThatThrownBy(() -> LocalRun.run(
                        cluster,
                        Placement.HERE.withOnly(name -> !name.equals("b")),
                        bench(1),
                        List.of(),
                        event -> {}))
                .isInstanceOf(JobException.class)
                .hasMessageContaining("missing rank 1");
    }

    /** As when standard output is a pipe whose reader has gone. */
    @Test
    void shouldEndTheJobWhenNobodyHearsOfIt() {
        UncheckedIOException lost = new UncheckedIOException("lost", new IOException());

        assertThatThrownBy(() ->
                        run(ClusterFile.local(1, 2, "none", "ring"), bench(FOREVER), event -> {
                            if (event instanceof Event.Started) {
                                throw lost;
                            }
                        }))
                .isSameAs(lost);
    }

    /** Ctrl-C is no failure: neither a process nor a file is left. */
    @Test
    void shouldLeaveNothingWhenTheLauncherIsAskedToEnd() throws Exception {
        try (Child launcher = Child.start(
                "launcher",
                List.of(),
                List.of("-Djava.io.tmpdir=" + folder),
                List.of("bench", "--elements", "1000", "-n", Integer.toString(FOREVER)),
                folder,
                event -> {})) {
            List<ProcessHandle> members = membersOf(launcher);
            ProcessHandle.current().children().forEach(ProcessHandle::destroy);
            for (ProcessHandle member : members) {
                member.onExit().get(20, TimeUnit.SECONDS);
            }
            assertThat(launcher.exitCode()).isEqualTo(143);
        }
        assertThat(folder).isDirectoryNotContaining("glob:**rina-job-*");
        assertThat(folder.resolve("launcher.log")).isEmptyFile();
    }

    /** A launcher that is killed by force cannot end its children: they must see it themselves. */
    @Test
    void shouldLeaveNoChildrenWhenTheLauncherIsKilled() throws Exception {
        try (Child launcher = Child.start(
                "launcher",
                List.of(),
                List.of(),
                List.of("bench", "--elements", "1000", "-n", Integer.toString(FOREVER)),
                folder,
                event -> {})) {
            List<ProcessHandle> members = membersOf(launcher);
            ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
            for (ProcessHandle member : members) {
                member.onExit().get(60, TimeUnit.SECONDS);
            }
        }
    }

    /** The launcher, a coordinator, two switches and four workers, once all are there. */
    private static List<ProcessHandle> membersOf(Child launcher) {
        while (true) {
            List<ProcessHandle> found = ProcessHandle.current().descendants().toList();
            if (found.size() == 8) {
                return found;
            }
            assertThat(launcher.isAlive()).isTrue();
            // Looking is work, and the processes that are to come need the cores.
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
    }
}
