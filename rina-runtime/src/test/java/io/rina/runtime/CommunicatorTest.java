package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rina.engine.Counter;
import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.NumberReport;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.WireWidth;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.runtime.port.PortOptions.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommunicatorTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static Topology racks(String sizes, String ina) {
        int[] each = Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
        Topology topology = Topology.ofSizes(each, rack -> ina.charAt(rack) == '1');
        return ina.endsWith("core") ? topology.withAggregatingCore() : topology;
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

    /**
     * Against the exact sum, within the bound of docs/numbers.md for blocks whose largest magnitude
     * is below 1.
     */
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

    /** Each rank gives its number and one; three ranks. */
    @Test
    void shouldReduceEveryType() throws Exception {
        try (LocalJob local = new LocalJob("rina", racks("2 1", "10"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                int own = job.rank() + 1;
                int[] ints = {own, Integer.MAX_VALUE};
                job.allReduce(ints);
                assertThat(ints).containsExactly(6, Integer.MAX_VALUE - 2);
                long[] longs = {own, Long.MAX_VALUE};
                job.allReduce(longs);
                assertThat(longs).containsExactly(6, Long.MAX_VALUE - 2);
                double[] doubles = {own, own * 1e3};
                job.allReduce(doubles);
                assertThat(doubles).containsExactly(6, 6e3);
                short[] halves = {Float.floatToFloat16(own), Float.floatToFloat16(-own)};
                job.allReduce(MemorySegment.ofArray(halves), DataType.F16, ReduceKind.AVG);
                assertThat(halves)
                        .containsExactly(Float.floatToFloat16(2), Float.floatToFloat16(-2));
                long[] most = {own, -own};
                job.allReduce(MemorySegment.ofArray(most), DataType.I64, ReduceKind.MAX);
                assertThat(most).containsExactly(3, -1);
                return true;
            });
        }
    }

    @Test
    void shouldSumInFloatsOrInSixteenBitsByOption() throws Exception {
        NumberOptions inFloat = NumberOptions.STANDARD.withArithmetic(Arithmetic.FLOAT);
        NumberOptions inHalves = NumberOptions.STANDARD.withWire(WireWidth.BITS_16);
        NumberOptions ieee = NumberOptions.STANDARD.withPolicy(NumberPolicy.FLOAT_RING);
        try (LocalJob local = new LocalJob("rina", racks("2 1", "10"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                float[] floats = {job.rank(), 0x1p99f, 0x1p-99f};
                NumberReport report = sum(job, floats, inFloat);
                assertThat(report.inFloat()).isTrue();
                assertThat(floats).containsExactly(3, 3 * 0x1p99f, 3 * 0x1p-99f);
                floats = new float[] {job.rank(), 0.25f};
                report = sum(job, floats, inHalves);
                assertThat(report.measured()).isEqualTo(2);
                assertThat(floats).containsExactly(3, 0.75f);
                floats = new float[] {job.rank() == 1 ? Float.NEGATIVE_INFINITY : 0, 0x1p-99f};
                report = sum(job, floats, ieee);
                assertThat(report.inFloat()).isTrue();
                assertThat(floats).containsExactly(Float.NEGATIVE_INFINITY, 3 * 0x1p-99f);
                return true;
            });
        }
    }

    private static NumberReport sum(Communicator job, float[] floats, NumberOptions options) {
        MemorySegment memory = MemorySegment.ofArray(floats);
        return job.allReduceAsync(memory, memory, DataType.F32, ReduceKind.SUM, options)
                .await();
    }

    @Test
    void shouldRefuseWhatDoesNotGoTogetherAndGoOn() throws Exception {
        try (LocalJob local = new LocalJob("ring", racks("2", "0"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                MemorySegment ten = MemorySegment.ofArray(new byte[10]);
                assertThatThrownBy(() -> job.allReduce(ten, DataType.I32, ReduceKind.SUM))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("whole number of i32 of 4 bytes");
                if (job.rank() == 0) {
                    MemorySegment ints = MemorySegment.ofArray(new int[2]);
                    assertThatThrownBy(() -> job.allReduce(ints, DataType.I32, ReduceKind.AVG))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("no average of i32");
                }
                float[] floats = {1};
                job.allReduce(floats);
                assertThat(floats).containsExactly(2);
                return true;
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

    /** A direct buffer is big-endian unless told otherwise, and its sums would be of other numbers. */
    @Test
    void shouldRefuseABufferInForeignByteOrder() throws Exception {
        ByteOrder foreign = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                ? ByteOrder.LITTLE_ENDIAN
                : ByteOrder.BIG_ENDIAN;
        FloatBuffer floats = ByteBuffer.allocateDirect(8).order(foreign).asFloatBuffer();
        try (LocalJob local = new LocalJob("ring", racks("1", "0"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                assertThatThrownBy(() -> job.allReduce(floats))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("order(ByteOrder.nativeOrder())");
                return true;
            });
        }
    }

    @Test
    void shouldRefuseMemoryThatOverlapsInPart() throws Exception {
        MemorySegment floats = MemorySegment.ofArray(new float[5]);
        try (LocalJob local = new LocalJob("ring", racks("1", "0"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                assertThatThrownBy(() -> job.allReduceAsync(
                                floats.asSlice(0, 16), floats.asSlice(4, 16), ReduceKind.SUM))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("share 12 of their bytes");
                job.allReduceAsync(floats.asSlice(0, 8), floats.asSlice(8, 8), ReduceKind.SUM)
                        .await();
                return true;
            });
        }
    }

    /** The other ranks know nothing of a call that is refused at one: later ones must still match. */
    @Test
    void shouldGoOnAfterACallThatOneRankRefused() throws Exception {
        try (LocalJob local = new LocalJob("ring", racks("2", "0"), TIMEOUT, Kind.AUTO)) {
            List<float[]> results = local.run(job -> {
                if (job.rank() == 0) {
                    assertThatThrownBy(() -> job.allReduce(closedMemory()))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("arena");
                }
                float[] floats = {1};
                job.allReduce(floats);
                return floats;
            });
            assertThat(results).allSatisfy(floats -> assertThat(floats).containsExactly(2));
        }
    }

    private static MemorySegment closedMemory() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(8, 4);
        }
    }

    @Test
    void shouldSumForSeveralThreadsAtOnce() throws Exception {
        try (LocalJob local = new LocalJob("rina", racks("2 1", "10"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
                    List<Future<float[]>> all = new ArrayList<>();
                    for (int i = 0; i < 16; i++) {
                        all.add(threads.submit(() -> {
                            float[] floats = new float[1_000];
                            Arrays.fill(floats, job.rank());
                            job.allReduce(floats);
                            return floats;
                        }));
                    }
                    for (Future<float[]> one : all) {
                        assertThat(LocalJob.get(one)).containsOnly(3);
                    }
                }
                return true;
            });
        }
    }

    /** Lets threads act in the order of their numbers. */
    private static final class Turns {
        private int next;

        synchronized void take(int number, Runnable action) throws InterruptedException {
            while (next != number) {
                wait();
            }
            action.run();
            next++;
            notifyAll();
        }
    }

    /** Sixty handles of different lengths at once, in an order that all ranks' threads keep to. */
    @Test
    void shouldMatchHandlesInOrderOfSubmissionFromSeveralThreads() throws Exception {
        int calls = 60;
        int threads = 4;
        try (LocalJob local = new LocalJob("rina", racks("2 1", "10"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                float[][] buffers = new float[calls][];
                Handle[] handles = new Handle[calls];
                Turns turns = new Turns();
                try (ExecutorService callers = Executors.newFixedThreadPool(threads)) {
                    List<Future<?>> all = new ArrayList<>();
                    for (int t = 0; t < threads; t++) {
                        int first = t;
                        all.add(callers.submit(() -> {
                            for (int i = first; i < calls; i += threads) {
                                buffers[i] = new float[1 + 37 * i];
                                Arrays.fill(buffers[i], i + job.rank());
                                MemorySegment floats = MemorySegment.ofArray(buffers[i]);
                                int call = i;
                                turns.take(
                                        i,
                                        () -> handles[call] =
                                                job.allReduceAsync(floats, floats, ReduceKind.SUM));
                            }
                            return null;
                        }));
                    }
                    for (Future<?> one : all) {
                        LocalJob.get(one);
                    }
                }
                for (int i = calls - 1; i >= 0; i--) {
                    handles[i].await();
                    assertThat(buffers[i]).hasSize(1 + 37 * i).containsOnly(3 * i + 3);
                }
                return true;
            });
        }
    }

    /** What an operation leaves in the shared working copies must not reach the next one. */
    @Test
    void shouldReduceABufferThatIsUsedAgainForOtherLengthsAndTypes() throws Exception {
        try (LocalJob local = new LocalJob("rina", racks("2 1", "10"), TIMEOUT, Kind.AUTO)) {
            local.run(job -> {
                float[] buffer = new float[20_000];
                for (int elements : new int[] {20_000, 1, 777, 0, 352, 353, 20_000, 5}) {
                    Arrays.fill(buffer, -1);
                    Arrays.fill(buffer, 0, elements, job.rank() + elements);
                    MemorySegment part = MemorySegment.ofArray(buffer).asSlice(0, 4L * elements);
                    ReduceKind kind = elements % 2 == 0 ? ReduceKind.SUM : ReduceKind.AVG;
                    job.allReduceAsync(part, part, kind).await();
                    float expected = kind == ReduceKind.SUM ? 3 * elements + 3 : elements + 1;
                    for (int i = 0; i < buffer.length; i++) {
                        assertThat(buffer[i]).isEqualTo(i < elements ? expected : -1);
                    }
                }
                int[] ints = {job.rank(), 1, -job.rank()};
                MemorySegment words = MemorySegment.ofArray(buffer).asSlice(0, 12);
                words.copyFrom(MemorySegment.ofArray(ints));
                job.allReduce(words, DataType.I32, ReduceKind.MAX);
                assertThat(words.toArray(ValueLayout.JAVA_INT)).containsExactly(2, 1, 0);
                long[] longs = {1L << 40, job.rank()};
                MemorySegment pairs = MemorySegment.ofArray(buffer).asSlice(4, 16);
                pairs.copyFrom(MemorySegment.ofArray(longs));
                job.allReduce(pairs, DataType.I64, ReduceKind.SUM);
                assertThat(pairs.toArray(ValueLayout.JAVA_LONG_UNALIGNED))
                        .containsExactly(3L << 40, 3);
                return true;
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

    @ParameterizedTest
    @CsvSource({
        "ring, 2 2, 00",
        "rina, 2 2, 00",
        "rina, 2 2, 11",
        "rina, 1 3 2, 101",
        "rina, 5, 1",
        "switchml, 5, 1",
        "ps, 3 2, 00",
        "rina-striped, 3 2 1, 110",
        "rina-hops, 2 2, 11",
        "rina-hops, 2 1 2, 101",
        "switchml, 2 1 2, 111",
        "switchml, 2 1 2, 111 core",
        "atp, 3 3, 11",
        "atp, 4 1, 10",
        "h-ar, 3 2, 00",
        "halving-doubling, 3 2, 00",
        "double-tree, 3 2, 00"
    })
    void shouldSendExactlyTheFramesThatThePlanCosts(String strategy, String sizes, String ina)
            throws Exception {
        Topology topology = racks(sizes, ina);
        Plan plan = Strategies.named(strategy).plan(topology);
        int elements = 50 * ChunkLayout.BLOCK_ELEMENTS + 7;
        // The blocks' exponents travel first, by the same plan.
        PlanCost exponents = new PlanCost(plan, 51, ChunkLayout.BLOCK_ELEMENTS);
        PlanCost data = new PlanCost(plan, elements, ChunkLayout.BLOCK_ELEMENTS);
        try (LocalJob local = new LocalJob(strategy, topology, TIMEOUT, Kind.AUTO)) {
            List<Map<Counter, Long>> ofRanks = local.run(job -> {
                job.allReduce(contribution(job.rank(), elements));
                job.leave();
                return job.counters();
            });
            for (int rank = 0; rank < topology.workers(); rank++) {
                check(ofRanks.get(rank), rank, topology, exponents, data);
            }
            Map<Integer, Map<Counter, Long>> ofSwitches = local.switchCounters();
            ofSwitches.forEach((rack, counters) ->
                    check(counters, topology.torNode(rack), topology, exponents, data));
        }
    }

    private static void check(
            Map<Counter, Long> counters, int node, Topology topology, PlanCost... costs) {
        long frames = 0;
        long payloadBytes = 0;
        long control = 0;
        for (PlanCost cost : costs) {
            for (int to = 0; to < topology.nodes(); to++) {
                frames += cost.between(node, to).frames();
                payloadBytes += cost.between(node, to).payloadBytes();
            }
            control += cost.creditsBound(node);
        }
        assertThat(sum(counters, Counter.DATA_SENT, Counter.RESULT_SENT))
                .as("data frames of %s", topology.nodeName(node))
                .isEqualTo(frames);
        assertThat(sum(counters, Counter.PAYLOAD_BYTES_SENT))
                .as("payload bytes of %s", topology.nodeName(node))
                .isEqualTo(payloadBytes);
        // A repetition is answered at most once each: by a result or by a receipt.
        long repeated = sum(counters, Counter.DUPLICATE);
        assertThat(sum(counters, Counter.CREDIT_SENT, Counter.RECEIPT_SENT))
                .as("credits and receipts of %s", topology.nodeName(node))
                .isLessThanOrEqualTo(control + repeated);
    }

    private static long sum(Map<Counter, Long> counters, Counter... some) {
        return Arrays.stream(some)
                .mapToLong(counter -> counters.getOrDefault(counter, 0L))
                .sum();
    }
}
