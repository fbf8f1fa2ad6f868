package io.rina.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.StreamObserver;
import io.rina.plan.Topology;
import io.rina.plan.time.Choice;
import io.rina.plan.time.Selection;
import io.rina.runtime.control.proto.Alive;
import io.rina.runtime.control.proto.Called;
import io.rina.runtime.control.proto.Done;
import io.rina.runtime.control.proto.FromMember;
import io.rina.runtime.control.proto.Open;
import io.rina.runtime.control.proto.Ready;
import io.rina.runtime.control.proto.Refused;
import io.rina.runtime.control.proto.Stalled;
import io.rina.runtime.control.proto.ToMember;
import io.rina.runtime.control.proto.ToMember.KindCase;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** The coordinator's side of starting, for the job and its rank groups, without sockets or time. */
class RosterTest {
    /** Ranks 0 and 1 under ToR 4, ranks 2 and 3 under ToR 5; both aggregate. */
    private static final Topology TWO_RACKS = Topology.ofSizes(new int[] {2, 2}, rack -> true);

    private static final int TOR_0 = 4;
    private static final int TOR_1 = 5;

    /** What the coordinator has told a member. */
    private static final class Told implements StreamObserver<ToMember> {
        private final List<ToMember> messages = new ArrayList<>();
        private boolean completed;

        @Override
        public void onNext(ToMember message) {
            messages.add(message);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onCompleted() {
            completed = true;
        }

        ToMember last() {
            return messages.getLast();
        }

        List<KindCase> kinds() {
            return messages.stream().map(ToMember::getKindCase).toList();
        }
    }

    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(7);

    private final List<FutureTask<?>> deadlines = new ArrayList<>();
    private final List<FutureTask<?>> chores = new ArrayList<>();
    private long nowNs;
    private final Told[] told = new Told[6];
    private final Roster roster;

    private RosterTest() {
        JobSpec spec =
                new JobSpec(TWO_RACKS, new Selection.Named("rina"), "key", 352, 128, JOIN_TIMEOUT);
        roster =
                new Roster(spec, Assignment.program(TWO_RACKS, Choice.always("rina")), new Clock());
        for (int node = 0; node < told.length; node++) {
            told[node] = new Told();
            Role role = node < 4 ? new Role.Worker(node) : new Role.RackSwitch(node - 4);
            roster.join(role, InetSocketAddress.createUnresolved("host", 1000 + node), told[node]);
        }
    }

    private final class Clock implements Roster.Timer {
        @Override
        public Future<?> after(Duration time, Runnable what) {
            FutureTask<?> deadline = new FutureTask<>(what, null);
            if (time.equals(JOIN_TIMEOUT)) {
                deadlines.add(deadline);
            } else {
                // Tells who is missing, or looks who is silent.
                chores.add(deadline);
            }
            return deadline;
        }

        @Override
        public long nowNs() {
            return nowNs;
        }
    }

    private void ready(int node, int group) {
        roster.accept(
                node,
                FromMember.newBuilder()
                        .setGroup(group)
                        .setReady(Ready.newBuilder()
                                .setPlanDigest(told[node].last().getAssignment().getPlanDigest())
                                .setEpoch(told[node].last().getAssignment().getEpoch()))
                        .build());
    }

    private void refuse(int node, int group) {
        roster.accept(
                node,
                FromMember.newBuilder()
                        .setGroup(group)
                        .setRefused(Refused.newBuilder()
                                .setReason("no slots left")
                                .setEpoch(told[node].last().getAssignment().getEpoch()))
                        .build());
    }

    private void open(int node, int group, Integer... ranks) {
        roster.accept(
                node,
                FromMember.newBuilder()
                        .setGroup(group)
                        .setOpen(Open.newBuilder().addAllRanks(List.of(ranks)))
                        .build());
    }

    private void done(int node, int group, String failure) {
        roster.accept(
                node,
                FromMember.newBuilder()
                        .setGroup(group)
                        .setDone(Done.newBuilder().setFailure(failure))
                        .build());
    }

    private void startJob() {
        ready(TOR_0, 0);
        ready(TOR_1, 0);
        for (int rank = 0; rank < 4; rank++) {
            ready(rank, 0);
        }
    }

    @Test
    void shouldAskSwitchesBeforeRanksAndLetAllGoTogether() {
        assertThat(told[TOR_0].kinds()).containsExactly(KindCase.LAYOUT, KindCase.ASSIGNMENT);
        assertThat(told[0].kinds()).containsExactly(KindCase.LAYOUT);
        ready(TOR_0, 0);
        assertThat(told[0].kinds()).containsExactly(KindCase.LAYOUT);
        ready(TOR_1, 0);
        assertThat(told[0].kinds()).containsExactly(KindCase.LAYOUT, KindCase.ASSIGNMENT);
        for (int rank = 0; rank < 4; rank++) {
            assertThat(told[TOR_1].last().hasGo()).isFalse();
            ready(rank, 0);
        }
        assertThat(told).allSatisfy(member -> assertThat(member.last().hasGo()).isTrue());
    }

    @Test
    void shouldPlanWithoutASwitchThatRefusesAndTakeTheOthersAssignmentBack() {
        ready(TOR_0, 0);
        refuse(TOR_1, 0);
        assertThat(told[TOR_0].kinds())
                .containsExactly(
                        KindCase.LAYOUT,
                        KindCase.ASSIGNMENT,
                        KindCase.WITHDRAWN,
                        KindCase.ASSIGNMENT);
        var first = told[TOR_0].messages.get(1).getAssignment();
        var second = told[TOR_0].last().getAssignment();
        assertThat(second.getOrdinaryNodesList()).containsExactly(TOR_1);
        assertThat(second.getFrameKey()).isNotEqualTo(first.getFrameKey());
        ready(TOR_0, 0);
        assertThat(told[3].last().getAssignment()).isEqualTo(second);
    }

    /** The answers come in any order: none may count for the attempt after. */
    @Test
    void shouldWaitForAllAnswersBeforeItPlansAgain() {
        refuse(TOR_0, 0);
        assertThat(told[TOR_1].kinds()).containsExactly(KindCase.LAYOUT, KindCase.ASSIGNMENT);
        ready(TOR_1, 0);
        assertThat(told[TOR_1].last().getAssignment().getOrdinaryNodesList())
                .containsExactly(TOR_0);
    }

    @Test
    void shouldOpenAGroupWhenAllItsRanksHaveAsked() {
        startJob();
        open(3, 1, 1, 3);
        assertThat(told[TOR_0].last().hasGo()).isTrue();
        open(1, 9, 1, 3);
        int numberAtSwitch = told[TOR_0].last().getGroup();
        var assignment = told[TOR_0].last().getAssignment();
        assertThat(assignment.getRanksList()).containsExactly(1, 3);
        assertThat(assignment.getFrameKey())
                .isNotEqualTo(told[TOR_0].messages.get(1).getAssignment().getFrameKey());
        ready(TOR_0, numberAtSwitch);
        ready(TOR_1, numberAtSwitch);
        // Each stream has its own number for it.
        assertThat(told[3].last().getGroup()).isEqualTo(1);
        assertThat(told[1].last().getGroup()).isEqualTo(9);
        ready(3, 1);
        ready(1, 9);
        for (int node : new int[] {1, 3, TOR_0, TOR_1}) {
            assertThat(told[node].last().hasGo()).isTrue();
            assertThat(told[node].last().getGroup()).isNotEqualTo(0);
        }
        assertThat(told[0].last().getGroup()).isEqualTo(0);
        done(1, 9, "");
        assertThat(told[3].last().hasGo()).isTrue();
        done(3, 1, "");
        assertThat(told[3].last().hasRelease()).isTrue();
        assertThat(told[TOR_0].last().hasRelease()).isTrue();
        assertThat(deadlines.getLast().isCancelled()).isTrue();
        assertThat(roster.end()).isNotDone();
    }

    @Test
    void shouldNameWhoHasNotAskedForAGroupAndWhatForInstead() {
        startJob();
        open(0, 1, 0, 1, 2);
        open(1, 1, 0, 1, 2);
        open(2, 1, 2, 3);
        deadlines.get(1).run();
        assertThat(told[0].last().getLost().getReason())
                .isEqualTo(
                        "group {0,1,2} was not opened within 7 s: rank 2 has not asked for it, but"
                                + " for group {2,3}; each of its ranks must call group() with the same"
                                + " ranks");
        assertThat(told[1].last().getLost()).isEqualTo(told[0].last().getLost());
        assertThat(told[2].last().hasGo()).as("nothing is lost at rank 2 yet").isTrue();
        deadlines.get(2).run();
        assertThat(told[2].last().getLost().getReason())
                .startsWith("group {2,3} was not opened within 7 s: rank 3 has not asked for it;");
        assertThat(roster.end()).isNotDone();
    }

    @Test
    void shouldNameASwitchThatDoesNotAnswer() {
        startJob();
        open(0, 1, 0, 1);
        open(1, 1, 0, 1);
        deadlines.getLast().run();
        assertThat(told[1].last().getLost().getReason())
                .isEqualTo("group {0,1} was not ready within 7 s: ToR rack0 has not answered");
        assertThat(told[TOR_0].last().hasLost()).isTrue();
    }

    @Test
    void shouldEndAGroupButNotTheJobWhereARankOfItGivesUp() {
        startJob();
        open(0, 1, 0, 1);
        open(1, 1, 0, 1);
        done(1, 1, "it has had enough");
        assertThat(told[0].last().getLost().getReason())
                .isEqualTo("rank 1 gave up in group {0,1}: it has had enough");
        assertThat(told[2].last().hasGo()).isTrue();
        // What is said of a group that has ended is of no account.
        done(0, 1, "");
        assertThat(roster.end()).isNotDone();
    }

    @Test
    void shouldRefuseAGroupThatTheRankIsNotOf() {
        startJob();
        open(0, 1, 1, 2);
        assertThat(told[0].last().getLost().getReason())
                .isEqualTo("group {1,2} cannot be opened by rank 0, from among ranks {0,1,2,3}");
        open(0, 2, 0, 7);
        assertThat(told[0].last().getLost().getReason()).startsWith("group {0,7} cannot");
    }

    @Test
    void shouldCompareTheCallsOfAGroupsRanksAlone() {
        startJob();
        open(2, 1, 2, 3);
        open(3, 4, 2, 3);
        int number = told[TOR_1].last().getGroup();
        ready(TOR_1, number);
        ready(2, 1);
        ready(3, 4);
        roster.accept(
                3,
                FromMember.newBuilder()
                        .setGroup(4)
                        .setStalled(Stalled.newBuilder().setSequence(5))
                        .build());
        assertThat(told[2].last().getAsked().getSequence()).isEqualTo(5);
        assertThat(told[0].last().hasGo()).isTrue();
        called(2, 1, "a sum");
        called(3, 4, "a maximum");
        assertThat(told[2].last().getLost().getReason())
                .startsWith(
                        "the ranks differ in operation 5 in group {2,3}: rank 3 called a maximum,"
                                + " but rank 2 called a sum");
    }

    private void called(int node, int group, String call) {
        roster.accept(
                node,
                FromMember.newBuilder()
                        .setGroup(group)
                        .setCalled(Called.newBuilder().setSequence(5).setCall(call))
                        .build());
    }

    @Test
    void shouldEndWithALostRankWhatItIsOfAndNothingElse() {
        startJob();
        open(0, 1, 0, 1);
        open(1, 1, 0, 1);
        ready(TOR_0, told[TOR_0].last().getGroup());
        ready(0, 1);
        ready(1, 1);
        assertThat(told[0].last().hasGo()).isTrue();
        roster.lost(2, told[2]);
        for (int rank : new int[] {0, 1, 3}) {
            assertThat(told[rank].last().getGroup()).isZero();
            assertThat(told[rank].last().getLost().getReason())
                    .startsWith("rank 2 at host:1002 is gone");
            assertThat(told[rank].completed).as("it may shrink").isFalse();
        }
        assertThat(told[TOR_0].last().hasWithdrawn()).isTrue();
        assertThat(told[TOR_0].last().getGroup()).as("others need it").isZero();
        done(0, 1, "");
        done(1, 1, "");
        assertThat(told[0].last().hasRelease()).as("group {0,1} has gone on").isTrue();
        assertThat(roster.end()).isNotDone();
        for (int rank : new int[] {0, 1, 3}) {
            roster.lost(rank, told[rank]);
        }
        assertThat(roster.end().join()).startsWith("rank 2 at host:1002 is gone");
        assertThat(told[TOR_1].completed).isTrue();
    }

    @Test
    void shouldEndAGroupThatNotAllCanAskForAnyMore() {
        startJob();
        open(0, 1, 0, 1);
        roster.lost(2, told[2]);
        assertThat(told[0].last().getGroup()).isEqualTo(1);
        assertThat(told[0].last().getLost().getReason()).startsWith("rank 2 at host:1002 is gone");
    }

    private void shrink(int node, int group, Integer... ranks) {
        roster.accept(
                node,
                FromMember.newBuilder()
                        .setGroup(group)
                        .setOpen(Open.newBuilder().addAllRanks(List.of(ranks)).setShrinks(true))
                        .build());
    }

    @Test
    void shouldMakeAGroupOfThoseWhoAreLeftWhenAllOfThemHaveAsked() {
        startJob();
        roster.lost(1, told[1]);
        shrink(0, 1, 0, 1, 2, 3);
        shrink(2, 1, 0, 1, 2, 3);
        assertThat(told[TOR_1].last().hasAssignment()).isFalse();
        shrink(3, 1, 0, 1, 2, 3);
        assertThat(told[TOR_1].last().getAssignment().getRanksList()).containsExactly(0, 2, 3);
    }

    @Test
    void shouldNotWaitForOneWhoIsLostWhileOthersHaveAsked() {
        startJob();
        roster.lost(1, told[1]);
        shrink(0, 1, 0, 1, 2, 3);
        shrink(2, 1, 0, 1, 2, 3);
        roster.lost(3, told[3]);
        assertThat(told[TOR_1].last().getAssignment().getRanksList()).containsExactly(0, 2);
    }

    private static Ready.Builder readyFor(
            io.rina.runtime.control.proto.Assignment given, long completed) {
        return Ready.newBuilder()
                .setPlanDigest(given.getPlanDigest())
                .setEpoch(given.getEpoch())
                .setCompleted(completed);
    }

    private void readyAfter(int rank, long completed) {
        roster.accept(
                rank,
                FromMember.newBuilder()
                        .setReady(readyFor(told[rank].last().getAssignment(), completed))
                        .build());
    }

    @Test
    void shouldBeginANewEpochWhereASwitchIsLostAndGoOnFromWhatIsCompleteEverywhere() {
        startJob();
        var first = told[0].messages.get(1).getAssignment();
        roster.lost(TOR_0, told[TOR_0]);
        var other = told[TOR_1].last().getAssignment();
        assertThat(other.getEpoch()).isGreaterThan(first.getEpoch());
        assertThat(other.getFrameKey()).isNotEqualTo(first.getFrameKey());
        assertThat(other.getOrdinaryNodesList()).containsExactly(TOR_0);
        assertThat(told[0].last().hasGo()).as("switches first").isTrue();
        ready(TOR_1, 0);
        assertThat(told[0].last().getAssignment()).isEqualTo(other);
        long[] completed = {8, 7, 9, 8};
        for (int rank = 0; rank < 4; rank++) {
            readyAfter(rank, completed[rank]);
        }
        for (int rank = 0; rank < 4; rank++) {
            assertThat(told[rank].last().getGo().getCompleted()).isEqualTo(7);
        }
        assertThat(told[TOR_0].completed).isTrue();
    }

    @Test
    void shouldNotCountAnswersOfAnEarlierEpoch() {
        startJob();
        roster.lost(TOR_0, told[TOR_0]);
        ready(TOR_1, 0);
        var late = told[0].last().getAssignment();
        roster.lost(TOR_1, told[TOR_1]);
        assertThat(told[0].last().getAssignment().getOrdinaryNodesList())
                .containsExactly(TOR_0, TOR_1);
        for (int rank = 1; rank < 4; rank++) {
            readyAfter(rank, 5);
        }
        roster.accept(0, FromMember.newBuilder().setReady(readyFor(late, 5)).build());
        assertThat(told[1].last().hasGo()).isFalse();
        readyAfter(0, 5);
        assertThat(told[1].last().hasGo()).isTrue();
    }

    @Test
    void shouldNameWhoIsNotReadyForTheNextEpochInTime() {
        startJob();
        roster.lost(TOR_0, told[TOR_0]);
        ready(TOR_1, 0);
        deadlines.getFirst().run();
        assertThat(told[0].last().hasAssignment())
                .as("the time to start the job was that of the first epoch")
                .isTrue();
        for (int rank = 0; rank < 3; rank++) {
            readyAfter(rank, 1);
        }
        deadlines.getLast().run();
        assertThat(told[0].last().getLost().getReason())
                .isEqualTo("not all members were ready within 7 s: rank 3 has not answered");
    }

    /** A rank may leave while others are still to go on: it is done, and so it stays. */
    @Test
    void shouldReleaseAllWhoWereDoneBeforeTheNextEpochHadBegun() {
        startJob();
        done(0, 0, "");
        roster.lost(TOR_0, told[TOR_0]);
        ready(TOR_1, 0);
        done(1, 0, "");
        done(2, 0, "");
        done(3, 0, "");
        assertThat(roster.end()).isNotDone();
        for (int rank = 0; rank < 4; rank++) {
            readyAfter(rank, 1);
        }
        assertThat(told[3].last().hasRelease()).isTrue();
        assertThat(roster.end().join()).isNull();
    }

    @Test
    void shouldLetALostSwitchInAgainAndAskItForTheNextGroup() {
        startJob();
        roster.lost(TOR_0, told[TOR_0]);
        ready(TOR_1, 0);
        for (int rank = 0; rank < 4; rank++) {
            readyAfter(rank, 1);
        }
        told[TOR_0] = new Told();
        roster.join(
                new Role.RackSwitch(0),
                InetSocketAddress.createUnresolved("elsewhere", 7),
                told[TOR_0]);
        assertThat(told[TOR_0].kinds()).containsExactly(KindCase.LAYOUT, KindCase.GO);
        open(0, 1, 0, 1);
        open(1, 1, 0, 1);
        var asked = told[TOR_0].last().getAssignment();
        assertThat(asked.getOrdinaryNodesList()).isEmpty();
        assertThat(asked.getSwitches(0).getHost()).isEqualTo("elsewhere");
        assertThat(asked.getSwitches(0).getPort()).isEqualTo(7);
    }

    /** Lets the time go by in which all but one say that they are alive. */
    private void silence(int silent, int seconds) {
        for (int second = 0; second < seconds; second++) {
            nowNs += 1_000_000_000L;
            for (int node = 0; node < told.length; node++) {
                if (node != silent) {
                    roster.accept(
                            node,
                            FromMember.newBuilder()
                                    .setAlive(Alive.getDefaultInstance())
                                    .build());
                }
            }
            // The last one begun is the next look around.
            chores.getLast().run();
        }
    }

    @Test
    void shouldDoWithoutASwitchThatIsSilentForAThirdOfTheTimeThatARankMayBe() {
        startJob();
        silence(TOR_0, 10);
        assertThat(told[TOR_0].completed).isFalse();
        silence(TOR_0, 1);
        assertThat(told[TOR_0].completed).isTrue();
        assertThat(told[TOR_1].last().getAssignment().getOrdinaryNodesList())
                .containsExactly(TOR_0);
    }

    @Test
    void shouldNameARankThatIsSilentForTooLong() {
        startJob();
        silence(2, 30);
        assertThat(roster.end()).isNotDone();
        silence(2, 1);
        assertThat(told[0].last().getLost().getReason())
                .startsWith("rank 2 at host:1002 has said nothing for 30 s: its host");
    }

    /** What members said while the coordinator itself was paused is still to be read. */
    @Test
    void shouldTakeNobodyForSilentAfterAPauseOfItsOwn() {
        startJob();
        nowNs += 100_000_000_000L;
        chores.getLast().run();
        assertThat(roster.end()).isNotDone();
        assertThat(told[TOR_0].completed).isFalse();
    }
}
