package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.Topology;
import io.rina.runtime.port.PortOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
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
}
