package io.rina.runtime.control;

import io.rina.engine.Job;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Subtopology;
import io.rina.plan.UnsupportedTopologyException;
import io.rina.plan.time.Choice;
import io.rina.runtime.control.proto.Asked;
import io.rina.runtime.control.proto.Called;
import io.rina.runtime.control.proto.Finding;
import io.rina.runtime.control.proto.Go;
import io.rina.runtime.control.proto.Lost;
import io.rina.runtime.control.proto.Ready;
import io.rina.runtime.control.proto.Refused;
import io.rina.runtime.control.proto.Release;
import io.rina.runtime.control.proto.ToMember;
import io.rina.runtime.control.proto.Withdrawn;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ranks that sum among themselves, at the coordinator: the job, or a group of it.
 *
 * <pre>
 *   ASKED     -- all its ranks have asked: its switches get it -->   PREPARING
 *   PREPARING -- a switch refuses: planned anew without it -->       PREPARING
 *   PREPARING -- all its switches are ready: its ranks get it -->    STARTING
 *   STARTING  -- all its ranks are ready: go -->                     RUNNING
 *   RUNNING   -- all its ranks are done: release -->                 ENDED
 *   PREPARING, STARTING, RUNNING
 *             -- one of its switches is gone: the next epoch -->     PREPARING
 *   any       -- a rank is gone or gives up, or time is up -->       ENDED, with the reason told to all
 * </pre>
 *
 * <p>Switches come first, and refuse rather than wait for room: so two groups cannot each hold what
 * the other one needs.
 *
 * <p>Each epoch has a frame key of its own, so that no frame of an earlier one counts. A rank that gets
 * the assignment of the next epoch stops, and answers how many operations are complete there; all
 * are told the least of these numbers when they go on, and run again what comes after it. Switches
 * that are back take part in the next epoch, if there is one.
 *
 * <p>Not safe for several threads; the {@link Roster} sees to that.
 */
final class RankGroup {
    private static final Logger LOG = LoggerFactory.getLogger(RankGroup.class);

    /** What serves any topology, where the job's strategy does not serve a part of its own. */
    private static final Choice FALLBACK = Choice.always("ring");

    /** The members of the job, as a group needs them. */
    interface Members {
        boolean isThere(int node);

        String name(int node);

        /** What the rank asks for and has not got yet; may be empty. */
        String asksFor(int node);

        /** Where its frames go. */
        InetSocketAddress address(int node);

        void tell(int node, int group, ToMember.Builder message);

        /** The time for the group's ranks and switches to be ready for this epoch begins. */
        void startTimer(RankGroup group, int epoch);

        /** Nobody has a part in the group any more; {@code reason} is empty after a good end. */
        void onEnd(RankGroup group, String reason);
    }

    private enum State {
        ASKED,
        PREPARING,
        STARTING,
        RUNNING,
        ENDED
    }

    private final int id;
    private final @Nullable RankGroup parent;
    /** Those that were asked for. */
    private final RankSet wanted;

    private final boolean shrinks;
    private RankSet ranks;
    private final JobSpec spec;
    private final Members members;
    private final SecureRandom random;
    /** By node with a part in it: the number by which its stream knows the group. */
    private final Map<Integer, Integer> numbers = new TreeMap<>();

    private final Set<Integer> ordinary = new TreeSet<>();
    /** What was refused stays so. */
    private final Set<Integer> refused = new TreeSet<>();

    private final Map<Long, Inquiry> inquiries = new HashMap<>();
    private final Set<Integer> answered = new TreeSet<>();
    private boolean hasStarted;
    private boolean isRefused;
    /** Of the ranks that have answered: the operations that are complete at all of them. */
    private long completed;

    private final Set<Integer> done = new TreeSet<>();
    private State state = State.ASKED;
    private int epoch = 1;
    private Choice choice = FALLBACK;
    private @Nullable Program program;
    private List<Integer> switches = List.of();
    private long frameKey;

    /**
     * Nobody has asked yet.
     *
     * @param id is 0 for the job, which has no parent
     * @param shrinks whether it begins with those of the ranks that are left when they have asked
     */
    RankGroup(
            int id,
            @Nullable RankGroup parent,
            RankSet wanted,
            boolean shrinks,
            JobSpec spec,
            SecureRandom random,
            Members members) {
        this.id = id;
        this.parent = parent;
        this.wanted = wanted;
        this.shrinks = shrinks;
        ranks = wanted;
        this.spec = spec;
        this.random = random;
        this.members = members;
    }

    /** Whether a rank that asks for these ranks, from this parent, means this group. */
    boolean lacks(int node, RankGroup from, RankSet asked, boolean toShrink) {
        return state == State.ASKED
                && parent == from
                && shrinks == toShrink
                && wanted.equals(asked)
                && !numbers.containsKey(node);
    }

    boolean hasEnded() {
        return state == State.ENDED;
    }

    boolean isAskedBy(int node) {
        return state == State.ASKED && numbers.containsKey(node);
    }

    /** Whether it has a plan. */
    boolean isBegun() {
        return state != State.ASKED;
    }

    /** Whether operations run, or go on once a new epoch has begun. */
    boolean hasStarted() {
        return hasStarted && state != State.ENDED;
    }

    RankSet ranks() {
        return ranks;
    }

    boolean isKnownAs(int node, int number) {
        return Objects.equals(numbers.get(node), number);
    }

    /** The node takes part, and its stream knows the group by that number. */
    void enter(int node, int number) {
        numbers.put(node, number);
    }

    boolean hasAllRanks() {
        return numbers.keySet().containsAll(ranks.toList());
    }

    /** All have asked: plans, and asks the switches. */
    void prepare() {
        state = State.PREPARING;
        isRefused = false;
        switches.forEach(this::withdraw);
        ordinary.clear();
        ordinary.addAll(refused);
        do {
            Program made = makeProgram();
            program = made;
            switches = switchesOf(made);
        } while (ordinary.addAll(
                switches.stream().filter(node -> !members.isThere(node)).toList()));
        frameKey = random.nextLong();
        answered.clear();
        if (switches.isEmpty()) {
            assign();
            return;
        }
        for (int node : switches) {
            enter(node, id);
            tell(node, assignment());
        }
    }

    /** From a switch that took part in the epoch before, and may do so in the next one. */
    private void withdraw(int node) {
        if (!refused.contains(node)) {
            tell(node, ToMember.newBuilder().setWithdrawn(Withdrawn.getDefaultInstance()));
        }
        if (parent != null) {
            numbers.remove(node);
        }
    }

    private Program makeProgram() {
        Subtopology part = Subtopology.of(spec.topology(), ranks).withOrdinary(ordinary);
        try {
            choice = spec.selection().on(part.topology());
        } catch (UnsupportedTopologyException e) {
            LOG.warn("{} runs {}: {}", title(), FALLBACK.strategies(), e.getMessage());
            choice = FALLBACK;
        }
        Program made = Assignment.program(part.topology(), choice);
        made.plans().forEach(PlanVerifier::verify);
        return made;
    }

    /** The nodes, as the job numbers them, at which its plans sum beside the ranks' own. */
    private List<Integer> switchesOf(Program made) {
        int[] nodes = Subtopology.of(spec.topology(), ranks).nodes();
        return made.channels().stream()
                .flatMap(channel -> channel.nodes().stream())
                .map(at -> nodes[made.topology().nodeOf(at)])
                .filter(node -> node >= spec.topology().workers())
                .distinct()
                .toList();
    }

    private ToMember.Builder assignment() {
        Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
        switches.forEach(node -> addresses.put(node, members.address(node)));
        return ToMember.newBuilder()
                .setAssignment(Assignment.encode(
                        new Job(frameKey, epoch), ranks, ordinary, choice, program(), addresses));
    }

    private void assign() {
        state = State.STARTING;
        answered.clear();
        completed = Long.MAX_VALUE;
        for (int rank : ranks.toArray()) {
            tell(rank, assignment());
        }
    }

    /** The member can take frames. */
    void ready(int node, Ready answer) {
        if (answer.getEpoch() != epoch) {
            // Another assignment is on its way to it.
            return;
        }
        if (answer.getPlanDigest() != program().digest()) {
            fail(
                    members.name(node)
                            + " has another plan than the coordinator: run the same version of Rina everywhere");
            return;
        }
        if (ranks.contains(node)) {
            completed = Math.min(completed, answer.getCompleted());
        }
        answer(node);
    }

    /** A switch cannot serve. */
    void refused(int node, Refused answer) {
        if (answer.getEpoch() != epoch) {
            return;
        }
        LOG.warn("{} runs without aggregation there: {}", title(), answer.getReason());
        refused.add(node);
        isRefused = true;
        answer(node);
    }

    private void answer(int node) {
        answered.add(node);
        if (state == State.PREPARING && answered.containsAll(switches)) {
            if (isRefused) {
                nextEpoch();
            } else {
                assign();
            }
        } else if (state == State.STARTING && answered.containsAll(ranks.toList())) {
            state = State.RUNNING;
            hasStarted = true;
            tellAll(ToMember.newBuilder().setGo(Go.newBuilder().setCompleted(completed)));
            endIfDone();
        }
    }

    /** A rank of the job is gone, and with it this group, if it was of it. */
    void rankLost(int node, String why) {
        numbers.remove(node);
        if (state == State.ENDED || !(ranks.contains(node) || isOrphan())) {
            return;
        }
        if (state == State.ASKED && shrinks && ranks.size() > 1) {
            without(node);
        } else {
            // Other groups may need them.
            switches.forEach(this::withdraw);
            numbers.keySet().removeIf(member -> member >= spec.topology().workers());
            fail(why);
        }
    }

    /** Whether it has not begun, and those who have not asked for it cannot do so any more. */
    private boolean isOrphan() {
        return state == State.ASKED && !shrinks && parent != null && parent.hasEnded();
    }

    /** It will begin without the rank; at once, if that was the last one to ask. */
    void without(int node) {
        ranks = RankSet.of(
                Arrays.stream(ranks.toArray()).filter(rank -> rank != node).toArray());
        if (hasAllRanks() && !numbers.isEmpty()) {
            prepare();
        }
    }

    /** A switch of the job is gone; {@code why} is for the log. */
    void switchLost(int node, String why) {
        numbers.remove(node);
        if (state == State.ASKED || state == State.ENDED || !switches.contains(node)) {
            return;
        }
        LOG.warn("{} goes on without {}: {}", title(), members.name(node), why);
        nextEpoch();
        members.startTimer(this, epoch);
    }

    private void nextEpoch() {
        epoch++;
        inquiries.clear();
        prepare();
    }

    /** A member needs no one any more, or gives up where {@code failure} says why. */
    void done(int node, String failure) {
        if (!failure.isEmpty()) {
            fail(members.name(node) + " gave up" + inGroup() + ": " + failure);
            return;
        }
        done.add(node);
        endIfDone();
    }

    private void endIfDone() {
        if (state == State.RUNNING && done.containsAll(ranks.toList())) {
            state = State.ENDED;
            tellAll(ToMember.newBuilder().setRelease(Release.getDefaultInstance()));
            members.onEnd(this, "");
        }
    }

    /** An operation does not move at a member: asks all ranks what they have called. */
    void stalled(long sequence) {
        if (state != State.RUNNING || inquiries.containsKey(sequence)) {
            return;
        }
        inquiries.put(sequence, new Inquiry("operation " + sequence + inGroup(), ranks.size()));
        for (int rank : ranks.toArray()) {
            tell(rank, ToMember.newBuilder().setAsked(Asked.newBuilder().setSequence(sequence)));
        }
    }

    /** A rank's answer. */
    void called(int node, Called answer) {
        long sequence = answer.getSequence();
        Inquiry inquiry = inquiries.get(sequence);
        if (inquiry == null || !ranks.contains(node)) {
            return;
        }
        inquiry.answer(node, answer.getCall(), answer.getInstead());
        if (!inquiry.isComplete()) {
            return;
        }
        if (inquiry.isMismatch()) {
            fail(inquiry.mismatch());
            return;
        }
        // Another rank may report the same operation later, when more have called it.
        inquiries.remove(sequence);
        var finding = Finding.newBuilder().setSequence(sequence).setText(inquiry.finding());
        for (int rank : ranks.toArray()) {
            tell(rank, ToMember.newBuilder().setFinding(finding));
        }
    }

    /** The time to start {@code late}, an epoch, is up. */
    void timeUp(int late) {
        if (late != epoch) {
            return;
        }
        switch (state) {
            case ASKED ->
                fail(title() + " was not opened within " + TimeText.of(spec.joinTimeout()) + ": "
                        + late(ranks.toList(), numbers.keySet(), "has not asked for it")
                        + "; each of its ranks must call group() with the same ranks");
            case PREPARING -> fail(notReady(switches));
            case STARTING -> fail(notReady(ranks.toList()));
            case RUNNING, ENDED -> {}
        }
    }

    private String notReady(List<Integer> awaited) {
        return (parent == null ? "not all members were ready" : title() + " was not ready")
                + " within " + TimeText.of(spec.joinTimeout()) + ": "
                + late(awaited, answered, "has not answered");
    }

    private String late(List<Integer> awaited, Set<Integer> there, String what) {
        return awaited.stream()
                .filter(node -> !there.contains(node))
                .map(node -> members.name(node) + " " + what + members.asksFor(node))
                .collect(Collectors.joining(", "));
    }

    /** Ends it for all who have a part in it. */
    void fail(String reason) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        tellAll(ToMember.newBuilder().setLost(Lost.newBuilder().setReason(reason)));
        members.onEnd(this, reason);
    }

    private void tellAll(ToMember.Builder message) {
        for (int node : new ArrayList<>(numbers.keySet())) {
            tell(node, message);
        }
    }

    private void tell(int node, ToMember.Builder message) {
        Integer number = numbers.get(node);
        if (number != null) {
            members.tell(node, number, message);
        }
    }

    private Program program() {
        if (program == null) {
            throw new IllegalStateException(title() + " has no plan yet");
        }
        return program;
    }

    private String title() {
        return parent == null ? "the job" : "group " + ranks;
    }

    private String inGroup() {
        return parent == null ? "" : " in group " + ranks;
    }
}
