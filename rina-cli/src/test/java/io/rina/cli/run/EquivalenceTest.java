package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.cluster.ClusterFile;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Topology;
import io.rina.runtime.Communicator;
import io.rina.runtime.SwitchNode;
import io.rina.runtime.control.Coordinator;
import io.rina.runtime.control.JobSpec;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.PortOptions;
import io.rina.swarm.FloatOutcome;
import io.rina.swarm.Scenario;
import io.rina.swarm.Swarm;
import io.rina.swarm.WorldResult;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same numbers through the same plan give the same bits over the swarm's faulty network in
 * virtual time and over real sockets.
 */
class EquivalenceTest {
    private static final int CORE = -1;
    private static final String FAULTS = " drop=2 duplicate=2 reorder=2 healNs=50000000";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "strategy=ring racks=2,2",
                "strategy=rina racks=2+ina,2+ina",
                "strategy=rina racks=2+ina,1,2",
                "strategy=rina-striped racks=3+ina,2+ina,1",
                "strategy=rina-hops racks=2+ina,2+ina",
                "strategy=rina-hops racks=2+ina,2,1+ina",
                "strategy=switchml racks=4+ina",
                "strategy=switchml racks=2+ina,1+ina,2+ina",
                "strategy=switchml racks=2+ina,1+ina,2+ina core=ina",
                "strategy=ps racks=3",
                "strategy=h-ar racks=2,3",
                "strategy=halving-doubling racks=2,3",
                "strategy=double-tree racks=2,3"
            })
    void shouldGiveTheSameBitsInTheSwarmAndOverSockets(String cluster) throws Exception {
        int block = ChunkLayout.BLOCK_ELEMENTS;
        Scenario scenario =
                Scenario.parse(cluster + " seed=11 operations=float:1,float:5000,huge:1000"
                        + " block=" + block + " fragment=" + block + " pool=8" + FAULTS);
        WorldResult world = Swarm.replay(scenario);
        assertThat(world.failure()).isNull();
        assertThat(world.floats()).hasSize(3);

        List<List<float[]>> ofRanks = overSockets(scenario, world.floats());
        for (List<float[]> results : ofRanks) {
            for (int i = 0; i < results.size(); i++) {
                assertThat(bits(results.get(i)))
                        .as("operation %d of %s", i, scenario)
                        .isEqualTo(bits(world.floats().get(i).result()));
            }
        }
    }

    private static int[] bits(float[] floats) {
        int[] bits = new int[floats.length];
        for (int i = 0; i < floats.length; i++) {
            bits[i] = Float.floatToRawIntBits(floats[i]);
        }
        return bits;
    }

    private static List<List<float[]>> overSockets(Scenario scenario, List<FloatOutcome> operations)
            throws Exception {
        Topology topology = scenario.plan().topology();
        Duration timeout = Duration.ofSeconds(30);
        InetAddress loopback = InetAddress.getLoopbackAddress();
        JobSpec spec = new JobSpec(
                topology,
                scenario.strategy(),
                "key",
                ChunkLayout.BLOCK_ELEMENTS,
                ClusterFile.DEFAULT_POOL,
                timeout);
        try (Coordinator coordinator = new Coordinator(spec, new InetSocketAddress(loopback, 0));
                ExecutorService threads = Executors.newCachedThreadPool()) {
            JobOptions options = new JobOptions(
                    new InetSocketAddress(loopback, coordinator.port()),
                    "key",
                    timeout,
                    timeout,
                    PortOptions.loopback(topology.nodes()));
            List<Future<List<float[]>>> members = new ArrayList<>();
            for (int rack = 0; rack < topology.racks().size(); rack++) {
                if (topology.racks().get(rack).aggregates()) {
                    int number = rack;
                    members.add(threads.submit(() -> serve(options, number)));
                }
            }
            if (topology.coreAggregates()) {
                members.add(threads.submit(() -> serve(options, CORE)));
            }
            for (int rank = 0; rank < topology.workers(); rank++) {
                int number = rank;
                Callable<List<float[]>> work = () -> sum(options, number, operations);
                members.add(threads.submit(work));
            }
            List<List<float[]>> results = new ArrayList<>();
            for (Future<List<float[]>> member : members) {
                results.add(member.get(60, TimeUnit.SECONDS));
            }
            return results;
        }
    }

    private static List<float[]> serve(JobOptions options, int rack) {
        try (SwitchNode node = SwitchNode.open(options.port(), SwitchNode.DEFAULT_SLOTS)) {
            (rack == CORE ? node.joinAsCore(options) : node.join(options, rack)).serve();
            return List.of();
        }
    }

    private static List<float[]> sum(JobOptions options, int rank, List<FloatOutcome> operations) {
        try (Communicator job = Communicator.join(options, rank)) {
            List<float[]> results = new ArrayList<>();
            for (FloatOutcome operation : operations) {
                float[] floats = operation.given(rank);
                job.allReduce(floats);
                results.add(floats);
            }
            job.leave();
            return results;
        }
    }
}
