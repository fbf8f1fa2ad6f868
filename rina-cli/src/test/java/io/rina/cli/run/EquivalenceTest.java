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
import io.rina.swarm.NumberOutcome;
import io.rina.swarm.Scenario;
import io.rina.swarm.Swarm;
import io.rina.swarm.WorldResult;
import java.lang.foreign.MemorySegment;
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
                "strategy=atp racks=3+ina,2+ina,1 relay=3",
                "strategy=h-ar racks=2,3",
                "strategy=halving-doubling racks=2,3",
                "strategy=double-tree racks=2,3"
            })
    void shouldGiveTheSameBitsInTheSwarmAndOverSockets(String cluster) throws Exception {
        int block = ChunkLayout.BLOCK_ELEMENTS;
        Scenario scenario = Scenario.parse(
                cluster + " seed=11 operations=f32.sum:1,f32.sum:5000,f32.avg.huge:1000"
                        + ",bf16.sum.half:2000,f16.avg.odd.saturate:700,f64.sum.wide:900"
                        + ",i64.max.wide:800,i64.sum:301,f32.sum.float:1500"
                        + " block=" + block + " fragment=" + block + " pool=8" + FAULTS);
        WorldResult world = Swarm.replay(scenario);
        assertThat(world.failure()).isNull();
        assertThat(world.numbers()).hasSize(9);

        List<List<byte[]>> ofRanks = overSockets(scenario, world.numbers());
        for (List<byte[]> results : ofRanks) {
            for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i))
                        .as("operation %d of %s", i, scenario)
                        .isEqualTo(world.numbers().get(i).result());
            }
        }
    }

    private static List<List<byte[]>> overSockets(Scenario scenario, List<NumberOutcome> operations)
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
            List<Future<List<byte[]>>> members = new ArrayList<>();
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
                Callable<List<byte[]>> work = () -> sum(options, number, operations);
                members.add(threads.submit(work));
            }
            List<List<byte[]>> results = new ArrayList<>();
            for (Future<List<byte[]>> member : members) {
                results.add(member.get(60, TimeUnit.SECONDS));
            }
            return results;
        }
    }

    private static List<byte[]> serve(JobOptions options, int rack) {
        try (SwitchNode node = SwitchNode.open(options.port(), SwitchNode.DEFAULT_SLOTS)) {
            (rack == CORE ? node.joinAsCore(options) : node.join(options, rack)).serve();
            return List.of();
        }
    }

    private static List<byte[]> sum(JobOptions options, int rank, List<NumberOutcome> operations) {
        try (Communicator job = Communicator.join(options, rank)) {
            List<byte[]> results = new ArrayList<>();
            for (NumberOutcome operation : operations) {
                byte[] elements = operation.given(rank);
                MemorySegment memory = MemorySegment.ofArray(elements);
                job.allReduceAsync(
                                memory,
                                memory,
                                operation.type(),
                                operation.kind(),
                                operation.options())
                        .await();
                results.add(elements);
            }
            job.leave();
            return results;
        }
    }
}
