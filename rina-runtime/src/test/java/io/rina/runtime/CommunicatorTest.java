package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rina.engine.Counter;
import io.rina.plan.ChunkLayout;
import io.rina.plan.PlanCost;
import io.rina.plan.Topology;
import io.rina.runtime.port.PortOptions.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommunicatorTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static Topology racks(String sizes, String ina) {
        int[] each = Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
        return Topology.ofSizes(each, rack -> ina.charAt(rack) == '1');
    }

    private static float[] contribution(int rank, int elements) {
        Random random = new Random(31L * elements + rank);
        float[] floats = new float[elements];
        for (int i = 0; i < elements; i++) {
            floats[i] = random.nextFloat() * 2 - 1;
        }
        return floats;
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 2 2, 00, AUTO",
        "rina, 2 2, 11, AUTO",
        "rina, 2 3, 01, CHANNEL",
        "switchml, 3, 1, AUTO",
        "ps, 2 1, 00, AUTO"
    })
    void shouldSumOverRealSockets(String strategy, String sizes, String ina, Kind kind)
            throws Exception {
        Topology topology = racks(sizes, ina);
        try (LocalJob local = new LocalJob(strategy, topology, TIMEOUT, kind)) {
            List<float[][]> results = local.run(job ->
                    new float[][] {sum(job, 1), sum(job, 7), sum(job, 1_000), sum(job, 100_001)});
            for (float[][] ofRank : results) {
                for (float[] sums : ofRank) {
                    verify(sums, topology.workers());
                }
                assertThat(ofRank).isDeepEqualTo(results.getFirst());
            }
        }
    }

    private static float[] sum(Communicator job, int elements) {
        float[] floats = contribution(job.rank(), elements);
        job.allReduce(floats);
        return floats;
    }

    /** Against the exact sum, within the bound of docs/numbers.md for blocks whose largest magnitude is below 1. */
    private static void verify(float[] sums, int ranks) {
        double[] exact = new double[sums.length];
        for (int rank = 0; rank < ranks; rank++) {
            float[] floats = contribution(rank, sums.length);
            for (int i = 0; i < sums.length; i++) {
                exact[i] += floats[i];
            }
        }
        double bound = ranks * ranks * 0x1p-30;
        for (int i = 0; i < sums.length; i++) {
            assertThat((double) sums[i])
                    .as("element %d", i)
                    .isCloseTo(exact[i], within(bound + Math.abs(exact[i]) * 0x1p-24));
        }
    }

    @Test
    void shouldAverageOutOfPlaceAndLeaveTheSource() throws Exception {
        try (LocalJob local = new LocalJob("rina", racks("2 1", "10"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                try (Arena arena = Arena.ofShared()) {
                    MemorySegment source = arena.allocate(4L * 10, 4);
                    MemorySegment target = arena.allocate(4L * 10, 4);
                    for (int i = 0; i < 10; i++) {
                        source.setAtIndex(ValueLayout.JAVA_FLOAT, i, job.rank() * 10 + i);
                    }
                    job.allReduceAsync(source, target, ReduceKind.AVG).await();
                    for (int i = 0; i < 10; i++) {
                        assertThat(source.getAtIndex(ValueLayout.JAVA_FLOAT, i))
                                .isEqualTo(job.rank() * 10 + i);
                        assertThat(target.getAtIndex(ValueLayout.JAVA_FLOAT, i)).isEqualTo(10 + i);
                    }
                    return true;
                }
            });
        }
    }

    @Test
    void shouldRefuseMemoryOfOneThread() throws Exception {
        try (LocalJob local = new LocalJob("ring", racks("1", "0"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment floats = arena.allocate(8, 4);
                    assertThatThrownBy(() -> job.allReduce(floats))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("Arena.ofShared()");
                    return true;
                }
            });
        }
    }

    @Test
    void shouldSumWhatRemainsOfABuffer() throws Exception {
        try (LocalJob local = new LocalJob("ring", racks("2", "0"), TIMEOUT, Kind.AUTO)) {
            List<float[]> results = local.run(job -> {
                float[] floats = {5, 1, 2, 5};
                FloatBuffer buffer = FloatBuffer.wrap(floats).position(1).limit(3);
                job.allReduce(buffer);
                assertThat(buffer.position()).isEqualTo(1);
                return floats;
            });
            assertThat(results)
                    .allSatisfy(floats -> assertThat(floats).containsExactly(5, 2, 4, 5));
        }
    }

    @Test
    void shouldSendExactlyTheFramesThatThePlanCosts() throws Exception {
        Topology topology = racks("2 2", "11");
        int elements = 20 * ChunkLayout.BLOCK_ELEMENTS;
        try (LocalJob local = new LocalJob("rina", topology, TIMEOUT, Kind.AUTO)) {
            List<Map<Counter, Long>> counters = local.run(job -> {
                job.allReduce(contribution(job.rank(), elements));
                return job.counters();
            });
            var plan = new io.rina.plan.Rina().plan(topology);
            PlanCost data = new PlanCost(plan, elements, ChunkLayout.BLOCK_ELEMENTS);
            // The blocks' exponents travel by the same plan first: 20 lanes.
            PlanCost exponents = new PlanCost(plan, 20, ChunkLayout.BLOCK_ELEMENTS);
            for (int rank = 0; rank < 4; rank++) {
                assertThat(counters.get(rank).getOrDefault(Counter.DATA_SENT, 0L))
                        .as("rank %d", rank)
                        .isEqualTo(data.sentFrames(rank) + exponents.sentFrames(rank));
            }
        }
    }
}
