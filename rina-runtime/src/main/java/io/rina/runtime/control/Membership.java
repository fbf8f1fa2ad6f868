package io.rina.runtime.control;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.rina.runtime.control.proto.Called;
import io.rina.runtime.control.proto.CoordinationGrpc;
import io.rina.runtime.control.proto.Done;
import io.rina.runtime.control.proto.Finding;
import io.rina.runtime.control.proto.FromMember;
import io.rina.runtime.control.proto.Join;
import io.rina.runtime.control.proto.Ready;
import io.rina.runtime.control.proto.Stalled;
import io.rina.runtime.control.proto.ToMember;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member's side of the control plane: one stream from joining to release. */
public final class Membership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private final Role role;
    private final InetSocketAddress coordinator;
    private final Duration joinTimeout;
    private final ManagedChannel channel;
    private final StreamObserver<FromMember> toCoordinator;
    private final CompletableFuture<Assignment> assignment = new CompletableFuture<>();
    private final CompletableFuture<Void> go = new CompletableFuture<>();
    private final CompletableFuture<Void> release = new CompletableFuture<>();
    private volatile boolean gaveUp;
    private volatile LongFunction<String> calls = sequence -> "";
    private volatile @Nullable Finding finding;

    /**
     * Joins the job at {@code coordinator}; returns at once.
     *
     * @param dataAddress where this member's frames are to be sent
     * @param joinTimeout how long {@link #awaitAssignment} and {@link #readyAndAwaitGo} wait
     */
    public Membership(
            InetSocketAddress coordinator,
            String jobKey,
            Role role,
            InetSocketAddress dataAddress,
            Duration joinTimeout) {
        this.role = role;
        this.coordinator = coordinator;
        this.joinTimeout = joinTimeout;
        channel = NettyChannelBuilder.forAddress(coordinator.getHostString(), coordinator.getPort())
                .usePlaintext()
                .maxInboundMessageSize(1 << 24)
                .keepAliveTime(Coordinator.KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(2 * Coordinator.KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
        Metadata headers = new Metadata();
        headers.put(Coordinator.JOB_KEY, Coordinator.bytes(jobKey));
        toCoordinator = CoordinationGrpc.newStub(channel)
                .withWaitForReady()
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .membership(new FromCoordinator());
        say(FromMember.newBuilder().setJoin(join(role, dataAddress)).build());
    }

    private static Join join(Role role, InetSocketAddress dataAddress) {
        Join.Builder join = Join.newBuilder()
                .setProtocolVersion(Coordinator.PROTOCOL_VERSION)
                .setHost(dataAddress.getAddress().getHostAddress())
                .setPort(dataAddress.getPort());
        return switch (role) {
            case Role.Worker(int rank) -> join.setWorkerRank(rank).build();
            case Role.Switch(int rack) -> join.setSwitchRack(rack).build();
        };
    }

    /** Waits until all have joined; throws JobException when refused, or when time is up. */
    public Assignment awaitAssignment() {
        // The coordinator knows who is missing and says so when its own time is up: let it speak
        // first.
        return await(assignment, joinTimeout.plusSeconds(2), "the other members");
    }

    /** Tells that this member can take frames, and waits until all can. */
    public void readyAndAwaitGo(int planDigest) {
        say(FromMember.newBuilder()
                .setReady(Ready.newBuilder().setPlanDigest(planDigest))
                .build());
        await(go, joinTimeout.plusSeconds(2), "all members to be ready");
    }

    /** Calls {@code onFailure} once if the job is lost before its release. */
    public void onLost(Consumer<JobException> onFailure) {
        CompletableFuture<Void> _ = release.whenComplete((_, failure) -> {
            if (failure instanceof JobException lost) {
                onFailure.accept(lost);
            }
        });
    }

    /**
     * Tells what this member has called: {@code calls} gives the call of a number as text, empty
     * when it was not made yet. To be set before the job goes.
     */
    public void onAsked(LongFunction<String> calls) {
        this.calls = calls;
    }

    /** Tells that an operation does not move here, so that all ranks' calls are compared. */
    public void reportStall(long sequence) {
        say(FromMember.newBuilder()
                .setStalled(Stalled.newBuilder().setSequence(sequence))
                .build());
    }

    /** What the coordinator has found out about a stalled operation; empty when nothing yet. */
    public String finding(long sequence) {
        Finding last = finding;
        return last != null && last.getSequence() == sequence ? last.getText() : "";
    }

    /**
     * Tells that this member needs no one any more and waits, serving others meanwhile, until no
     * one needs it.
     */
    public void doneAndAwaitRelease(Duration timeout) {
        say(FromMember.newBuilder().setDone(Done.getDefaultInstance()).build());
        await(release, timeout, "the other workers to finish");
    }

    /** Waits for the end of the job, however long it takes. */
    public void awaitRelease() {
        try {
            release.get();
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Tells why this member gives up, so that the others need not wait. */
    public void giveUp(String why) {
        if (!release.isDone()) {
            gaveUp = true;
            say(FromMember.newBuilder()
                    .setDone(Done.newBuilder().setFailure(why))
                    .build());
        }
    }

    private <T> T await(CompletableFuture<T> future, Duration timeout, String what) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (TimeoutException e) {
            throw new JobException(
                    Category.TIMEOUT,
                    role + " waited " + timeout.toSeconds() + " s for " + what + "; "
                            + connection(),
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

    private void say(FromMember message) {
        try {
            synchronized (toCoordinator) {
                toCoordinator.onNext(message);
            }
        } catch (IllegalStateException closed) {
            // The stream has ended; onError or onCompleted tells, with the reason.
            LOG.debug("{} could not say {}: {}", role, message.getKindCase(), closed.getMessage());
        }
    }

    private void fail(JobException failure) {
        assignment.completeExceptionally(failure);
        go.completeExceptionally(failure);
        release.completeExceptionally(failure);
    }

    /** What was said last must reach the coordinator: it answers by ending the job. */
    private void awaitAnswerToGivingUp() {
        if (!gaveUp) {
            return;
        }
        try {
            release.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("{} gave up: {}", role, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        awaitAnswerToGivingUp();
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
            switch (message.getKindCase()) {
                case ASSIGNMENT -> onAssignment(message);
                case GO -> go.complete(null);
                case LOST ->
                    fail(new JobException(Category.LOST, message.getLost().getReason()));
                case RELEASE -> release.complete(null);
                case ASKED -> answer(message.getAsked().getSequence());
                case FINDING -> finding = message.getFinding();
                case KIND_NOT_SET -> {
                    // A later version's message: what cannot be understood cannot be waited for
                    // either.
                }
            }
        }

        private void answer(long sequence) {
            say(FromMember.newBuilder()
                    .setCalled(Called.newBuilder()
                            .setSequence(sequence)
                            .setCall(calls.apply(sequence)))
                    .build());
        }

        private void onAssignment(ToMember message) {
            try {
                assignment.complete(Assignment.decode(message.getAssignment()));
            } catch (JobException e) {
                fail(e);
            } catch (RuntimeException e) {
                fail(new JobException(
                        Category.CONFIGURATION,
                        "the coordinator's assignment is unusable: " + e.getMessage(),
                        e));
            }
        }

        @Override
        public void onError(Throwable broken) {
            fail(explain(Status.fromThrowable(broken)));
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
                                    + ")");
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
