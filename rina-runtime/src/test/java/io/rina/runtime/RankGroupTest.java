package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rina.engine.Counter;
import io.rina.engine.Limits;
import io.rina.engine.number.ReduceKind;
import io.rina.plan.Site;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.port.PortOptions.Kind;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Communicators of some of a job's ranks, over sockets of this machine. */
class RankGroupTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    /** Ranks 0 and 1 under a switch that aggregates, 2 and 3 under an ordinary one. */
    private static final Topology FOUR = Topology.ofSizes(new int[] {2, 2}, rack -> rack == 0);

    private static float[] sum(Communicator over, float value, int elements) {
        float[] floats = new float[elements];
        Arrays.fill(floats, value);
        over.allReduce(floats);
        return floats;
    }

    private static Handle start(Communicator over, float[] floats) {
        MemorySegment memory = MemorySegment.ofArray(floats);
        return over.allReduceAsync(memory, memory, ReduceKind.SUM);
    }

    /** What rina's plan of FOUR takes at its switch: two generations of a pool for each channel. */
    private static long slotsOfFour() {
        return Strategies.named("rina").plan(FOUR).channels().stream()
                        .filter(channel -> channel.at() instanceof Site.Tor)
                        .count()
                * 2
                * Limits.standard().pool();
    }

    private static LocalJob job(String strategy, Topology topology) {
        return new LocalJob(strategy, topology, LONG, Kind.AUTO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rina", "rina-striped", "ring", "ps", "h-ar", "double-tree"})
    void shouldSumOverTheRanksOfAGroupAlone(String strategy) throws Exception {
        try (LocalJob local = job(strategy, FOUR)) {
            local.run(job -> {
                int[] ranks = job.rank() % 3 == 0 ? new int[] {0, 3} : new int[] {2, 1};
                try (Communicator group = job.group(ranks)) {
                    assertThat(group.ranks()).isEqualTo(2);
                    assertThat(group.rank()).isEqualTo(job.rank() < 2 ? 0 : 1);
                    assertThat(sum(group, 1 << job.rank(), 1_000))
                            .containsOnly(job.rank() % 3 == 0 ? 1 + 8 : 2 + 4);
                }
                assertThat(sum(job, 1 << job.rank(), 1_000)).containsOnly(15);
                return true;
            });
        }
    }

    /** Groups {0,1,2} and {2,3} and the job at once: rank 2 sums in all three. */
    @Test
    void shouldSumInGroupsThatShareARankAtOnce() throws Exception {
        int elements = 100_000;
        try (LocalJob local = job("rina", FOUR)) {
            local.run(job -> {
                Communicator low = job.rank() <= 2 ? job.group(0, 1, 2) : null;
                Communicator high = job.rank() >= 2 ? job.group(2, 3) : null;
                float[] inLow = new float[elements];
                float[] inHigh = new float[elements];
                float[] inJob = new float[elements];
                Arrays.fill(inLow, 1 << job.rank());
                Arrays.fill(inHigh, 10 << job.rank());
                Arrays.fill(inJob, 100 << job.rank());
                List<Handle> handles = new ArrayList<>();
                if (low != null) {
                    handles.add(start(low, inLow));
                }
                handles.add(start(job, inJob));
                if (high != null) {
                    handles.add(start(high, inHigh));
                }
                handles.forEach(Handle::await);
                assertThat(inJob).containsOnly(1500);
                assertThat(inLow).containsOnly(job.rank() <= 2 ? 7 : 8);
                assertThat(inHigh).containsOnly(job.rank() >= 2 ? 120 : 10 << job.rank());
                if (low != null) {
                    low.close();
                }
                if (high != null) {
                    high.close();
                }
                assertThat(job.counters()).doesNotContainKey(Counter.MISMATCH);
                return true;
            });
        }
    }

    /** A rank that waits in one group goes on in the other. */
    @Test
    void shouldGoOnInOneGroupWhileAnotherWaits() throws Exception {
        CountDownLatch summedInTheJob = new CountDownLatch(4);
        try (LocalJob local = job("ring", FOUR)) {
            local.run(job -> {
                if (job.rank() == 3) {
                    assertThat(sum(job, 1, 10)).containsOnly(4);
                    summedInTheJob.countDown();
                    return true;
                }
                try (Communicator group = job.group(0, 1, 2)) {
                    float[] floats = {1};
                    boolean isEarly = job.rank() < 2;
                    Handle early = isEarly ? start(group, floats) : null;
                    assertThat(sum(job, 1, 10)).containsOnly(4);
                    summedInTheJob.countDown();
                    // Rank 2 does not call it before all have summed in the job.
                    assertThat(summedInTheJob.await(20, TimeUnit.SECONDS)).isTrue();
                    Handle handle = early == null ? start(group, floats) : early;
                    handle.await();
                    assertThat(floats).containsExactly(3);
                }
                return true;
            });
        }
    }

    @Test
    void shouldOpenAGroupOfAGroup() throws Exception {
        try (LocalJob local = job("rina", Topology.ofSizes(new int[] {3, 2}, rack -> true))) {
            local.run(job -> {
                if (job.rank() == 2) {
                    return true;
                }
                try (Communicator outer = job.group(0, 1, 3, 4)) {
                    if (outer.rank() > 0) {
                        // Ranks 1, 3 and 4 of the job.
                        try (Communicator inner = outer.group(1, 2, 3)) {
                            assertThat(sum(inner, job.rank(), 5)).containsOnly(1 + 3 + 4);
                        }
                    }
                    assertThat(sum(outer, job.rank(), 5)).containsOnly(1 + 3 + 4);
                }
                return true;
            });
        }
    }

    @Test
    void shouldSumAloneInAGroupOfOne() throws Exception {
        try (LocalJob local = job("rina", FOUR)) {
            local.run(job -> {
                try (Communicator alone = job.group(job.rank())) {
                    assertThat(sum(alone, job.rank(), 3)).containsOnly(job.rank());
                }
                return true;
            });
        }
    }

    @Test
    void shouldOpenTheSameGroupTwiceAndKeepTheTwoApart() throws Exception {
        try (LocalJob local = job("rina", FOUR)) {
            local.run(job -> {
                if (job.rank() > 1) {
                    return true;
                }
                try (Communicator one = job.group(0, 1);
                        Communicator other = job.group(0, 1)) {
                    float[] inOne = {1};
                    float[] inOther = {10};
                    // Each rank in another order: there is none between communicators.
                    Handle first = job.rank() == 0 ? start(one, inOne) : start(other, inOther);
                    Handle second = job.rank() == 0 ? start(other, inOther) : start(one, inOne);
                    first.await();
                    second.await();
                    assertThat(inOne).containsExactly(2);
                    assertThat(inOther).containsExactly(20);
                }
                return true;
            });
        }
    }

    @Test
    void shouldRefuseRanksThatMakeNoGroup() throws Exception {
        try (LocalJob local = job("ring", FOUR)) {
            local.run(job -> {
                assertThatThrownBy(() -> job.group(0, 1, 2, 3, 4))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("a group cannot have rank 4: ranks here are 0 to 3");
                assertThatThrownBy(() -> job.group(0, 1, 2, 3, 3))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("given twice");
                assertThatThrownBy(() -> job.group((job.rank() + 1) % 4))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("rank " + job.rank() + " cannot open group");
                return true;
            });
        }
    }

    /** Closing with an operation under way ends it for the group's other ranks, not for the job. */
    @Test
    void shouldTellAGroupThatARankHasClosedItTooEarly() throws Exception {
        try (LocalJob local = job("rina", FOUR)) {
            local.run(job -> {
                if (job.rank() < 3) {
                    Communicator group = job.group(0, 1, 2);
                    if (job.rank() == 1) {
                        Handle handle = start(group, new float[] {1});
                        group.close();
                        JobException failure =
                                catchThrowableOfType(JobException.class, handle::await);
                        assertThat(failure.category()).isEqualTo(Category.ABORTED);
                    } else {
                        JobException failure =
                                catchThrowableOfType(JobException.class, () -> sum(group, 1, 2));
                        assertThat(failure)
                                .hasMessageContaining("rank 1 gave up in group {0,1,2}")
                                .hasMessageContaining("with an operation under way");
                        group.close();
                    }
                }
                assertThat(sum(job, 1, 10)).containsOnly(4);
                return true;
            });
        }
    }

    @Test
    void shouldEndTheGroupsThatALostRankIsOf() throws Exception {
        CountDownLatch open = new CountDownLatch(2);
        try (LocalJob local = job("ring", FOUR)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                if (job.rank() < 2) {
                    Communicator group = job.group(0, 1);
                    open.countDown();
                    if (job.rank() == 0) {
                        start(group, new float[] {1}).await();
                    }
                }
                assertThat(open.await(20, TimeUnit.SECONDS)).isTrue();
                if (job.rank() == 1) {
                    job.close();
                }
                return true;
            });
            assertThatThrownBy(() -> LocalJob.get(ranks.get(0)))
                    .isInstanceOf(JobException.class)
                    .hasMessageContaining("rank 1 at 127.0.0.1:")
                    .hasMessageContaining("is gone");
        }
    }

    @Test
    void shouldRefuseOperationsOfAClosedGroupOnly() throws Exception {
        try (LocalJob local = job("rina", FOUR)) {
            local.run(job -> {
                Communicator group = job.group(0, 1, 2, 3);
                sum(group, 1, 1);
                group.close();
                group.close();
                assertThatThrownBy(() -> sum(group, 1, 1))
                        .isInstanceOf(JobException.class)
                        .hasMessageContaining("of group {0,1,2,3} was closed");
                assertThat(sum(job, 1, 1)).containsExactly(4);
                return true;
            });
        }
    }

    /** Case: of 1,000 groups nothing is left, and the switch has all its slots each time. */
    @Test
    void shouldLeaveNothingBehindOfAThousandGroups() throws Exception {
        int rounds = 1_000;
        List<Long> descriptors = new ArrayList<>();
        List<Long> directBytes = new ArrayList<>();
        Topology rack = Topology.ofSizes(new int[] {2}, r -> true);
        // The job has one channel at the switch, and so has the group.
        long slots = 2 * 2L * Limits.standard().pool();
        try (LocalJob local = job("rina", rack).withSlots(slots)) {
            local.run(job -> {
                int threads = Thread.activeCount();
                for (int round = 0; round < rounds; round++) {
                    try (Communicator group = job.group(0, 1)) {
                        assertThat(group.plan().topology().racks().getFirst().aggregates())
                                .as("the switch has room in round %d", round)
                                .isTrue();
                        if (round % 100 == 0) {
                            assertThat(sum(group, 1, 1)).containsExactly(2);
                        }
                    }
                    if (job.rank() == 0 && round % 100 == 99) {
                        descriptors.add(Leaks.openDescriptors());
                        directBytes.add(Leaks.directBytes());
                    }
                }
                assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 8);
                return true;
            });
            assertThat(local.freeSlots()).containsExactly(slots);
        }
        assertThat(descriptors).hasSize(rounds / 100);
        assertThat(descriptors.getLast()).isLessThanOrEqualTo(descriptors.getFirst());
        assertThat(directBytes.getLast()).isLessThanOrEqualTo(directBytes.getFirst());
    }

    /** The job's channels fill the switch: a group's rack then takes part without aggregation. */
    @Test
    void shouldRunAGroupWithoutAggregationWhereTheSwitchHasNoSlotsLeft() throws Exception {
        try (LocalJob local = job("rina", FOUR).withSlots(slotsOfFour())) {
            local.run(job -> {
                assertThat(job.plan().topology().racks().getFirst().aggregates())
                        .isTrue();
                try (Communicator group = job.group(0, 1, 2, 3)) {
                    assertThat(group.plan().topology().racks().getFirst().aggregates())
                            .isFalse();
                    assertThat(sum(group, 1, 1_000)).containsOnly(4);
                }
                assertThat(sum(job, 1, 1_000)).containsOnly(4);
                return true;
            });
        }
    }

    /** So few slots that the job itself does not fit in. */
    @Test
    void shouldRunTheJobWithoutAggregationWhereTheSwitchIsTooSmall() throws Exception {
        try (LocalJob local = job("rina", FOUR).withSlots(slotsOfFour() - 1)) {
            local.run(job -> {
                assertThat(job.plan().topology().racks().getFirst().aggregates())
                        .isFalse();
                assertThat(sum(job, 1, 1_000)).containsOnly(4);
                return true;
            });
            assertThat(local.freeSlots()).containsExactly(slotsOfFour() - 1);
        }
    }

    /** switchml serves nothing but racks that aggregate: where the only one cannot, a ring does. */
    @Test
    void shouldFallBackToARingWhereTheStrategyNeedsTheSwitch() throws Exception {
        Topology rack = Topology.ofSizes(new int[] {3}, r -> true);
        try (LocalJob local = job("switchml", rack).withSlots(100)) {
            local.run(job -> {
                assertThat(job.plan().strategy()).isEqualTo("ring");
                assertThat(sum(job, 1, 1_000)).containsOnly(3);
                return true;
            });
        }
    }
}
