package io.rina.runtime.control;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.rina.plan.Channel;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.runtime.control.proto.FromMember;
import io.rina.runtime.control.proto.Go;
import io.rina.runtime.control.proto.Lost;
import io.rina.runtime.control.proto.Open;
import io.rina.runtime.control.proto.ToMember;
import io.rina.runtime.control.proto.Waiting;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is in the job, and which groups of ranks there are; the job itself is the first of these. All
 * methods may be called from any thread.
 */
final class Roster implements RankGroup.Members {
    private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

    /** How often those who have joined are told who has not. */
    private static final Duration TELL_MISSING = Duration.ofSeconds(2);

    private static final int MOST_NAMES = 8;

    /** What tells the time, and runs something after a time, unless that is cancelled. */
    interface Timer {
        Future<?> after(Duration time, Runnable what);

        long nowNs();
    }

    /** Who sits there, and when it was last heard of. */
    private static final class Seat {
        final Role role;
        final InetSocketAddress address;
        final StreamObserver<ToMember> stream;
        long heardNs;

        Seat(Role role, InetSocketAddress address, StreamObserver<ToMember> stream, long nowNs) {
            this.role = role;
            this.address = address;
            this.stream = stream;
            heardNs = nowNs;
        }
    }

    private final JobSpec spec;
    private final Timer timer;
    private final SecureRandom random = new SecureRandom();
    /** All workers, and the switches at which the job's plans sum if all are there. */
    private final Set<Integer> invited;
    /** Those without whom the job does not start. */
    private final Set<Integer> needed;

    private final Map<Integer, Seat> seats = new TreeMap<>();
    private final RankGroup job;
    /** The groups beside the job, and what ends them if they do not start. */
    private final Map<RankGroup, Future<?>> groups = new LinkedHashMap<>();

    private final CompletableFuture<@Nullable String> end = new CompletableFuture<>();
    private int lastGroup;
    private boolean isLosingRank;
    /** Why the job has ended; empty after a good end. */
    private String reason = "";

    private long listenedNs;

    /** {@code program}: the job's, if all its switches have room. */
    Roster(JobSpec spec, Program program, Timer timer) {
        this.spec = spec;
        this.timer = timer;
        invited = invited(program);
        needed = new TreeSet<>(invited);
        RankSet all = RankSet.of(IntStream.range(0, spec.topology().workers()).toArray());
        job = new RankGroup(0, null, all, false, spec, random, this);
        startTimer(job, 1);
        Future<?> _ = timer.after(TELL_MISSING, this::tellMissing);
    }

    private static Set<Integer> invited(Program program) {
        Set<Integer> invited = new TreeSet<>();
        for (int rank = 0; rank < program.topology().workers(); rank++) {
            invited.add(rank);
        }
        for (Channel channel : program.channels()) {
            channel.nodes().forEach(at -> invited.add(program.topology().nodeOf(at)));
        }
        return invited;
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
        if (!invited.contains(node)) {
            throw refusal(
                    Status.INVALID_ARGUMENT,
                    role + " is not needed: strategy " + spec.selection().name()
                            + " sums nothing there");
        }
        Seat taken = seats.get(node);
        if (taken != null) {
            throw refusal(
                    Status.ALREADY_EXISTS,
                    role + " has joined already, from " + AddressText.of(taken.address)
                            + "; this one is at " + AddressText.of(address)
                            + ": start each only once");
        }
        if (end.isDone() || (job.hasEnded() && !isSwitch(node))) {
            throw refusal(Status.FAILED_PRECONDITION, "the job is over: " + reason);
        }
        boolean isLate = job.isBegun();
        seats.put(node, new Seat(role, address, stream, timer.nowNs()));
        job.enter(node, 0);
        if (isLate) {
            LOG.info("{} is there again, at {}", name(node), AddressText.of(address));
            tell(node, 0, layout());
            // It has nothing to wait for: the next group or epoch will ask it.
            tell(node, 0, ToMember.newBuilder().setGo(Go.getDefaultInstance()));
        } else if (missing().isEmpty()) {
            begin();
        }
        return node;
    }

    private ToMember.Builder layout() {
        Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
        seats.forEach((node, seat) -> addresses.put(node, seat.address));
        return ToMember.newBuilder().setLayout(Layout.encode(spec, addresses));
    }

    /** All are there. */
    private void begin() {
        var layout = layout();
        seats.keySet().forEach(node -> tell(node, 0, layout));
        job.prepare();
        heard();
        listen();
    }

    /** What members say before they have the layout, or while this process stood still, does not count. */
    private void heard() {
        listenedNs = timer.nowNs();
        seats.values().forEach(seat -> seat.heardNs = listenedNs);
    }

    /** Looks from time to time who has fallen silent. */
    private synchronized void listen() {
        if (end.isDone()) {
            return;
        }
        long nowNs = timer.nowNs();
        long beatNs = spec.silence().beat().toNanos();
        if (nowNs - listenedNs > 3 * beatNs) {
            // This process stood still itself: what was said meanwhile is yet to be read.
            heard();
        }
        listenedNs = nowNs;
        for (int node : List.copyOf(seats.keySet())) {
            Seat seat = seats.get(node);
            Duration most =
                    isSwitch(node) ? spec.silence().ofSwitch() : spec.silence().ofRank();
            if (seat != null && nowNs - seat.heardNs > most.toNanos()) {
                gone(
                        node,
                        "has said nothing for " + TimeText.of(most)
                                + ": its host or its network is down, or its process hangs");
            }
        }
        Future<?> _ = timer.after(spec.silence().beat(), this::listen);
    }

    private boolean isSwitch(int node) {
        return node >= spec.topology().workers();
    }

    /** A member that has joined speaks. */
    synchronized void accept(int node, FromMember message) {
        Seat seat = seats.get(node);
        if (seat == null) {
            LOG.debug("{} speaks, of which the job does without by now", name(node));
            return;
        }
        seat.heardNs = timer.nowNs();
        if (message.hasAlive()) {
            return;
        }
        if (isSwitch(node)
                && message.hasDone()
                && !message.getDone().getFailure().isEmpty()) {
            gone(node, "gave up: " + message.getDone().getFailure());
            return;
        }
        if (message.hasOpen()) {
            open(node, message.getGroup(), message.getOpen());
            return;
        }
        RankGroup group = find(node, message.getGroup());
        if (group == null) {
            LOG.debug("{} speaks of a group that has ended", name(node));
            return;
        }
        switch (message.getKindCase()) {
            case READY -> group.ready(node, message.getReady());
            case REFUSED -> group.refused(node, message.getRefused());
            case DONE -> group.done(node, message.getDone().getFailure());
            case STALLED -> group.stalled(message.getStalled().getSequence());
            case CALLED -> group.called(node, message.getCalled());
            case JOIN, OPEN, ALIVE, KIND_NOT_SET ->
                throw refusal(Status.INVALID_ARGUMENT, "an empty message");
        }
    }

    private @Nullable RankGroup find(int node, int number) {
        return number == 0
                ? job
                : groups.keySet().stream()
                        .filter(group -> group.isKnownAs(node, number))
                        .findFirst()
                        .orElse(null);
    }

    private void open(int node, int number, Open open) {
        boolean shrinks = open.getShrinks();
        RankGroup parent = shrinks ? job : find(node, open.getParent());
        RankSet ranks = RankSet.of(
                open.getRanksList().stream().mapToInt(Integer::intValue).toArray());
        if (parent == null || !(shrinks || parent.hasStarted()) || !mayOpen(node, ranks, parent)) {
            var reason = "group " + ranks + " cannot be opened by " + name(node) + ", "
                    + (parent == null
                            ? "since the group from which it is has ended"
                            : "from among ranks " + parent.ranks());
            tell(node, number, ToMember.newBuilder().setLost(Lost.newBuilder().setReason(reason)));
            return;
        }
        RankGroup group = groups.keySet().stream()
                .filter(asked -> asked.lacks(node, parent, ranks, shrinks))
                .findFirst()
                .orElseGet(() -> newGroup(parent, ranks, shrinks));
        group.enter(node, number);
        if (group.hasAllRanks()) {
            group.prepare();
        }
    }

    private static boolean mayOpen(int node, RankSet ranks, RankGroup parent) {
        return ranks.contains(node)
                && Arrays.stream(ranks.toArray()).allMatch(parent.ranks()::contains);
    }

    private RankGroup newGroup(RankGroup parent, RankSet ranks, boolean shrinks) {
        RankGroup group = new RankGroup(++lastGroup, parent, ranks, shrinks, spec, random, this);
        if (shrinks) {
            ranks.toList().stream().filter(rank -> !isThere(rank)).forEach(group::without);
        }
        groups.put(group, timer.after(spec.joinTimeout(), () -> timeUp(group, 1)));
        return group;
    }

    /** A member's stream broke. */
    synchronized void lost(int node, StreamObserver<ToMember> stream) {
        Seat seat = seats.get(node);
        if (seat != null && seat.stream.equals(stream) && !end.isDone()) {
            gone(node, "is gone: its process ended or its connection broke");
        }
    }

    private void gone(int node, String why) {
        Seat seat = seat(node);
        String reason = name(node) + " at " + AddressText.of(seat.address) + " " + why;
        seats.remove(node);
        if (isSwitch(node)) {
            loseSwitch(node, reason);
        } else {
            loseRank(node, reason);
        }
        speak(seat, seat.stream::onCompleted);
    }

    private void loseSwitch(int node, String why) {
        needed.remove(node);
        job.switchLost(node, why);
        List.copyOf(groups.keySet()).forEach(group -> group.switchLost(node, why));
        if (!job.isBegun() && missing().isEmpty()) {
            begin();
        }
    }

    /** Those who are left may go on among themselves; the job is over when none is. */
    private void loseRank(int node, String why) {
        isLosingRank = true;
        job.rankLost(node, why);
        isLosingRank = false;
        List.copyOf(groups.keySet()).forEach(group -> group.rankLost(node, why));
        if (job.hasEnded() && seats.keySet().stream().allMatch(this::isSwitch)) {
            close();
        }
    }

    @Override
    public void startTimer(RankGroup group, int epoch) {
        Future<?> _ = timer.after(spec.joinTimeout(), () -> timeUp(group, epoch));
    }

    /** The time to start is up. */
    private synchronized void timeUp(RankGroup group, int epoch) {
        if (group != job || job.isBegun()) {
            group.timeUp(epoch);
        } else {
            fail("not all members joined within " + TimeText.of(spec.joinTimeout()) + ": missing "
                    + String.join(", ", missing()) + "; start them, or look at their output");
        }
    }

    private synchronized void tellMissing() {
        Set<String> missing = missing();
        if (missing.isEmpty() || end.isDone()) {
            return;
        }
        var waiting =
                ToMember.newBuilder().setWaiting(Waiting.newBuilder().setMissing(text(missing)));
        seats.keySet().forEach(node -> tell(node, 0, waiting));
        Future<?> _ = timer.after(TELL_MISSING, this::tellMissing);
    }

    /** Of a thousand ranks that are yet to be started nobody wants all the names. */
    private static String text(Set<String> missing) {
        String names = missing.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        int more = missing.size() - MOST_NAMES;
        return more > 0 ? names + " and " + more + " more" : names;
    }

    /** Ends the job for everybody. */
    synchronized void fail(String why) {
        job.fail(why);
        close();
    }

    /** "rank 1", "ToR rack0": who has not joined yet. */
    synchronized Set<String> missing() {
        Set<String> missing = new TreeSet<>();
        if (job.isBegun()) {
            return missing;
        }
        for (int node : needed) {
            if (!seats.containsKey(node)) {
                missing.add(name(node));
            }
        }
        return missing;
    }

    @Override
    public boolean isThere(int node) {
        return seats.containsKey(node);
    }

    @Override
    public InetSocketAddress address(int node) {
        return seat(node).address;
    }

    @Override
    public String name(int node) {
        return spec.topology().nodeName(node);
    }

    @Override
    public String asksFor(int node) {
        return groups.keySet().stream()
                .filter(group -> group.isAskedBy(node))
                .map(group -> ", but for group " + group.ranks())
                .collect(Collectors.joining());
    }

    @Override
    public void onEnd(RankGroup group, String reason) {
        if (group == job) {
            this.reason = reason;
            if (!isLosingRank) {
                close();
            }
            return;
        }
        Future<?> deadline = groups.remove(group);
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** For good, for all who are there. */
    private void close() {
        if (end.isDone()) {
            return;
        }
        end.complete(reason.isEmpty() ? null : reason);
        List.copyOf(groups.keySet()).forEach(group -> group.fail(reason));
        seats.values().forEach(seat -> speak(seat, seat.stream::onCompleted));
    }

    @Override
    public void tell(int node, int group, ToMember.Builder message) {
        Seat seat = seat(node);
        speak(seat, () -> seat.stream.onNext(message.setGroup(group).build()));
    }

    private Seat seat(int node) {
        Seat seat = seats.get(node);
        if (seat == null) {
            throw new IllegalStateException("node " + node + " has no seat");
        }
        return seat;
    }

    /** A stream may have broken already; that is reported by its own callback. */
    private static void speak(Seat seat, Runnable call) {
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
