package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.Limits;
import io.rina.plan.Topology;
import io.rina.runtime.control.Coordinator;
import io.rina.runtime.control.JobSpec;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.PortOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One switch process for two jobs of two coordinators, with one quota of slots. */
class SharedSwitchTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Topology RACK = Topology.ofSizes(new int[] {2}, rack -> true);
    /** One channel at the switch. */
    private static final long SLOTS_OF_A_JOB = 2L * Limits.standard().pool();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private static Coordinator coordinator(String key) {
        return new Coordinator(
                new JobSpec(RACK, "switchml", key, 352, Limits.standard().pool(), LONG),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static JobOptions options(Coordinator coordinator, String key) {
        return new JobOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), coordinator.port()),
                key,
                LONG,
                LONG,
                PortOptions.loopback(RACK.nodes()));
    }

    /** Both jobs at once; returns which strategy each of them ran. */
    private List<String> runTwoJobs(long slots) throws Exception {
        PortOptions port = PortOptions.loopback(2 * RACK.nodes());
        try (Coordinator red = coordinator("red");
                Coordinator blue = coordinator("blue");
                SwitchNode node = SwitchNode.open(port, slots)) {
            List<Future<?>> services = List.of(
                    threads.submit(() -> node.join(options(red, "red"), 0).serve()),
                    threads.submit(() -> node.join(options(blue, "blue"), 0).serve()));
            List<Future<String>> ranks = new ArrayList<>();
            for (int rank = 0; rank < RACK.workers(); rank++) {
                int number = rank;
                ranks.add(threads.submit(() -> sums(options(red, "red"), number, 1)));
                ranks.add(threads.submit(() -> sums(options(blue, "blue"), number, 10)));
            }
            List<String> strategies = new ArrayList<>();
            for (Future<String> rank : ranks) {
                strategies.add(LocalJob.get(rank));
            }
            for (Future<?> service : services) {
                LocalJob.get(service);
            }
            return strategies;
        } finally {
            threads.shutdownNow();
        }
    }

    private static String sums(JobOptions options, int rank, float value) {
        try (Communicator job = Communicator.join(options, rank)) {
            for (int round = 1; round <= 20; round++) {
                float[] floats = new float[10_000];
                Arrays.fill(floats, value * round);
                job.allReduce(floats);
                assertThat(floats).containsOnly(2 * value * round);
            }
            job.leave();
            return job.plan().strategy();
        }
    }

    @Test
    void shouldServeTwoJobsThatKnowNothingOfEachOther() throws Exception {
        assertThat(runTwoJobs(2 * SLOTS_OF_A_JOB)).containsOnly("switchml");
    }

    /** Both are right; the one that gets no slots says so in its plan, and runs without. */
    @Test
    void shouldLetOneOfTwoJobsRunWithoutAggregationWhereThereAreSlotsForOne() throws Exception {
        assertThat(runTwoJobs(SLOTS_OF_A_JOB))
                .containsExactlyInAnyOrder("switchml", "switchml", "ring", "ring");
    }
}
