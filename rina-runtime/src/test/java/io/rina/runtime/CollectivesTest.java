package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.plan.Topology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.port.PortOptions.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The collectives other than all-reduce, over real sockets. */
class CollectivesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int RANKS = 4;

    private static LocalJob job(String strategy, String ina) {
        Topology topology = Topology.ofSizes(
                ina.length() == 1 ? new int[] {RANKS} : new int[] {RANKS - 1, 1},
                rack -> ina.charAt(rack) == '1');
        return new LocalJob(strategy, topology, TIMEOUT, Kind.AUTO);
    }

    private static byte[] bytes(int rank, int count) {
        byte[] bytes = new byte[count];
        new Random(31L * count + rank).nextBytes(bytes);
        return bytes;
    }

    private static int[] ints(int rank, int count) {
        return new Random(17L * count + rank).ints(count).toArray();
    }

    private static int[] sum(int count, int ranks) {
        int[] sum = new int[count];
        for (int rank = 0; rank < ranks; rank++) {
            int[] ints = ints(rank, count);
            for (int i = 0; i < count; i++) {
                sum[i] += ints[i];
            }
        }
        return sum;
    }

    private static boolean checkAll(Communicator job, int count) {
        for (int root = 0; root < job.ranks(); root++) {
            byte[] mine = bytes(job.rank(), count);
            job.broadcast(MemorySegment.ofArray(mine), root);
            assertThat(mine).isEqualTo(bytes(root, count));

            int[] given = ints(job.rank(), count);
            int[] got = new int[count];
            job.reduce(
                    MemorySegment.ofArray(given),
                    MemorySegment.ofArray(got),
                    DataType.I32,
                    ReduceKind.SUM,
                    root);
            int[] wanted = job.rank() == root ? sum(count, job.ranks()) : new int[count];
            assertThat(got).isEqualTo(wanted);
            assertThat(given).isEqualTo(ints(job.rank(), count));
        }
        byte[] all = new byte[count * job.ranks()];
        job.allGather(MemorySegment.ofArray(bytes(job.rank(), count)), MemorySegment.ofArray(all));
        int[] own = new int[count];
        int[] whole = ints(job.rank(), count * job.ranks());
        job.reduceScatter(
                MemorySegment.ofArray(whole),
                MemorySegment.ofArray(own),
                DataType.I32,
                ReduceKind.SUM);
        job.barrier();
        int[] sums = sum(count * job.ranks(), job.ranks());
        for (int rank = 0; rank < job.ranks(); rank++) {
            assertThat(Arrays.copyOfRange(all, rank * count, (rank + 1) * count))
                    .isEqualTo(bytes(rank, count));
        }
        assertThat(own)
                .isEqualTo(Arrays.copyOfRange(sums, job.rank() * count, (job.rank() + 1) * count));
        return true;
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 00",
        "rina, 10",
        "rina-striped, 11",
        "rina-hops, 11",
        "switchml, 1",
        "ps, 00",
        "h-ar, 00",
        "halving-doubling, 00",
        "double-tree, 00"
    })
    void shouldGiveEachRankItsPartByEveryStrategy(String strategy, String ina) throws Exception {
        try (LocalJob local = job(strategy, ina)) {
            local.run(job -> {
                for (int count : new int[] {0, 1, 5, 1_409, 40_000}) {
                    checkAll(job, count);
                }
                return true;
            });
        }
    }

    @Test
    void aRankGroupShouldHaveAllCollectivesToo() throws Exception {
        try (LocalJob local = job("rina", "10")) {
            local.run(job -> {
                if (job.rank() != 1) {
                    try (Communicator group = job.group(0, 2, 3)) {
                        checkAll(group, 777);
                    }
                }
                return checkAll(job, 777);
            });
        }
    }

    @Test
    void shouldGatherAndScatterInPlace() throws Exception {
        try (LocalJob local = job("rina", "11");
                Arena arena = Arena.ofShared()) {
            local.run(job -> {
                long part = 4L * 1_000;
                MemorySegment floats = arena.allocate(RANKS * part, 4);
                for (int i = 0; i < RANKS * 1_000; i++) {
                    floats.setAtIndex(ValueLayout.JAVA_FLOAT, i, job.rank() + i);
                }
                MemorySegment own = floats.asSlice(job.rank() * part, part);
                job.reduceScatter(floats, own, DataType.F32, ReduceKind.AVG);
                job.allGather(own, floats);
                for (int i = 0; i < RANKS * 1_000; i++) {
                    assertThat(floats.getAtIndex(ValueLayout.JAVA_FLOAT, i))
                            .isEqualTo((RANKS - 1) / 2f + i);
                }
                return true;
            });
        }
    }

    @Test
    void aBarrierShouldWaitForTheLast() throws Exception {
        AtomicInteger arrived = new AtomicInteger();
        try (LocalJob local = job("ring", "00")) {
            local.run(job -> {
                for (int round = 1; round <= 20; round++) {
                    arrived.incrementAndGet();
                    job.barrier();
                    assertThat(arrived.get()).isGreaterThanOrEqualTo(RANKS * round);
                    job.barrier();
                }
                return true;
            });
        }
    }

    @Test
    void manyCollectivesShouldBeUnderWayAtOnce() throws Exception {
        try (LocalJob local = job("rina-striped", "11")) {
            local.run(job -> {
                List<Handle> handles = new ArrayList<>();
                List<byte[]> copies = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    byte[] copy = bytes(job.rank(), 2_000 + i);
                    copies.add(copy);
                    handles.add(job.broadcastAsync(MemorySegment.ofArray(copy), i % RANKS));
                }
                handles.forEach(Handle::await);
                for (int i = 0; i < copies.size(); i++) {
                    assertThat(copies.get(i)).isEqualTo(bytes(i % RANKS, 2_000 + i));
                }
                return true;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, RANKS})
    void shouldRefuseARootThatIsNoRankAndGoOn(int root) throws Exception {
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        try (LocalJob local = job("ring", "00")) {
            local.run(job -> {
                String message =
                        "root " + root + " is not one of the ranks 0 to 3: name one of them";
                assertThatThrownBy(() -> job.broadcast(bytes, root))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(message);
                assertThatThrownBy(
                                () -> job.reduce(bytes, bytes, DataType.I32, ReduceKind.MAX, root))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(message);
                return checkAll(job, 3);
            });
        }
    }

    @Test
    void shouldRefuseMemoryThatDoesNotFit() throws Exception {
        MemorySegment bytes = MemorySegment.ofArray(new byte[64]);
        try (LocalJob local = job("ring", "00")) {
            local.run(job -> {
                assertThatThrownBy(() -> job.allGather(bytes.asSlice(0, 4), bytes.asSlice(16, 12)))
                        .hasMessage("the target has 12 bytes and the source 4: with 4 ranks the"
                                + " target must be 4 times as long");
                assertThatThrownBy(() -> job.reduceScatter(
                                bytes, bytes.asSlice(0, 4), DataType.I32, ReduceKind.SUM))
                        .hasMessage("the source has 64 bytes and the target 4: with 4 ranks the"
                                + " source must be 4 times as long");
                // Another rank's segment.
                long other = 16L * ((job.rank() + 1) % RANKS);
                assertThatThrownBy(() -> job.allGather(bytes.asSlice(other, 16), bytes))
                        .hasMessageContaining("not those of the same elements");
                assertThatThrownBy(() -> job.reduceScatter(
                                bytes, bytes.asSlice(other, 16), DataType.I32, ReduceKind.SUM))
                        .hasMessageContaining("not those of the same elements");
                assertThatThrownBy(() -> job.broadcast(bytes.asReadOnly(), 0))
                        .hasMessageContaining("read-only");
                assertThatThrownBy(() -> job.reduceAsync(
                                bytes.asSlice(0, 7),
                                bytes,
                                DataType.I32,
                                ReduceKind.SUM,
                                NumberOptions.STANDARD,
                                (job.rank() + 1) % RANKS))
                        .hasMessageContaining("no whole number of i32");
                return checkAll(job, 3);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"ring, 00", "rina, 11", "ps, 00"})
    void shouldNameTheRankWhoseRootDiffers(String strategy, String ina) throws Exception {
        assertNamed(
                strategy,
                ina,
                job -> job.broadcast(MemorySegment.ofArray(new byte[9]), job.rank() == 3 ? 1 : 0),
                "rank 3 called broadcast from rank 1 of 9 bytes, but ranks 0, 1, 2 called broadcast"
                        + " from rank 0 of 9 bytes");
    }

    @Test
    void shouldNameTheRankWhoseCollectiveDiffers() throws Exception {
        assertNamed(
                "rina",
                "11",
                job -> {
                    if (job.rank() == 2) {
                        job.barrier();
                    } else {
                        MemorySegment own = MemorySegment.ofArray(new byte[4]);
                        job.allGather(own, MemorySegment.ofArray(new byte[16]));
                    }
                },
                "rank 2 called barrier, but ranks 0, 1, 3 called all-gather of 4 x 4 bytes");
    }

    /** A rank may have got all that it needs of a call; it fails at the next that needs the others. */
    private static void assertNamed(String strategy, String ina, Calling call, String message)
            throws Exception {
        try (LocalJob local = job(strategy, ina)) {
            List<Future<JobException>> ranks = local.start(job -> {
                JobException failure = catchThrowableOfType(JobException.class, () -> {
                    call.make(job);
                    job.barrier();
                });
                job.close();
                throw failure;
            });
            for (Future<JobException> rank : ranks) {
                assertThatThrownBy(() -> LocalJob.get(rank))
                        .isInstanceOf(JobException.class)
                        .hasMessageContaining("the ranks differ in operation 1: " + message);
            }
        }
    }

    private interface Calling {
        void make(Communicator job);
    }
}
