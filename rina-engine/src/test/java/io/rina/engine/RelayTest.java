package io.rina.engine;

import static io.rina.engine.Frames.CONTRACT;
import static io.rina.engine.Frames.JOB;
import static io.rina.engine.Frames.credit;
import static io.rina.engine.Frames.exchanged;
import static io.rina.engine.Frames.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.FakeOutbox.Sent;
import io.rina.plan.Atp;
import io.rina.plan.Channel;
import io.rina.plan.Program;
import io.rina.plan.Rack;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.ReduceOp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The ToR of ranks 0, 1 and 2 on their way to rank 3, which serves channel 3, and rank 3's table.
 */
class RelayTest {
    private static final int ID = 3;
    private static final int POOL = 2;
    private static final Topology TOPOLOGY = Topology.ofSizes(new int[] {3, 1}, rack -> rack == 0);
    private static final Program PROGRAM = Program.of(new Atp().plan(TOPOLOGY));
    private static final Limits LIMITS = new Limits(1, 2, POOL, 4, 1, 1, 1);

    private final SwitchEndpoint tor = relay(0);
    private final FakeOutbox out = new FakeOutbox();
    private final Counters counters = new Counters();

    /** With 0 slots as many as are needed. */
    private static SwitchEndpoint relay(int slots) {
        SwitchEndpoint.Parts parts = new SwitchEndpoint.Parts() {
            @Override
            public int relaySlots(int needed) {
                return slots == 0 ? needed : slots;
            }
        };
        return new SwitchEndpoint(JOB, PROGRAM, new Site.Tor(0), LIMITS, parts);
    }

    private List<String> lines(SwitchEndpoint relay, Frame... frames) {
        for (Frame frame : frames) {
            relay.onFrame(0, frame);
        }
        relay.poll(0, out);
        return out.drain().stream().map(Sent::toString).toList();
    }

    private static Frame resent(Frame frame) {
        return frame.flags(true, true, ReduceOp.SUM);
    }

    private static void assertDropped(SwitchEndpoint relay, Frame frame, Counter reason) {
        Map<Counter, Long> before = relay.counters().snapshot();
        relay.onFrame(0, frame);
        before.merge(Counter.FRAMES_RECEIVED, 1L, Long::sum);
        before.merge(reason, 1L, Long::sum);
        assertThat(relay.counters().snapshot()).isEqualTo(before);
    }

    @Test
    void shouldSendOneSumWhenAllHaveCome() {
        assertThat(lines(tor, exchanged(ID, 1, 0, 10), exchanged(ID, 0, 0, 1))).isEmpty();
        tor.onFrame(0, exchanged(ID, 2, 0, 100));
        tor.poll(0, out);
        Sent sum = out.drain().getFirst();
        assertThat(sum)
                .hasToString("to 3: DATA channel 3 position 0 member 0 bitmap 111 1 lanes takes");
        assertThat(Frames.lanes(sum.frame())).containsExactly(111);
        assertThat(sum.frame().contract()).isEqualTo(CONTRACT);
    }

    @Test
    void shouldFreeASlotThatHasGone() {
        SwitchEndpoint narrow = relay(1);
        for (int position = 0; position < 2; position++) {
            lines(narrow, exchanged(ID, 0, position, 1), exchanged(ID, 1, position, 10));
            assertThat(lines(narrow, exchanged(ID, 2, position, 100))).hasSize(1);
        }
        assertThat(narrow.counters().get(Counter.COLLISION)).isZero();
    }

    @Test
    void shouldPassOnWhatFindsItsSlotTaken() {
        SwitchEndpoint narrow = relay(1);
        assertThat(lines(narrow, exchanged(ID, 0, 0, 1), exchanged(ID, 1, 1, 10)))
                .containsExactly("to 3: DATA channel 3 position 1 member 1 1 lanes takes");
        assertThat(narrow.counters().get(Counter.COLLISION)).isEqualTo(1);
        assertThat(lines(narrow, exchanged(ID, 1, 0, 10), exchanged(ID, 2, 0, 100)))
                .containsExactly(
                        "to 3: DATA channel 3 position 0 member 0 bitmap 111 1 lanes takes");
    }

    @Test
    void shouldSendWhatItHoldsBeforeARepetition() {
        lines(tor, exchanged(ID, 0, 0, 1), exchanged(ID, 2, 0, 100));
        assertThat(lines(tor, resent(exchanged(ID, 1, 0, 10))))
                .containsExactly(
                        "to 3: DATA channel 3 position 0 member 0 bitmap 101 1 lanes takes",
                        "to 3: DATA channel 3 position 0 member 1 1 lanes takes resent");
        assertThat(lines(tor, resent(exchanged(ID, 1, 0, 10))))
                .containsExactly("to 3: DATA channel 3 position 0 member 1 1 lanes takes resent");
    }

    /** Held, it could never be completed, and would wait for the timers of all that are in it. */
    @Test
    void shouldPassOnTheRestOfWhatWasSentInParts() {
        lines(tor, exchanged(ID, 0, 0, 1));
        lines(tor, resent(exchanged(ID, 0, 0, 1)));
        assertThat(lines(tor, exchanged(ID, 1, 0, 10), exchanged(ID, 2, 0, 100)))
                .containsExactly(
                        "to 3: DATA channel 3 position 0 member 1 1 lanes takes",
                        "to 3: DATA channel 3 position 0 member 2 1 lanes takes");
    }

    @Test
    void shouldPassOnTheRestWhenARepetitionComesFirst() {
        lines(tor, resent(exchanged(ID, 2, 0, 100)));
        assertThat(lines(tor, exchanged(ID, 0, 0, 1)))
                .containsExactly("to 3: DATA channel 3 position 0 member 0 1 lanes takes");
    }

    @Test
    void shouldGiveASlotThatOnlyNamesAPositionToAnother() {
        SwitchEndpoint narrow = relay(1);
        lines(narrow, resent(exchanged(ID, 0, 0, 1)));
        assertThat(lines(narrow, exchanged(ID, 0, 1, 1), exchanged(ID, 1, 1, 10)))
                .isEmpty();
        assertThat(narrow.counters().get(Counter.COLLISION)).isZero();
    }

    @Test
    void shouldForgetWhatAMemberShowsToBeFinished() {
        SwitchEndpoint narrow = relay(1);
        lines(narrow, exchanged(ID, 0, 0, 1));
        assertThat(lines(narrow, exchanged(ID, 0, POOL, 2))).isEmpty();
        assertThat(lines(narrow, exchanged(ID, 1, POOL, 20), exchanged(ID, 2, POOL, 200)))
                .containsExactly(
                        "to 3: DATA channel 3 position 2 member 0 bitmap 111 1 lanes takes");
        assertThat(narrow.counters().get(Counter.COLLISION)).isZero();
    }

    @Test
    void shouldCountAMemberOnce() {
        lines(tor, exchanged(ID, 0, 0, 1));
        assertDropped(tor, exchanged(ID, 0, 0, 1), Counter.DUPLICATE);
        assertDropped(tor, exchanged(ID, 0, 0, 1).bitmap(0b11), Counter.DUPLICATE);
    }

    @Test
    void shouldPassOnWhatDoesNotAgree() {
        lines(tor, exchanged(ID, 0, 0, 1));
        assertThat(lines(tor, exchanged(ID, 1, 0, 10).contract(CONTRACT + 1))).hasSize(1);
        assertThat(lines(tor, exchanged(ID, 1, 0, 10, 10))).hasSize(1);
        assertThat(lines(tor, Frames.data(ID, 1, 0, 10))).hasSize(1);
    }

    @Test
    void shouldReplicateAResultForThoseItIsFor() {
        assertThat(lines(tor, result(ID, 0, 0, 1111).bitmap(0b101)))
                .containsExactly(
                        "to 0: RESULT channel 3 position 0 member 0 1 lanes takes",
                        "to 2: RESULT channel 3 position 0 member 2 1 lanes takes");
    }

    @Test
    void shouldDropWhatIsNotOfItsMembers() {
        assertDropped(tor, exchanged(ID, 3, 0, 1), Counter.NOT_A_MEMBER);
        assertDropped(tor, exchanged(ID, 1, 0, 1).bitmap(0b111), Counter.NOT_A_MEMBER);
        assertDropped(tor, result(ID, 62, 0, 1), Counter.NOT_A_MEMBER);
        assertDropped(tor, credit(ID, 0, 0), Counter.UNKNOWN_CHANNEL);
        assertDropped(tor, exchanged(ID + 1, 0, 0, 1), Counter.UNKNOWN_CHANNEL);
        Frame stale = exchanged(ID, 0, 0, 1);
        stale.header(stale.type(), JOB.key(), JOB.epoch() + 1, ID, 0, 0).payload(new int[1], 0, 1);
        assertDropped(tor, stale, Counter.STALE_EPOCH);
    }

    @Test
    void shouldLoseFramesRatherThanMoreThanItsQueueHolds() {
        SwitchEndpoint full = relay(0);
        for (int i = 0; i < 1_000; i++) {
            full.onFrame(0, resent(exchanged(ID, 0, 0, 1)));
        }
        assertThat(full.counters().get(Counter.QUEUE_FULL)).isGreaterThan(900);
        assertThat(lines(full)).hasSizeBetween(1, 100);
        assertThat(lines(full, resent(exchanged(ID, 0, 0, 1)))).hasSize(1);
    }

    @Test
    void shouldResumeACopyWhenTheOutboxIsFull() {
        out.room(2);
        assertThat(lines(tor, result(ID, 0, 0, 1111).bitmap(0b111))).hasSize(2);
        out.room(2);
        assertThat(lines(tor))
                .containsExactly("to 2: RESULT channel 3 position 0 member 2 1 lanes takes");
    }

    // The server's side.

    private final Channel channel = PROGRAM.channels().get(ID);
    private final SitedChannels sited = new SitedChannels(TOPOLOGY, PROGRAM.channels(), 3);
    private final Aggregator server =
            new Aggregator(JOB, sited, LIMITS, new SlotTable(JOB, sited, LIMITS, counters));

    private List<String> served(Frame... frames) {
        for (Frame frame : frames) {
            server.onFrame(0, frame);
        }
        server.poll(out);
        return out.drain().stream().map(Sent::toString).toList();
    }

    @Test
    void theServerShouldTakeSumsAndAnswerByTheRelay() {
        assertThat(channel.relays())
                .containsExactly(new Channel.Relay(new Site.Tor(0), RankSet.of(0, 1, 2)));
        assertThat(served(exchanged(ID, 3, 0, 1000), exchanged(ID, 0, 0, 111).bitmap(0b111)))
                .containsExactly(
                        "to 4: RESULT channel 3 position 0 member 0 bitmap 111 1 lanes takes",
                        "to 3: RESULT channel 3 position 0 member 3 1 lanes takes");
    }

    @Test
    void theServerShouldDropASumOfMembersSomeOfWhichHaveArrived() {
        served(exchanged(ID, 1, 0, 10), exchanged(ID, 3, 0, 1000));
        assertThat(served(exchanged(ID, 0, 0, 101).bitmap(0b111))).isEmpty();
        assertThat(counters.snapshot()).containsExactly(Map.entry(Counter.OVERLAP, 1L));
        assertThat(served(exchanged(ID, 0, 0, 101).bitmap(0b101))).hasSize(2);
    }

    @Test
    void theServerShouldAnswerARepeatedSumSingly() {
        served(exchanged(ID, 3, 0, 1000), exchanged(ID, 0, 0, 111).bitmap(0b111));
        assertThat(served(exchanged(ID, 0, 0, 111).bitmap(0b101)))
                .containsExactly(
                        "to 0: RESULT channel 3 position 0 member 0 1 lanes takes resent",
                        "to 2: RESULT channel 3 position 0 member 2 1 lanes takes resent");
        assertThat(counters.get(Counter.DUPLICATE)).isEqualTo(1);
    }

    /** What does not take gets its receipt by itself, and the others their results. */
    @Test
    void theServerShouldAnswerAGroupSinglyWhereNotAllTake() {
        assertThat(served(
                        exchanged(ID, 3, 0, 1000),
                        exchanged(ID, 0, 0, 1),
                        Frames.data(ID, 1, 0, 10),
                        exchanged(ID, 2, 0, 100)))
                .containsExactlyInAnyOrder(
                        "to 0: RESULT channel 3 position 0 member 0 1 lanes takes",
                        "to 2: RESULT channel 3 position 0 member 2 1 lanes takes",
                        "to 3: RESULT channel 3 position 0 member 3 1 lanes takes",
                        "to 1: RECEIPT channel 3 position 0 member 1");
    }

    @Test
    void theServerShouldDropABitmapOfNoMembers() {
        assertThat(served(exchanged(ID, 3, 0, 1).bitmap(0b11))).isEmpty();
        assertThat(served(exchanged(ID, 2, 0, 1).bitmap(0b11))).isEmpty();
        assertThat(counters.get(Counter.NOT_A_MEMBER)).isEqualTo(2);
    }

    /** The arrays of the engine say of every frame what the plan says. */
    @Test
    void groupsShouldSpeakOfTheMembersThatThePlanSays() {
        Topology dealt = new Topology(List.of(
                new Rack("a", true, RankSet.of(1, 4, 6)),
                new Rack("b", true, RankSet.of(0, 2, 3, 5))));
        for (Channel each : new Atp().plan(dealt).channels()) {
            RelayGroups groups = new RelayGroups(dealt, each);
            for (int member = 0; member < 9; member++) {
                for (int bitmap = 1; bitmap < 64; bitmap += 2) {
                    assertThat(groups.bits(member, bitmap))
                            .as("member %s, bitmap %s of %s", member, bitmap, each)
                            .isEqualTo(each.members(member, bitmap));
                }
            }
        }
    }
}
