package io.rina.runtime.control;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.rina.plan.Program;
import io.rina.plan.Topology;
import io.rina.runtime.control.proto.Asked;
import io.rina.runtime.control.proto.Finding;
import io.rina.runtime.control.proto.Go;
import io.rina.runtime.control.proto.Lost;
import io.rina.runtime.control.proto.Release;
import io.rina.runtime.control.proto.ToMember;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is in the job, and how far it is:
 *
 * <pre>
 *   JOINING  -- all have joined: assignments go out -->  STARTING
 *   STARTING -- all are ready: go -->                    RUNNING
 *   RUNNING  -- all workers are done: release -->        ENDED
 *   any      -- a member is lost, or time is up -->      ENDED, with the reason told to all
 * </pre>
 *
 * All methods may be called from any thread.
 */
final class Roster {
    private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

    private enum State {
        JOINING,
        STARTING,
        RUNNING,
        ENDED
    }

    /** A member's stream and how far the member is. */
    private static final class Seat {
        final Role role;
        final InetSocketAddress address;
        final StreamObserver<ToMember> stream;
        boolean ready;
        boolean done;

        Seat(Role role, InetSocketAddress address, StreamObserver<ToMember> stream) {
            this.role = role;
            this.address = address;
            this.stream = stream;
        }
    }

    private final JobSpec spec;
    private final Program program;
    private final long frameKey;
    private final Set<Integer> needed;
    private final Map<Integer, Seat> seats = new TreeMap<>();
    private final Map<Long, Inquiry> inquiries = new HashMap<>();
    private final CompletableFuture<@Nullable String> end = new CompletableFuture<>();
    private State state = State.JOINING;

    Roster(JobSpec spec, Program program, long frameKey) {
        this.spec = spec;
        this.program = program;
        this.frameKey = frameKey;
        this.needed = needed(program);
    }

    /** All workers, and the switches at which its plans sum. */
    private static Set<Integer> needed(Program program) {
        Set<Integer> needed = new TreeSet<>();
        for (int rank = 0; rank < program.topology().workers(); rank++) {
            needed.add(rank);
        }
        program.channels()
                .forEach(channel -> needed.add(program.topology().nodeOf(channel.site())));
        return needed;
    }

    /** Completes with null when all went well, else with the reason. */
    CompletableFuture<@Nullable String> end() {
        return end;
    }

    /** Seats a member; returns its node, or throws with the reason for a refusal. */
    synchronized int join(Role role, InetSocketAddress address, StreamObserver<ToMember> stream) {
        Topology topology = spec.topology();
        int node = role.node(topology);
        if (node < 0) {
            throw refusal(
                    Status.INVALID_ARGUMENT,
                    role + " has no place in this job: it has ranks 0 to "
                            + (topology.workers() - 1) + " in " + topology);
        }
        if (!needed.contains(node)) {
            throw refusal(
                    Status.INVALID_ARGUMENT,
                    role + " is not needed: strategy " + spec.strategy() + " sums nothing there");
        }
        Seat taken = seats.get(node);
        if (taken != null) {
            throw refusal(
                    Status.ALREADY_EXISTS,
                    role + " has joined already, from " + AddressText.of(taken.address)
                            + "; this one is at " + AddressText.of(address)
                            + ": start each only once");
        }
        if (state != State.JOINING) {
            throw refusal(Status.FAILED_PRECONDITION, "the job is over: " + reason());
        }
        seats.put(node, new Seat(role, address, stream));
        if (missing().isEmpty()) {
            state = State.STARTING;
            Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
            seats.forEach((n, seat) -> addresses.put(n, seat.address));
            var assignment = Assignment.encode(spec, program, frameKey, addresses);
            tellAll(ToMember.newBuilder().setAssignment(assignment).build());
        }
        return node;
    }

    synchronized void ready(int node, int digest) {
        if (digest != program.digest()) {
            fail(
                    name(node)
                            + " has another plan than the coordinator: run the same version of Rina everywhere");
            return;
        }
        seat(node).ready = true;
        if (state == State.STARTING && seats.values().stream().allMatch(seat -> seat.ready)) {
            state = State.RUNNING;
            tellAll(ToMember.newBuilder().setGo(Go.getDefaultInstance()).build());
        }
    }

    synchronized void done(int node, String failure) {
        if (!failure.isEmpty()) {
            fail(name(node) + " gave up: " + failure);
            return;
        }
        seat(node).done = true;
        boolean all = seats.values().stream()
                .allMatch(seat -> seat.done || seat.role instanceof Role.Switch);
        if (state == State.RUNNING && all) {
            state = State.ENDED;
            tellAll(ToMember.newBuilder()
                    .setRelease(Release.getDefaultInstance())
                    .build());
            closeAll();
            end.complete(null);
        }
    }

    /** An operation does not move at a member: asks all workers what they have called. */
    synchronized void stalled(long sequence) {
        if (state != State.RUNNING || inquiries.containsKey(sequence)) {
            return;
        }
        inquiries.put(sequence, new Inquiry(sequence, spec.topology().workers()));
        tellAll(ToMember.newBuilder()
                .setAsked(Asked.newBuilder().setSequence(sequence))
                .build());
    }

    /** A worker's answer. */
    synchronized void called(int node, long sequence, String call) {
        Inquiry inquiry = inquiries.get(sequence);
        if (inquiry == null || node >= spec.topology().workers()) {
            return;
        }
        inquiry.answer(node, call);
        if (!inquiry.isComplete()) {
            return;
        }
        if (inquiry.isMismatch()) {
            fail(inquiry.mismatch());
            return;
        }
        // Another rank may report the same operation later, when more have called it.
        inquiries.remove(sequence);
        tellAll(ToMember.newBuilder()
                .setFinding(Finding.newBuilder().setSequence(sequence).setText(inquiry.finding()))
                .build());
    }

    /** A member's stream broke. */
    synchronized void lost(int node) {
        fail(name(node) + " at " + AddressText.of(seat(node).address)
                + " is gone: its process ended or its connection broke");
    }

    /** The time to start is up. */
    synchronized void timeUp() {
        if (state == State.JOINING) {
            fail("not all members joined within " + spec.joinTimeout().toSeconds() + " s: missing "
                    + String.join(", ", missing()) + "; start them, or look at their output");
        } else if (state == State.STARTING) {
            fail("not all members were ready within " + spec.joinTimeout().toSeconds()
                    + " s: waiting for "
                    + seats.values().stream()
                            .filter(seat -> !seat.ready)
                            .map(seat -> seat.role.toString())
                            .collect(Collectors.joining(", ")));
        }
    }

    /** Ends the job for everybody. */
    synchronized void fail(String reason) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        tellAll(ToMember.newBuilder()
                .setLost(Lost.newBuilder().setReason(reason))
                .build());
        closeAll();
        end.complete(reason);
    }

    /** "rank 1", "ToR rack0": who has not joined yet. */
    synchronized Set<String> missing() {
        Set<String> missing = new TreeSet<>();
        for (int node : needed) {
            if (!seats.containsKey(node)) {
                missing.add(name(node));
            }
        }
        return missing;
    }

    private String reason() {
        String reason = end.getNow(null);
        return reason == null ? "it has all its members" : reason;
    }

    private Seat seat(int node) {
        Seat seat = seats.get(node);
        if (seat == null) {
            throw new IllegalStateException("node " + node + " has no seat");
        }
        return seat;
    }

    private String name(int node) {
        return spec.topology().nodeName(node);
    }

    private void tellAll(ToMember message) {
        seats.values().forEach(seat -> tell(seat, () -> seat.stream.onNext(message)));
    }

    private void closeAll() {
        seats.values().forEach(seat -> tell(seat, seat.stream::onCompleted));
    }

    /** A stream may have broken already; that is reported by its own callback. */
    private static void tell(Seat seat, Runnable call) {
        try {
            call.run();
        } catch (IllegalStateException closed) {
            LOG.debug("{} could not be told: {}", seat.role, closed.getMessage());
        }
    }

    private static RuntimeException refusal(Status status, String why) {
        return status.withDescription(why).asRuntimeException();
    }
}
