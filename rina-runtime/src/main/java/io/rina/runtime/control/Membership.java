package io.rina.runtime.control;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.rina.plan.RankSet;
import io.rina.runtime.control.proto.Alive;
import io.rina.runtime.control.proto.CoordinationGrpc;
import io.rina.runtime.control.proto.CoreSwitch;
import io.rina.runtime.control.proto.FromMember;
import io.rina.runtime.control.proto.Join;
import io.rina.runtime.control.proto.Open;
import io.rina.runtime.control.proto.Ready;
import io.rina.runtime.control.proto.Refused;
import io.rina.runtime.control.proto.ToMember;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.job.JobOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member's side of the control plane: one stream from joining to release, and on it the member's
 * {@link Standing} in the job and in its rank groups.
 */
public final class Membership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private final Role role;
    private final InetSocketAddress coordinator;
    private final Duration joinTimeout;
    private final Consumer<String> onWaiting;
    private final ManagedChannel channel;
    private final StreamObserver<FromMember> toCoordinator;
    private final CompletableFuture<Layout> layout = new CompletableFuture<>();
    private final Standing inJob = new Standing(this, 0);
    private final Map<Integer, Standing> inGroups = new ConcurrentHashMap<>();
    private final AtomicInteger lastGroup = new AtomicInteger();
    private final @Nullable SwitchTables tables;
    private final ScheduledThreadPoolExecutor beats;
    private final Duration operationTimeout;
    private volatile @Nullable JobException coordinatorGone;
    private volatile boolean hasLeft;

    /**
     * Joins a job as a rank; returns at once.
     *
     * @param options of which the port is of no account here
     * @param dataAddress where this member's frames are to be sent
     */
    public static Membership ofWorker(JobOptions options, int rank, InetSocketAddress dataAddress) {
        return new Membership(options, new Role.Worker(rank), dataAddress, null);
    }

    /** The same as a switch, which does as {@code tables} is told. */
    public static Membership ofSwitch(
            JobOptions options, Role role, InetSocketAddress dataAddress, SwitchTables tables) {
        return new Membership(options, role, dataAddress, tables);
    }

    private Membership(
            JobOptions options,
            Role role,
            InetSocketAddress dataAddress,
            @Nullable SwitchTables tables) {
        this.role = role;
        coordinator = options.coordinator();
        joinTimeout = options.joinTimeout();
        operationTimeout = options.operationTimeout();
        onWaiting = options.onWaiting();
        this.tables = tables;
        beats = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("rina-alive").factory());
        channel = NettyChannelBuilder.forAddress(coordinator.getHostString(), coordinator.getPort())
                .usePlaintext()
                .maxInboundMessageSize(1 << 24)
                .keepAliveTime(Coordinator.KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(2 * Coordinator.KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
        Metadata headers = new Metadata();
        headers.put(Coordinator.JOB_KEY, Coordinator.bytes(options.jobKey()));
        toCoordinator = CoordinationGrpc.newStub(channel)
                .withWaitForReady()
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .membership(new FromCoordinator());
        say(FromMember.newBuilder().setJoin(join(role, dataAddress)));
        tellUnlessConnected(channel.getState(false));
    }

    /** Says that the coordinator is not there once a connection has failed. */
    private void tellUnlessConnected(ConnectivityState state) {
        switch (state) {
            case TRANSIENT_FAILURE ->
                onWaiting.accept("the coordinator at " + AddressText.of(coordinator));
            case IDLE, CONNECTING ->
                channel.notifyWhenStateChanged(
                        state, () -> tellUnlessConnected(channel.getState(false)));
            case READY, SHUTDOWN -> {}
        }
    }

    private static Join join(Role role, InetSocketAddress dataAddress) {
        Join.Builder join = Join.newBuilder()
                .setProtocolVersion(Coordinator.PROTOCOL_VERSION)
                .setHost(dataAddress.getAddress().getHostAddress())
                .setPort(dataAddress.getPort());
        return switch (role) {
            case Role.Worker(int rank) -> join.setWorkerRank(rank).build();
            case Role.RackSwitch(int rack) -> join.setSwitchRack(rack).build();
            case Role.CoreSwitch() ->
                join.setCoreSwitch(CoreSwitch.getDefaultInstance()).build();
        };
    }

    /** Waits until all have joined; throws JobException when refused, or when time is up. */
    public Layout awaitLayout() {
        return awaitStart(layout, "the other members");
    }

    /** How this member stands in the job itself. */
    public Standing inJob() {
        return inJob;
    }

    /**
     * Asks for a rank group; returns at once.
     *
     * @param parent the group that it is opened from
     * @param ranks as the job numbers them
     */
    public Standing open(Standing parent, RankSet ranks) {
        return open(Open.newBuilder().setParent(parent.number()).addAllRanks(ranks.toList()));
    }

    /**
     * Asks for a rank group of those of {@code ranks} that are left when all of them have asked; returns at
     * once.
     */
    public Standing shrink(RankSet ranks) {
        return open(Open.newBuilder().setShrinks(true).addAllRanks(ranks.toList()));
    }

    private Standing open(Open.Builder open) {
        Standing standing = new Standing(this, lastGroup.incrementAndGet());
        inGroups.put(standing.number(), standing);
        standing.onEnd(() -> inGroups.remove(standing.number()));
        say(FromMember.newBuilder().setOpen(open).setGroup(standing.number()));
        JobException gone = coordinatorGone;
        if (gone != null) {
            standing.fail(gone.again());
        }
        return standing;
    }

    /** Why the coordinator cannot be asked any more; null while it is there. */
    @Nullable
    JobException coordinatorGone() {
        return coordinatorGone;
    }

    /** The coordinator knows who is missing, and says so when its own time is up: let it speak first. */
    <T> T awaitStart(CompletableFuture<T> future, String what) {
        return await(future, joinTimeout.plusSeconds(2), what);
    }

    <T> void await(CompletableFuture<T> future) {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    <T> T await(CompletableFuture<T> future, Duration timeout, String what) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (TimeoutException e) {
            throw new JobException(
                    Category.TIMEOUT,
                    role + " waited " + TimeText.of(timeout) + " for " + what + "; " + connection(),
                    e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private String connection() {
        return switch (channel.getState(false)) {
            case READY ->
                "the coordinator at " + AddressText.of(coordinator)
                        + " is there and waits for them, too";
            case IDLE, CONNECTING, TRANSIENT_FAILURE, SHUTDOWN ->
                "no coordinator answers at " + AddressText.of(coordinator)
                        + ": is it running, is the address right, is the port open?";
        };
    }

    private static JobException failure(ExecutionException e) {
        return e.getCause() instanceof JobException cause
                ? cause.again()
                : new JobException(Category.LOST, String.valueOf(e.getCause()), e);
    }

    private JobException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new JobException(
                Category.ABORTED, role + " was interrupted while waiting for the coordinator", e);
    }

    void say(FromMember.Builder message) {
        try {
            synchronized (toCoordinator) {
                toCoordinator.onNext(message.build());
            }
        } catch (IllegalStateException closed) {
            // The stream has ended; onError or onCompleted tells, with the reason.
            LOG.debug("{} could not say {}: {}", role, message.getKindCase(), closed.getMessage());
        }
    }

    private void fail(JobException failure) {
        layout.completeExceptionally(failure);
        inJob.fail(failure);
        inGroups.values().forEach(standing -> standing.fail(failure));
    }

    void awaitQuietly(CompletableFuture<?> future, Duration timeout) {
        try {
            future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("{} gave up: {}", role, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        inJob.awaitAnswerToGivingUp(ANSWER);
        hasLeft = true;
        beats.shutdownNow();
        fail(new JobException(Category.ABORTED, role + " has left the job"));
        channel.shutdownNow();
        try {
            channel.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class FromCoordinator implements StreamObserver<ToMember> {
        @Override
        public void onNext(ToMember message) {
            try {
                accept(message);
            } catch (JobException e) {
                fail(e);
            } catch (RuntimeException e) {
                fail(new JobException(
                        Category.CONFIGURATION,
                        "what the coordinator sends is unusable: " + e.getMessage(),
                        e));
            }
        }

        private void accept(ToMember message) {
            int group = message.getGroup();
            if (tables != null) {
                tell(tables, group, message);
            }
            Standing standing = group == 0 ? inJob : inGroups.get(group);
            switch (message.getKindCase()) {
                case LAYOUT -> onLayout(Layout.decode(message.getLayout()));
                case ASSIGNMENT -> {
                    if (tables == null && standing != null) {
                        standing.onAssignment(decode(message));
                    }
                }
                case LOST -> onLost(group, standing, message.getLost().getReason());
                case GO, RELEASE, ASKED, FINDING -> {
                    if (standing != null) {
                        standing.accept(message);
                    }
                }
                case WAITING -> onWaiting.accept(message.getWaiting().getMissing());
                case WITHDRAWN, KIND_NOT_SET -> {
                    // For switches, or a later version's message.
                }
            }
        }

        private void onLayout(Layout given) {
            long everyMs = given.aliveEvery().toMillis();
            if (layout.complete(given) && everyMs > 0) {
                Future<?> _ = beats.scheduleAtFixedRate(
                        () -> say(FromMember.newBuilder().setAlive(Alive.getDefaultInstance())),
                        everyMs,
                        everyMs,
                        TimeUnit.MILLISECONDS);
            }
        }

        private void onLost(int group, @Nullable Standing standing, String reason) {
            JobException failure = new JobException(Category.LOST, reason);
            if (group == 0) {
                layout.completeExceptionally(failure);
                inJob.fail(failure);
            } else if (standing != null) {
                standing.fail(failure);
            }
        }

        private void tell(SwitchTables tables, int group, ToMember message) {
            switch (message.getKindCase()) {
                case LAYOUT -> tables.onLayout(Layout.decode(message.getLayout()));
                case ASSIGNMENT -> setUp(tables, group, decode(message));
                case WITHDRAWN, LOST, RELEASE -> tables.onRelease(group);
                case GO, ASKED, FINDING, WAITING, KIND_NOT_SET -> {}
            }
        }

        private Assignment decode(ToMember message) {
            return Assignment.decode(message.getAssignment(), layout.join());
        }

        private void setUp(SwitchTables tables, int group, Assignment given) {
            String refusal = tables.onAssignment(group, given);
            int epoch = given.job().epoch();
            var answer = FromMember.newBuilder().setGroup(group);
            say(
                    refusal.isEmpty()
                            ? answer.setReady(Ready.newBuilder()
                                    .setPlanDigest(given.program().digest())
                                    .setEpoch(epoch))
                            : answer.setRefused(
                                    Refused.newBuilder().setReason(refusal).setEpoch(epoch)));
        }

        @Override
        public void onError(Throwable broken) {
            JobException failure = explain(Status.fromThrowable(broken));
            if (failure.category() == Category.LOST && layout.isDone() && !hasLeft) {
                goOnWithout(failure);
            } else {
                fail(failure);
            }
        }

        /** What needs no coordinator goes on. */
        private void goOnWithout(JobException failure) {
            LOG.warn("{} goes on for now, but {}", role, failure.getMessage());
            coordinatorGone = failure;
            inJob.detach(failure);
            inGroups.values().forEach(standing -> standing.detach(failure));
            if (tables != null) {
                endWithTheFrames(tables, failure);
            }
        }

        /** Nobody will tell this switch that it is not needed any more. */
        private void endWithTheFrames(SwitchTables served, JobException failure) {
            long[] frames = {-1};
            Runnable look = () -> {
                long now = served.framesReceived();
                if (now == frames[0]) {
                    fail(failure);
                }
                frames[0] = now;
            };
            Future<?> _ = beats.scheduleWithFixedDelay(
                    look, 0, operationTimeout.toMillis(), TimeUnit.MILLISECONDS);
        }

        private JobException explain(Status status) {
            String why = status.getDescription() == null
                    ? status.getCode().name()
                    : status.getDescription();
            return switch (status.getCode()) {
                case UNAUTHENTICATED -> new JobException(Category.REFUSED, why);
                case INVALID_ARGUMENT, ALREADY_EXISTS, FAILED_PRECONDITION ->
                    new JobException(Category.CONFIGURATION, why);
                default ->
                    new JobException(
                            Category.LOST,
                            "the coordinator at " + AddressText.of(coordinator) + " is gone (" + why
                                    + "): without it no group can be opened and nobody can leave in"
                                    + " agreement; start the job again");
            };
        }

        @Override
        public void onCompleted() {
            fail(new JobException(
                    Category.LOST,
                    "the coordinator at " + AddressText.of(coordinator) + " ended the job"));
        }
    }
}
