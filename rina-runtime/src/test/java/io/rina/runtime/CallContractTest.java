package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.plan.Topology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.port.PortOptions.Kind;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls that differ between ranks come to one error on every rank, which names the odd rank and
 * both calls; nothing is summed.
 */
class CallContractTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Topology THREE = Topology.ofSizes(new int[] {2, 1}, rack -> rack == 0);

    private static void sum(Communicator over, int elements, ReduceKind kind) {
        MemorySegment floats = MemorySegment.ofArray(new float[elements]);
        over.allReduceAsync(floats, floats, kind).await();
    }

    /** Runs {@code work} at three ranks; at each it must fail with {@code message}. */
    private static void assertFailsEverywhere(String message, LocalJob.Work<Boolean> work)
            throws Exception {
        try (LocalJob local = new LocalJob("rina", THREE, LONG, Kind.AUTO)) {
            List<Future<JobException>> ranks = local.start(job -> {
                JobException failure =
                        catchThrowableOfType(JobException.class, () -> work.run(job));
                job.close();
                throw failure;
            });
            for (Future<JobException> rank : ranks) {
                assertThatThrownBy(() -> LocalJob.get(rank))
                        .isInstanceOf(JobException.class)
                        .hasMessageContaining(message);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "99", "100000"})
    void shouldNameTheRankWhoseCountDiffers(int odd) throws Exception {
        assertFailsEverywhere(
                "the ranks differ in operation 1: rank 1 called SUM of " + odd
                        + " f32, policy FAIL, but ranks 0, 2 called SUM of 100 f32, policy"
                        + " FAIL; all ranks must make the same calls in the same order",
                job -> {
                    sum(job, job.rank() == 1 ? odd : 100, ReduceKind.SUM);
                    return true;
                });
    }

    /** All but one rank have nothing to sum. */
    @Test
    void shouldNameTheOnlyRankThatSumsAnything() throws Exception {
        assertFailsEverywhere(
                "rank 0 called SUM of 7 f32, policy FAIL, but ranks 1, 2 called SUM of 0 f32",
                job -> {
                    sum(job, job.rank() == 0 ? 7 : 0, ReduceKind.SUM);
                    return true;
                });
    }

    @Test
    void shouldNameTheRankWhoseOperationDiffers() throws Exception {
        assertFailsEverywhere(
                "the ranks differ in operation 2: rank 2 called AVG of 100 f32, policy FAIL, but"
                        + " ranks 0, 1 called SUM of 100 f32, policy FAIL",
                job -> {
                    sum(job, 5, ReduceKind.SUM);
                    sum(job, 100, job.rank() == 2 ? ReduceKind.AVG : ReduceKind.SUM);
                    return true;
                });
    }

    /** The same bytes, but other numbers. */
    @Test
    void shouldNameTheRankWhoseTypeDiffers() throws Exception {
        assertFailsEverywhere(
                "the ranks differ in operation 1: rank 1 called SUM of 50 i64, but ranks 0, 2 called"
                        + " SUM of 100 f32, policy FAIL",
                job -> {
                    MemorySegment bytes = MemorySegment.ofArray(new byte[400]);
                    DataType type = job.rank() == 1 ? DataType.I64 : DataType.F32;
                    job.allReduce(bytes, type, ReduceKind.SUM);
                    return true;
                });
    }

    /** The same two calls, but one rank makes them the other way round. */
    @Test
    void shouldNameTheRankWhoseOrderDiffers() throws Exception {
        assertFailsEverywhere(
                "the ranks differ in operation 1: rank 0 called SUM of 20 f32, policy FAIL, but"
                        + " ranks 1, 2 called SUM of 10 f32, policy FAIL",
                job -> {
                    sum(job, job.rank() == 0 ? 20 : 10, ReduceKind.SUM);
                    sum(job, job.rank() == 0 ? 10 : 20, ReduceKind.SUM);
                    return true;
                });
    }

    @Test
    void shouldNameTheRankWhosePolicyDiffers() throws Exception {
        try (LocalJob local = new LocalJob("ring", THREE, LONG, Kind.AUTO)) {
            List<Future<Boolean>> ranks = local.startWith(
                    rank -> NumberOptions.STANDARD.withPolicy(
                            rank == 1 ? NumberPolicy.SATURATE : NumberPolicy.FAIL),
                    job -> {
                        sum(job, 10, ReduceKind.SUM);
                        return true;
                    });
            for (Future<Boolean> rank : ranks) {
                assertThatThrownBy(() -> LocalJob.get(rank))
                        .isInstanceOf(JobException.class)
                        .hasMessageContaining("rank 1 called SUM of 10 f32, policy SATURATE, but"
                                + " ranks 0, 2 called SUM of 10 f32, policy FAIL");
            }
        }
    }

    /** In a group the same, with ranks as the job numbers them; the job goes on. */
    @Test
    void shouldNameTheRankWhoseCallDiffersInAGroup() throws Exception {
        try (LocalJob local = new LocalJob("rina", THREE, LONG, Kind.AUTO)) {
            local.run(job -> {
                if (job.rank() > 0) {
                    try (Communicator group = job.group(1, 2)) {
                        sum(group, 1, ReduceKind.SUM);
                        assertThatThrownBy(() -> sum(group, 2 * job.rank(), ReduceKind.SUM))
                                .isInstanceOf(JobException.class)
                                .hasMessageContaining(
                                        "the ranks differ in operation 2 in group {1,2}")
                                .hasMessageContaining("rank 1 called SUM of 2 f32, policy FAIL")
                                .hasMessageContaining("rank 2 called SUM of 4 f32, policy FAIL");
                    }
                }
                sum(job, 10, ReduceKind.SUM);
                return true;
            });
        }
    }

    /** A rank that sums in another communicator may still come: so it is told when time is up. */
    @Test
    void shouldTellInWhichOtherCommunicatorARankWaits() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (LocalJob local = new LocalJob("ring", THREE, Duration.ofMillis(600), Kind.AUTO)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                Communicator group = job.group(0, 1, 2);
                if (job.rank() == 2) {
                    // Meant to be a call of the group.
                    MemorySegment floats = MemorySegment.ofArray(new float[3]);
                    Handle wrong = job.allReduceAsync(floats, floats, ReduceKind.SUM);
                    assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
                    wrong.await();
                    return true;
                }
                try {
                    sum(group, 3, ReduceKind.SUM);
                } finally {
                    over.countDown();
                }
                return true;
            });
            // The time of either call may be up first; each error tells where the other ranks wait.
            assertThatThrownBy(() -> LocalJob.get(ranks.get(0)))
                    .isInstanceOf(JobException.class)
                    .hasMessageContaining("of group {0,1,2}")
                    .message()
                    .containsAnyOf(
                            "rank 2 had not called it when the coordinator asked; rank 2 waits for"
                                    + " all-reduce 1",
                            "ranks 0, 1 had not called it when the coordinator asked; rank 0 waits"
                                    + " for all-reduce 1 of group {0,1,2}");
        }
    }
}
