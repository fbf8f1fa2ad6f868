package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.cluster.ClusterFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Slow is not dead, up to a bound: processes of a job that are stopped and perhaps go on. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PausedProcessTest {
    private static final int SIZES = 8;
    private static final String BENCH = "bench --elements "
            + IntStream.range(20_000, 20_000 + SIZES)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(","))
            + " -n 5 -w 0 -c 1";

    @TempDir
    private Path folder;

    @AfterEach
    void nothingIsLeft() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private ClusterFile cluster(String silence) throws IOException {
        return ClusterFile.read(
                Files.writeString(folder.resolve("cluster.yaml"), """
                jobKey: secret
                coordinator: 127.0.0.1:0
                timeouts: {silence: %s}
                racks:
                  - name: rack0
                    ina: true
                    hosts: [{name: a, address: 127.0.0.1}, {name: b, address: 127.0.0.1}]
                  - name: rack1
                    ina: true
                    hosts: [{name: c, address: 127.0.0.1}, {name: d, address: 127.0.0.1}]
                """.formatted(silence)));
    }

    private static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does {@code once} to the member when the first size has been measured; all sums must be right. */
    private static void run(ClusterFile cluster, String member, LongConsumer once) {
        Map<String, Long> pids = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Event.Measured> measured = new ConcurrentLinkedQueue<>();
        AtomicBoolean done = new AtomicBoolean();
        LocalRun.run(
                cluster, Placement.HERE, List.of(BENCH.split(" ")), List.of("-Xmx64m"), event -> {
                    if (event instanceof Event.Started started) {
                        pids.put(started.member(), started.pid());
                    } else if (event instanceof Event.Measured one) {
                        measured.add(one);
                        Long pid = pids.get(member);
                        if (pid != null && done.compareAndSet(false, true)) {
                            once.accept(pid);
                        }
                    }
                });
        assertThat(measured).hasSize(4 * SIZES).allSatisfy(one -> {
            assertThat(one.outOfPlace().wrong()).isZero();
            assertThat(one.inPlace().wrong()).isZero();
        });
    }

    private static void stopForSeconds(long pid, int seconds) {
        signal("STOP", pid);
        CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS)
                .execute(() -> signal("CONT", pid));
    }

    @Test
    void shouldWaitForARankThatIsStoppedForSeconds() throws IOException {
        run(cluster("30s"), "rank 1", pid -> stopForSeconds(pid, 3));
    }

    /** It never goes on: the job ends well without it, and its process is ended by force. */
    @Test
    void shouldDoWithoutASwitchThatIsStoppedForLonger() throws IOException {
        run(cluster("3s"), "switch rack0", pid -> signal("STOP", pid));
    }
}
