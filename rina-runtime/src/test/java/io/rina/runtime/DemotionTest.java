package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.ReduceKind;
import io.rina.plan.Topology;
import io.rina.runtime.port.PortOptions;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A switch that is lost makes a call slower, and changes nothing else of it. */
class DemotionTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Two racks of two, both aggregating. */
    private static final Topology TWO_RACKS = Topology.ofSizes(new int[] {2, 2}, rack -> true);

    private static LocalJob job(String strategy, Topology topology) {
        return new LocalJob(strategy, topology, LONG, PortOptions.Kind.AUTO);
    }

    /** Element i of the vector that {@code rank} gives to call number {@code call}. */
    private static float given(int rank, int call, int i) {
        return (rank + 1) * (i % 64 + 1) + call;
    }

    /** The sum over {@code ranks} of {@link #given}: whole numbers far below 2^24, so exact. */
    private static float sum(int ranks, int call, int i) {
        return ranks * (ranks + 1) / 2f * (i % 64 + 1) + ranks * call;
    }

    private static float[] input(int rank, int call, int elements) {
        float[] floats = new float[elements];
        for (int i = 0; i < elements; i++) {
            floats[i] = given(rank, call, i);
        }
        return floats;
    }

    private static void assertSum(float[] floats, int ranks, int call) {
        for (int i = 0; i < floats.length; i++) {
            if (floats[i] != sum(ranks, call, i)) {
                throw new AssertionError("call " + call + ", element " + i + ": " + floats[i]
                        + " is not " + sum(ranks, call, i));
            }
        }
    }

    /** In place, over and over, in memory that is filled anew at once; a ToR goes after some calls. */
    @ParameterizedTest
    @CsvSource({"rina", "rina-striped", "rina-hops", "switchml", "atp"})
    void shouldGoOnWithRightSumsWhereASwitchIsLost(String strategy) throws Exception {
        int calls = 40;
        int elements = 100_000;
        CountDownLatch underWay = new CountDownLatch(4);
        boolean hasCore = strategy.equals("switchml") || strategy.equals("rina-hops");
        try (LocalJob local =
                job(strategy, hasCore ? TWO_RACKS.withAggregatingCore() : TWO_RACKS)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                float[] floats = new float[elements];
                for (int call = 0; call < calls; call++) {
                    System.arraycopy(input(job.rank(), call, elements), 0, floats, 0, elements);
                    if (call == 10) {
                        underWay.countDown();
                    }
                    job.allReduce(floats);
                    assertSum(floats, 4, call);
                }
                return job.plan().topology().racks().get(0).aggregates();
            });
            underWay.await();
            local.killSwitch(0);
            for (Future<Boolean> rank : ranks) {
                assertThat(LocalJob.get(rank))
                        .as("rack 0 aggregates at the end")
                        .isFalse();
            }
        }
    }

    private static boolean aggregates(Communicator job, int rack) {
        return job.plan().topology().racks().get(rack).aggregates();
    }

    private static void sum(Communicator job, int call) {
        float[] floats = input(job.rank(), call, 5_000);
        job.allReduce(floats);
        assertSum(floats, job.ranks(), call);
    }

    /** Each time in the middle of what is under way at once. */
    @Test
    void shouldLoseOneSwitchAfterTheOther() throws Exception {
        CountDownLatch begun = new CountDownLatch(4);
        CountDownLatch goneOn = new CountDownLatch(4);
        try (LocalJob local = job("rina", TWO_RACKS)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                for (int round = 0; round < 60; round++) {
                    sumSeveralAtOnce(job, round);
                    if (round == 5) {
                        begun.countDown();
                    } else if (round == 30) {
                        goneOn.countDown();
                    }
                }
                return aggregates(job, 0) || aggregates(job, 1);
            });
            begun.await();
            local.killSwitch(1);
            goneOn.await();
            local.killSwitch(0);
            for (Future<Boolean> rank : ranks) {
                assertThat(LocalJob.get(rank)).isFalse();
            }
        }
    }

    /** As the buckets of a training step are. */
    private static void sumSeveralAtOnce(Communicator job, int round) {
        List<float[]> buckets = IntStream.range(0, 5)
                .mapToObj(bucket -> input(job.rank(), round + bucket, 10_000))
                .toList();
        List<Handle> handles = buckets.stream()
                .map(MemorySegment::ofArray)
                .map(memory -> job.allReduceAsync(memory, memory, ReduceKind.SUM))
                .toList();
        for (int bucket = 0; bucket < 5; bucket++) {
            handles.get(bucket).await();
            assertSum(buckets.get(bucket), 4, round + bucket);
        }
    }

    @Test
    void shouldGoOnInEachGroupForItself() throws Exception {
        CountDownLatch begun = new CountDownLatch(4);
        CountDownLatch killed = new CountDownLatch(1);
        try (LocalJob local = job("rina", TWO_RACKS)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                boolean isFirstRack = job.rank() < 2;
                try (Communicator rack = isFirstRack ? job.group(0, 1) : job.group(2, 3)) {
                    sum(rack, 1);
                    begun.countDown();
                    killed.await();
                    sum(rack, 2);
                    sum(job, 3);
                    job.barrier();
                    assertThat(aggregates(rack, 0)).isEqualTo(!isFirstRack);
                }
                return aggregates(job, 0);
            });
            begun.await();
            local.killSwitch(0);
            killed.countDown();
            for (Future<Boolean> rank : ranks) {
                assertThat(LocalJob.get(rank)).isFalse();
            }
        }
    }

    @Test
    void shouldTakeASwitchThatIsBackIntoTheNextGroup() throws Exception {
        CountDownLatch begun = new CountDownLatch(4);
        CountDownLatch back = new CountDownLatch(1);
        try (LocalJob local = job("rina", TWO_RACKS)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                sum(job, 1);
                begun.countDown();
                back.await();
                sum(job, 2);
                assertThat(aggregates(job, 0)).isFalse();
                try (Communicator all = job.group(0, 1, 2, 3)) {
                    sum(all, 3);
                    return aggregates(all, 0);
                }
            });
            begun.await();
            local.killSwitch(0);
            local.startSwitch(0);
            back.countDown();
            for (Future<Boolean> rank : ranks) {
                assertThat(LocalJob.get(rank)).isTrue();
            }
        }
    }
}
