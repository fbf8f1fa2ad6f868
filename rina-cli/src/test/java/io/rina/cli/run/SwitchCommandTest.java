package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.CliRun;
import io.rina.plan.Topology;
import io.rina.runtime.Communicator;
import io.rina.runtime.control.Coordinator;
import io.rina.runtime.control.JobSpec;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.PortOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A switch for several jobs, and what it refuses. */
@Timeout(300)
class SwitchCommandTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Topology RACK = Topology.ofSizes(new int[] {2}, rack -> true);

    @TempDir
    private Path folder;

    private String cluster(String name, String switchAddress) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                        jobKey: the key of %s
                        coordinator: 127.0.0.1:0
                        strategy: switchml
                        racks:
                          - name: rack0
                            ina: true
                            switch: %s
                            hosts:
                              - {name: h0, address: 127.0.0.1:0}
                              - {name: h1, address: 127.0.0.1:0}
                        """.formatted(name, switchAddress))
                .toString();
    }

    private void assertRefused(String message, String... args) {
        CliRun run = CliRun.of(args);
        assertThat(run.err()).contains(message);
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhatOneSwitchCannotBe() throws IOException {
        String red = cluster("red", "127.0.0.1:7001");
        String blue = cluster("blue", "127.0.0.1:7002");
        assertRefused(
                "a switch has one address for all its jobs",
                "switch --rack rack0 --coordinator 127.0.0.1:1 --coordinator 127.0.0.1:2 --cluster "
                        .concat(red + " --cluster " + blue)
                        .split(" "));
        assertRefused(
                "--coordinator is given 1 times and --cluster 2 times",
                "switch --rack rack0 --coordinator 127.0.0.1:1 --cluster "
                        .concat(red + " --cluster " + blue)
                        .split(" "));
        assertRefused(
                "--slots: there must be 0 or more, not -1",
                "switch --rack rack0 --slots -1 --cluster ".concat(red).split(" "));
    }

    @Test
    void shouldRefuseASecondClusterFileAnywhereElse() throws IOException {
        String red = cluster("red", "127.0.0.1:0");
        assertRefused(
                "only a switch can be in several jobs",
                "coordinator --cluster ".concat(red + " --cluster " + red).split(" "));
    }

    @Test
    void shouldServeTheJobsOfTwoClusterFiles() throws Exception {
        String red = cluster("red", "127.0.0.1:0");
        String blue = cluster("blue", "127.0.0.1:0");
        try (ExecutorService threads = Executors.newCachedThreadPool();
                Coordinator ofRed = coordinator("red");
                Coordinator ofBlue = coordinator("blue")) {
            Future<CliRun> node = threads.submit(() -> CliRun.of(
                    "switch",
                    "--rack",
                    "rack0",
                    "--cluster",
                    red,
                    "--coordinator",
                    "127.0.0.1:" + ofRed.port(),
                    "--cluster",
                    blue,
                    "--coordinator",
                    "127.0.0.1:" + ofBlue.port()));
            List<Future<String>> ranks = new ArrayList<>();
            for (int rank = 0; rank < RACK.workers(); rank++) {
                int number = rank;
                ranks.add(threads.submit(() -> sum(ofRed, "red", number)));
                ranks.add(threads.submit(() -> sum(ofBlue, "blue", number)));
            }
            for (Future<String> rank : ranks) {
                assertThat(rank.get(200, TimeUnit.SECONDS)).isEqualTo("switchml");
            }
            assertThat(node.get(200, TimeUnit.SECONDS).exitCode()).isEqualTo(0);
        }
    }

    private static Coordinator coordinator(String name) {
        return new Coordinator(
                new JobSpec(RACK, "switchml", "the key of " + name, 352, 128, LONG),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static String sum(Coordinator coordinator, String name, int rank) {
        JobOptions options = new JobOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), coordinator.port()),
                "the key of " + name,
                LONG,
                LONG,
                PortOptions.loopback(RACK.nodes()));
        try (Communicator job = Communicator.join(options, rank)) {
            float[] floats = {rank + 1};
            job.allReduce(floats);
            assertThat(floats).containsExactly(3);
            job.leave();
            return job.plan().strategy();
        }
    }
}
