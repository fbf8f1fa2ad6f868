package io.rina.runtime.control;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Program;
import io.rina.runtime.control.proto.CoordinationGrpc;
import io.rina.runtime.control.proto.FromMember;
import io.rina.runtime.control.proto.Join;
import io.rina.runtime.control.proto.ToMember;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings the members of one job together, gives each the plan and the others' addresses, and tells
 * all when one is lost. It carries no data.
 */
public final class Coordinator implements AutoCloseable {
    static final int PROTOCOL_VERSION = 3;
    /**
     * Both ends look this often whether the other's host is still there; a process that ended shows
     * at once. An end that does not answer for twice as long again is taken for lost: a process
     * that was merely paused for seconds is not.
     */
    static final long KEEP_ALIVE_SECONDS = 10;

    /** As bytes: a text header would change what is not ASCII. */
    static final Metadata.Key<byte[]> JOB_KEY =
            Metadata.Key.of("rina-job-key-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private final Roster roster;
    private final Server server;
    private final ScheduledThreadPoolExecutor clock;

    /**
     * Listens at {@code address} (port 0 for any) and waits for members.
     *
     * @throws JobException CONFIGURATION when the address cannot be had, or when pool and frames ask
     *     for more memory than is sensible
     * @throws io.rina.plan.UnsupportedTopologyException when the strategy does not serve the
     *     topology
     */
    public Coordinator(JobSpec spec, InetSocketAddress address) {
        Program program = Assignment.program(spec.topology(), spec.selection().on(spec.topology()));
        program.plans().forEach(PlanVerifier::verify);
        TableMemory.check(program, spec);
        clock = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("rina-join-timeout").factory());
        clock.setRemoveOnCancelPolicy(true);
        roster = new Roster(spec, program, new Clock());
        server = NettyServerBuilder.forAddress(address)
                .addService(new Service())
                .intercept(new KeyCheck(spec.jobKey()))
                .maxInboundMessageSize(1 << 16)
                // Half the members' interval, or gRPC takes them for a flood and hangs up.
                .permitKeepAliveTime(KEEP_ALIVE_SECONDS / 2, TimeUnit.SECONDS)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(2 * KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
        start(address);
    }

    private void start(InetSocketAddress address) {
        try {
            server.start();
        } catch (IOException e) {
            clock.shutdownNow();
            throw new JobException(
                    Category.CONFIGURATION,
                    "the coordinator cannot listen at " + AddressText.of(address)
                            + ": is the port in use, or the address not this host's? Choose another, or port 0 for any",
                    e);
        }
    }

    /** The port it listens at. */
    public int port() {
        return server.getPort();
    }

    /** Who has not joined yet. */
    public Set<String> missing() {
        return roster.missing();
    }

    /** Completes with null when the job has ended well, else with the reason. */
    public CompletableFuture<@Nullable String> end() {
        return roster.end();
    }

    /** Ends the job, if it still runs, and frees the port. */
    @Override
    public void close() {
        roster.fail("the coordinator was closed");
        clock.shutdownNow();
        server.shutdown();
        try {
            if (!server.awaitTermination(2, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private final class Clock implements Roster.Timer {
        @Override
        public Future<?> after(Duration time, Runnable what) {
            return clock.schedule(what, time.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public long nowNs() {
            return System.nanoTime();
        }
    }

    /** Lets nobody in who does not show the job key; compared in constant time. */
    private record KeyCheck(String jobKey) implements ServerInterceptor {
        @Override
        public <A, B> ServerCall.Listener<A> interceptCall(
                ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
            byte[] shown = headers.get(JOB_KEY);
            if (shown != null && MessageDigest.isEqual(shown, bytes(jobKey))) {
                return next.startCall(call, headers);
            }
            call.close(
                    Status.UNAUTHENTICATED.withDescription("wrong job key from "
                            + call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)
                            + ": give the jobKey of the coordinator's cluster file"),
                    new Metadata());
            return new ServerCall.Listener<>() {};
        }
    }

    static byte[] bytes(String jobKey) {
        return jobKey.getBytes(StandardCharsets.UTF_8);
    }

    private final class Service extends CoordinationGrpc.CoordinationImplBase {
        @Override
        public StreamObserver<FromMember> membership(StreamObserver<ToMember> toMember) {
            // With a handler set, writing to a stream that broke does not throw; onError reports
            // it.
            ((ServerCallStreamObserver<ToMember>) toMember).setOnCancelHandler(() -> {});
            return new MemberStream(toMember);
        }
    }

    /** What one member says. */
    private final class MemberStream implements StreamObserver<FromMember> {
        private final StreamObserver<ToMember> toMember;
        private int node = -1;

        MemberStream(StreamObserver<ToMember> toMember) {
            this.toMember = toMember;
        }

        @Override
        public void onNext(FromMember message) {
            try {
                accept(message);
            } catch (StatusRuntimeException refused) {
                toMember.onError(refused);
            }
        }

        private void accept(FromMember message) {
            if (message.hasJoin() == (node >= 0)) {
                throw Status.FAILED_PRECONDITION
                        .withDescription("a member joins once, before anything else")
                        .asRuntimeException();
            }
            if (message.hasJoin()) {
                node = join(message.getJoin());
            } else {
                roster.accept(node, message);
            }
        }

        private static Role role(Join join) {
            return switch (join.getRoleCase()) {
                case WORKER_RANK -> new Role.Worker(join.getWorkerRank());
                case SWITCH_RACK -> new Role.RackSwitch(join.getSwitchRack());
                case CORE_SWITCH -> new Role.CoreSwitch();
                case ROLE_NOT_SET ->
                    throw Status.INVALID_ARGUMENT
                            .withDescription("a member without a role")
                            .asRuntimeException();
            };
        }

        private int join(Join join) {
            if (join.getProtocolVersion() != PROTOCOL_VERSION) {
                throw Status.FAILED_PRECONDITION
                        .withDescription("the member speaks version " + join.getProtocolVersion()
                                + " of the control protocol, the coordinator " + PROTOCOL_VERSION
                                + ": run the same version of Rina everywhere")
                        .asRuntimeException();
            }
            if (join.getPort() < 1 || join.getPort() > 65_535) {
                throw Status.INVALID_ARGUMENT
                        .withDescription("port " + join.getPort() + " is no UDP port")
                        .asRuntimeException();
            }
            Role role = role(join);
            return roster.join(
                    role,
                    InetSocketAddress.createUnresolved(join.getHost(), join.getPort()),
                    toMember);
        }

        @Override
        public void onError(Throwable broken) {
            if (node >= 0) {
                roster.lost(node, toMember);
            }
        }

        @Override
        public void onCompleted() {
            if (node >= 0) {
                roster.lost(node, toMember);
            }
        }
    }
}
