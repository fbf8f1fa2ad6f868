package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rina.engine.number.ReduceKind;
import io.rina.plan.Topology;
import io.rina.runtime.control.Coordinator;
import io.rina.runtime.control.JobSpec;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.PortOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What goes wrong in a job is told to everybody whom it concerns, by name and in time. */
class JobFaultsTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Topology TWO = Topology.ofSizes(new int[] {2}, rack -> false);

    private static JobOptions options(
            int coordinatorPort, String key, Duration join, int dataPort) {
        return new JobOptions(
                new InetSocketAddress(LOOPBACK, coordinatorPort),
                key,
                join,
                LONG,
                PortOptions.loopback(TWO.nodes())
                        .withBind(new InetSocketAddress(LOOPBACK, dataPort)));
    }

    private static Coordinator coordinator(Duration join) {
        return new Coordinator(
                new JobSpec(TWO, "ring", LocalJob.KEY, 352, 128, join),
                new InetSocketAddress(LOOPBACK, 0));
    }

    private static JobException failureOf(JobOptions options, int rank) {
        return catchThrowableOfType(
                JobException.class, () -> Communicator.join(options, rank).close());
    }

    @Test
    void shouldRefuseAWrongJobKey() {
        try (Coordinator coordinator = coordinator(LONG)) {
            JobException failure = failureOf(options(coordinator.port(), "guess", LONG, 0), 0);
            assertThat(failure.category()).isEqualTo(Category.REFUSED);
            assertThat(failure)
                    .hasMessageContaining("wrong job key")
                    .hasMessageContaining("127.0.0.1");
            assertThat(coordinator.missing()).containsExactly("rank 0", "rank 1");
        }
    }

    /** Headers of HTTP are ASCII; a key need not be. */
    @Test
    void shouldAdmitAJobKeyInAnyScript() {
        String key = " schl\u00fcssel\n\u9375 ";
        try (Coordinator coordinator = new Coordinator(
                new JobSpec(
                        Topology.ofSizes(new int[] {1}, rack -> false),
                        "ring",
                        key,
                        352,
                        128,
                        LONG),
                new InetSocketAddress(LOOPBACK, 0))) {
            try (Communicator job =
                    Communicator.join(options(coordinator.port(), key, LONG, 0), 0)) {
                job.leave();
            }
            assertThat(coordinator.end().join()).isNull();
        }
    }

    @Test
    void shouldNameTheRanksThatNeverCome() {
        try (Coordinator coordinator = coordinator(Duration.ofSeconds(1))) {
            JobException failure = failureOf(
                    options(coordinator.port(), LocalJob.KEY, Duration.ofSeconds(1), 0), 0);
            assertThat(failure)
                    .hasMessageContaining("not all members joined within 1 s")
                    .hasMessageContaining("missing rank 1");
            assertThat(coordinator.end().join()).contains("missing rank 1");
        }
    }

    @Test
    void shouldTellThoseWhoHaveJoinedForWhomTheyWait() {
        Duration join = Duration.ofSeconds(5);
        List<String> heard = new CopyOnWriteArrayList<>();
        try (Coordinator coordinator = coordinator(join)) {
            failureOf(
                    options(coordinator.port(), LocalJob.KEY, join, 0).withOnWaiting(heard::add),
                    0);
        }
        assertThat(heard).isNotEmpty().containsOnly("rank 1");
    }

    /** A time below a second was once shown as 0 s. */
    @Test
    void shouldShowAJoinTimeoutOfLessThanASecond() {
        try (Coordinator coordinator = coordinator(Duration.ofMillis(500))) {
            assertThat(coordinator.end().join())
                    .startsWith("not all members joined within 500 ms:");
        }
    }

    /** A pool of 65,536 and an MTU of 65,535 once ended in an OutOfMemoryError. */
    @Test
    void shouldRefuseTablesThatNoMachineHolds() {
        JobSpec spec = new JobSpec(TWO, "ring", "key", 46 * 352, 65_536, LONG);
        JobException failure = catchThrowableOfType(
                JobException.class,
                () -> new Coordinator(spec, new InetSocketAddress(LOOPBACK, 0)).close());

        assertThat(failure.category()).isEqualTo(Category.CONFIGURATION);
        assertThat(failure)
                .hasMessage("rank 0 would need 8,489,271,296 bytes for its sums, and 1,073,741,824"
                        + " are the most: channels (1) x generations (2) x pool (65,536) x payload of"
                        + " a frame (64,768); lower pool or mtu in the cluster file");
    }

    @Test
    void shouldRefuseASecondWorkerOfOneRankAndLetTheFirstGoOn() throws Exception {
        try (LocalJob local = new LocalJob("ring", TWO, LONG, PortOptions.Kind.AUTO)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                job.allReduce(new float[] {1});
                return true;
            });
            LocalJob.get(ranks.get(0));
            LocalJob.get(ranks.get(1));
        }
        try (Coordinator coordinator = coordinator(Duration.ofSeconds(2));
                LocalJob.Background first = LocalJob.Background.of(
                        () -> failureOf(options(coordinator.port(), LocalJob.KEY, LONG, 0), 1))) {
            while (coordinator.missing().contains("rank 1")) {
                Thread.onSpinWait();
            }
            JobException failure = failureOf(options(coordinator.port(), LocalJob.KEY, LONG, 0), 1);
            assertThat(failure.category()).isEqualTo(Category.CONFIGURATION);
            assertThat(failure).hasMessageContaining("rank 1 has joined already, from 127.0.0.1:");
            assertThat(first.result())
                    .hasToString(
                            "io.rina.runtime.job.JobException: not all members joined within 2 s: missing rank 0;"
                                    + " start them, or look at their output");
        }
    }

    @Test
    void shouldRefuseARankThatTheJobDoesNotHave() {
        try (Coordinator coordinator = coordinator(LONG)) {
            JobException failure = failureOf(options(coordinator.port(), LocalJob.KEY, LONG, 0), 7);
            assertThat(failure.category()).isEqualTo(Category.CONFIGURATION);
            assertThat(failure).hasMessageContaining("rank 7").hasMessageContaining("ranks 0 to 1");
        }
    }

    @Test
    void shouldSayThatNoCoordinatorAnswers() throws IOException {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
            nobody = socket.getLocalPort();
        }
        List<String> heard = new CopyOnWriteArrayList<>();
        JobException failure = failureOf(
                options(nobody, LocalJob.KEY, Duration.ofMillis(100), 0).withOnWaiting(heard::add),
                0);
        assertThat(heard).hasSize(1).allMatch(text -> text.startsWith("the coordinator at "));
        assertThat(failure.category()).isEqualTo(Category.TIMEOUT);
        assertThat(failure)
                .hasMessageContaining("no coordinator answers at")
                .hasMessageContaining(":" + nobody);
    }

    @Test
    void shouldNameThePortThatIsInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            JobSpec spec = new JobSpec(TWO, "ring", "key", 352, 128, LONG);
            InetSocketAddress address = new InetSocketAddress(LOOPBACK, taken.getLocalPort());
            assertThatThrownBy(() -> new Coordinator(spec, address).close())
                    .isInstanceOf(JobException.class)
                    .hasMessageContaining("cannot listen at")
                    .hasMessageContaining(":" + taken.getLocalPort());
        }
        try (Coordinator coordinator = coordinator(LONG);
                DatagramSocket taken = new DatagramSocket(0, LOOPBACK)) {
            JobException failure = failureOf(
                    options(coordinator.port(), LocalJob.KEY, LONG, taken.getLocalPort()), 0);
            assertThat(failure.category()).isEqualTo(Category.CONFIGURATION);
            assertThat(failure).hasMessageContaining(String.valueOf(taken.getLocalPort()));
        }
    }

    /** Case 2: a rank that goes inside a job is named to the others, long before their timeout. */
    @Test
    void shouldTellTheOthersThatARankIsGone() throws Exception {
        try (LocalJob local = new LocalJob(
                "rina",
                Topology.ofSizes(new int[] {2, 1}, r -> r == 0),
                LONG,
                PortOptions.Kind.AUTO)) {
            List<Future<JobException>> ranks = local.start(job -> {
                job.allReduce(new float[1000]);
                if (job.rank() == 1) {
                    job.close();
                    return new JobException(Category.ABORTED, "closed");
                }
                JobException failure = catchThrowableOfType(
                        JobException.class, () -> job.allReduce(new float[100_000]));
                job.close();
                throw failure;
            });
            for (int rank : new int[] {0, 2}) {
                assertThatThrownBy(() -> LocalJob.get(ranks.get(rank)))
                        .isInstanceOf(JobException.class)
                        .hasMessageContaining("rank 1 at 127.0.0.1:")
                        .hasMessageContaining("is gone");
            }
        }
    }

    /** Case 5 the other way round: a rank that never calls is named when the time is up. */
    @Test
    void shouldNameWhereATimedOutOperationWaits() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (LocalJob local =
                new LocalJob("ring", TWO, Duration.ofMillis(300), PortOptions.Kind.AUTO)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                if (job.rank() == 1) {
                    assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
                    return true;
                }
                try {
                    job.allReduce(new float[10]);
                } finally {
                    over.countDown();
                }
                return true;
            });
            assertThatThrownBy(() -> LocalJob.get(ranks.get(0)))
                    .isInstanceOf(JobException.class)
                    .hasMessageContaining("all-reduce 1 did not complete at rank 0 within 0.3 s")
                    .hasMessageContaining("{0,1}")
                    .hasMessageContaining("rank 1 had not called it when the coordinator asked");
        }
    }

    /** Case 3: closing from another thread ends the operation at once. */
    @Test
    void shouldAbortWhatRunsWhenClosedFromAnotherThread() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (LocalJob local = new LocalJob("ring", TWO, LONG, PortOptions.Kind.AUTO)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                if (job.rank() == 1) {
                    assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
                    return true;
                }
                float[] floats = new float[10];
                Handle handle = job.allReduceAsync(
                        java.lang.foreign.MemorySegment.ofArray(floats),
                        java.lang.foreign.MemorySegment.ofArray(floats),
                        ReduceKind.SUM);
                Thread closer = Thread.ofPlatform().start(job::close);
                try {
                    handle.await();
                } finally {
                    closer.join();
                    over.countDown();
                }
                return true;
            });
            JobException failure =
                    catchThrowableOfType(JobException.class, () -> LocalJob.get(ranks.get(0)));
            assertThat(failure.category()).isEqualTo(Category.ABORTED);
        }
    }

    /** Memory that goes away under an operation ends the job at all ranks, whoever still lives. */
    @Test
    void shouldTellTheOthersThatFramesMoveNoMoreAtARank() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (LocalJob local = new LocalJob("ring", TWO, LONG, PortOptions.Kind.AUTO)) {
            List<Future<Boolean>> ranks = local.start(job -> {
                if (job.rank() == 0) {
                    Handle lost = startAndLoseMemory(job);
                    gone.countDown();
                    JobException failure = catchThrowableOfType(JobException.class, lost::await);
                    assertThat(failure.category()).isEqualTo(Category.ABORTED);
                    assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
                    return true;
                }
                assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
                try {
                    job.allReduce(new float[1000]);
                } finally {
                    over.countDown();
                }
                return true;
            });
            assertThatThrownBy(() -> LocalJob.get(ranks.get(1)))
                    .isInstanceOf(JobException.class)
                    .hasMessageContaining("rank 0 gave up: the thread that moves frames at rank 0");
        }
    }

    private static Handle startAndLoseMemory(Communicator job) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment floats = arena.allocate(4000, 4);
            return job.allReduceAsync(floats, floats, ReduceKind.SUM);
        }
    }

    @Test
    void shouldCloseFromSeveralThreadsAtOnce() throws Exception {
        try (LocalJob local = new LocalJob(
                "ring",
                Topology.ofSizes(new int[] {1}, rack -> false),
                LONG,
                PortOptions.Kind.AUTO)) {
            local.run(job -> {
                job.leave();
                try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
                    List<Future<?>> all = new ArrayList<>();
                    for (int i = 0; i < 4; i++) {
                        all.add(threads.submit(job::close));
                    }
                    for (Future<?> one : all) {
                        LocalJob.get(one);
                    }
                }
                assertThatThrownBy(() -> job.allReduce(new float[1]))
                        .isInstanceOf(JobException.class)
                        .hasMessageContaining("the communicator of rank 0 was closed");
                return true;
            });
        }
    }

    /** NaN anywhere fails the operation everywhere, changes nothing, and leaves the job usable. */
    @Test
    void shouldFailOnNaNEverywhereAndGoOn() throws Exception {
        try (LocalJob local = new LocalJob(
                "rina",
                Topology.ofSizes(new int[] {2, 1}, r -> r == 0),
                LONG,
                PortOptions.Kind.AUTO)) {
            List<float[]> results = local.run(job -> {
                float[] floats = {1, job.rank() == 1 ? Float.NaN : 2};
                JobException failure =
                        catchThrowableOfType(JobException.class, () -> job.allReduce(floats));
                assertThat(failure.category()).isEqualTo(Category.NUMBERS);
                assertThat(failure).hasMessageContaining("elements 0 to 1");
                assertThat(floats[0]).isEqualTo(1);
                float[] good = {3};
                job.allReduce(good);
                return good;
            });
            assertThat(results).allSatisfy(floats -> assertThat(floats).containsExactly(9));
        }
    }

    /** Case 8: nothing is left of a communicator that was closed. */
    @Test
    void shouldLeaveNoThreadOrDescriptorBehind() throws Exception {
        List<Long> descriptors = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            try (LocalJob local = new LocalJob("ring", TWO, LONG, PortOptions.Kind.AUTO)) {
                local.run(job -> {
                    job.allReduce(new float[] {1});
                    return true;
                });
            }
            descriptors.add(Leaks.openDescriptors());
        }
        // The first rounds load classes and start the shared threads of gRPC.
        assertThat(descriptors.getLast()).isLessThanOrEqualTo(descriptors.get(4) + 2);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("rina-rank"));
    }
}
