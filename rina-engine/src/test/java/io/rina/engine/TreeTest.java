package io.rina.engine;

import static io.rina.engine.Frames.CONTRACT;
import static io.rina.engine.Frames.JOB;
import static io.rina.engine.Frames.credit;
import static io.rina.engine.Frames.data;
import static io.rina.engine.Frames.exchanged;
import static io.rina.engine.Frames.receipt;
import static io.rina.engine.Frames.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.FakeOutbox.Sent;
import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.wire.Frame;
import io.rina.wire.ReduceOp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A ToR as a branch of the core. At the ToR, node 21, ranks 0 and 1 meet on channel 1; at the core,
 * node 23, it is member 1 of channel 0, after rank 9.
 */
class TreeTest {
    private static final int POOL = 2;
    private static final int AT_CORE = 0;
    private static final int AT_TOR = 1;
    private static final Channel CORE = new Channel(
            AT_CORE,
            new Site.Core(),
            RankSet.of(9),
            RankSet.of(0, 1, 9),
            List.of(AT_TOR),
            Channel.NO_PARENT,
            0,
            List.of(),
            List.of());
    private static final Channel TOR = new Channel(
            AT_TOR,
            new Site.Tor(0),
            RankSet.of(0, 1),
            RankSet.of(0, 1),
            List.of(),
            AT_CORE,
            1,
            List.of(),
            List.of());
    private static final Limits LIMITS = new Limits(1, 2, POOL, 4, 1, 1, 1);

    private final Counters counters = new Counters();
    private final FakeOutbox out = new FakeOutbox();
    private final Aggregator tor = aggregator(new Site.Tor(0));
    private final Aggregator core = aggregator(new Site.Core());

    private Aggregator aggregator(Site site) {
        SitedChannels sited = Frames.sitedAt(site, CORE, TOR);
        return new Aggregator(JOB, sited, LIMITS, new SlotTable(JOB, sited, LIMITS, counters));
    }

    private List<Sent> sent(Aggregator site, Frame... frames) {
        for (Frame frame : frames) {
            site.onFrame(0, frame);
        }
        site.poll(out);
        return out.drain();
    }

    private List<String> lines(Aggregator site, Frame... frames) {
        return sent(site, frames).stream().map(Sent::toString).toList();
    }

    private void assertDropped(Aggregator site, Frame frame, Counter reason) {
        Map<Counter, Long> before = counters.snapshot();
        assertThat(lines(site, frame)).isEmpty();
        before.merge(reason, 1L, Long::sum);
        assertThat(counters.snapshot()).isEqualTo(before);
    }

    /** Both ranks give 1 and 10 and take, up to the sum on its way to the core. */
    private void forward(long position) {
        assertThat(lines(tor, exchanged(AT_TOR, 0, position, 1))).isEmpty();
        List<Sent> up = sent(tor, exchanged(AT_TOR, 1, position, 10));
        assertThat(up).hasSize(1);
        assertThat(up.getFirst())
                .hasToString(
                        "to 23: DATA channel 0 position " + position + " member 1 1 lanes takes");
        assertThat(Frames.lanes(up.getFirst().frame())).containsExactly(11);
        assertThat(up.getFirst().frame().contract()).isEqualTo(CONTRACT);
    }

    private void complete(long position) {
        forward(position);
        assertThat(lines(tor, result(AT_CORE, 1, position, 111))).hasSize(2);
    }

    @Test
    void shouldPassTheSumOnAndTheOutcomeDown() {
        forward(0);
        List<Sent> down = sent(tor, result(AT_CORE, 1, 0, 111));
        assertThat(down.stream().map(Sent::toString))
                .containsExactly(
                        "to 0: RESULT channel 1 position 0 member 0 1 lanes takes",
                        "to 1: RESULT channel 1 position 0 member 1 1 lanes takes");
        assertThat(down).allMatch(sent -> Frames.lanes(sent.frame())[0] == 111);
        assertThat(counters.snapshot()).isEmpty();
    }

    @Test
    void shouldTreatABranchAsAMemberAtTheRoot() {
        assertThat(lines(core, exchanged(AT_CORE, 1, 0, 11))).isEmpty();
        assertThat(lines(core, exchanged(AT_CORE, 0, 0, 100)))
                .containsExactly(
                        "to 9: RESULT channel 0 position 0 member 0 1 lanes takes",
                        "to 21: RESULT channel 0 position 0 member 1 1 lanes takes");
    }

    @Test
    void shouldPassTheSumOnAgainWhenAMemberRepeats() {
        forward(0);
        assertThat(lines(tor, exchanged(AT_TOR, 0, 0, 1).flags(true, true, ReduceOp.SUM)))
                .containsExactly("to 23: DATA channel 0 position 0 member 1 1 lanes takes resent");
        assertThat(counters.get(Counter.DUPLICATE)).isEqualTo(1);
        sent(tor, result(AT_CORE, 1, 0, 111));
        assertThat(lines(tor, exchanged(AT_TOR, 0, 0, 1)))
                .containsExactly("to 0: RESULT channel 1 position 0 member 0 1 lanes takes resent");
    }

    /** The first position's repetition waits in the queue while the outcome comes. */
    @Test
    void shouldNotPassAnOutcomeOnAsASum() {
        forward(0);
        tor.onFrame(0, exchanged(AT_TOR, 0, 0, 1));
        assertThat(lines(tor, result(AT_CORE, 1, 0, 111)))
                .containsExactly(
                        "to 0: RESULT channel 1 position 0 member 0 1 lanes takes",
                        "to 1: RESULT channel 1 position 0 member 1 1 lanes takes");
    }

    @Test
    void shouldPassOneCreditOnForSeveralPositions() {
        tor.onFrame(0, credit(AT_TOR, 0, 0).span(2));
        assertThat(lines(tor, credit(AT_TOR, 1, 0).span(2)))
                .containsExactly("to 23: CREDIT channel 0 position 0..1 member 1 takes");
        // A branch that has given nothing takes any length.
        assertThat(lines(tor, result(AT_CORE, 1, 0, 7, 8))).hasSize(2);
    }

    @Test
    void shouldNotJoinCreditsThatSayDifferentThings() {
        Frame[] frames = {
            credit(AT_TOR, 0, 0),
            credit(AT_TOR, 0, 1).contract(CONTRACT + 1),
            credit(AT_TOR, 1, 0),
            credit(AT_TOR, 1, 1).contract(CONTRACT + 1)
        };
        assertThat(lines(tor, frames))
                .containsExactly(
                        "to 23: CREDIT channel 0 position 0 member 1 takes",
                        "to 23: CREDIT channel 0 position 1 member 1 takes");
    }

    /**
     * The swarm's seed 14: a repeated credit was held back for company and left after the outcome
     * had come.
     */
    @Test
    void shouldNotHoldARepeatedCreditBack() {
        tor.onFrame(0, credit(AT_TOR, 0, 0).span(2));
        tor.onFrame(0, credit(AT_TOR, 1, 0).span(2));
        tor.onFrame(0, credit(AT_TOR, 0, 0).flags(true, true, ReduceOp.SUM));
        out.room(2);
        assertThat(lines(tor, credit(AT_TOR, 0, 1).flags(true, true, ReduceOp.SUM)))
                .containsExactly(
                        "to 23: CREDIT channel 0 position 0..1 member 1 takes",
                        "to 23: CREDIT channel 0 position 0 member 1 takes resent");
        out.room(9);
        assertThat(lines(tor, result(AT_CORE, 1, 0, 7), result(AT_CORE, 1, 1, 7)))
                .noneMatch(line -> line.contains("CREDIT"))
                .hasSize(4);
    }

    @Test
    void shouldPassReceiptsDownWhereNobodyTakes() {
        for (int position = 0; position < 2; position++) {
            tor.onFrame(0, data(AT_TOR, 0, position, 1));
            tor.onFrame(0, data(AT_TOR, 1, position, 10));
        }
        assertThat(lines(tor))
                .containsExactly(
                        "to 23: DATA channel 0 position 0 member 1 1 lanes",
                        "to 23: DATA channel 0 position 1 member 1 1 lanes");
        assertDropped(tor, result(AT_CORE, 1, 0, 111), Counter.MISMATCH);
        assertThat(lines(tor, receipt(AT_CORE, 1, 0).span(2)))
                .containsExactlyInAnyOrder(
                        "to 0: RECEIPT channel 1 position 0..1 member 0",
                        "to 1: RECEIPT channel 1 position 0..1 member 1");
    }

    /** Members that neither give nor take still have their place. */
    @Test
    void shouldPassOnThatNobodyGivesOrTakes() {
        Frame[] bystanders = {
            credit(AT_TOR, 0, 0).flags(false, false, ReduceOp.SUM),
            credit(AT_TOR, 1, 0).flags(false, false, ReduceOp.SUM)
        };
        assertThat(lines(tor, bystanders))
                .containsExactly("to 23: CREDIT channel 0 position 0 member 1");
        assertThat(lines(tor, receipt(AT_CORE, 1, 0))).hasSize(2);
    }

    @Test
    void shouldDropAnOutcomeThatCannotBe() {
        assertDropped(tor, result(AT_CORE, 1, 0, 111), Counter.FUTURE_POSITION);
        tor.onFrame(0, exchanged(AT_TOR, 0, 0, 1));
        assertDropped(tor, result(AT_CORE, 1, 0, 111), Counter.FUTURE_POSITION);
        forward(1);
        assertDropped(tor, result(AT_CORE, 0, 1, 111), Counter.NOT_A_MEMBER);
        assertDropped(tor, result(AT_TOR, 1, 1, 111), Counter.UNKNOWN_CHANNEL);
        assertDropped(tor, receipt(AT_CORE, 1, 1), Counter.MISMATCH);
        assertDropped(tor, result(AT_CORE, 1, 1, 1, 2), Counter.MISMATCH);
        assertDropped(tor, result(AT_CORE, 1, 1, 1, 2, 3), Counter.MISMATCH);
        assertDropped(tor, result(AT_CORE, 1, 1, 111).contract(CONTRACT + 1), Counter.MISMATCH);
        assertDropped(
                tor, result(AT_CORE, 1, 1, 111).flags(true, false, ReduceOp.MAX), Counter.MISMATCH);
        assertThat(lines(tor, result(AT_CORE, 1, 1, 111))).hasSize(2);
        assertDropped(tor, result(AT_CORE, 1, 1, 111), Counter.DUPLICATE);
        assertDropped(core, result(AT_CORE, 1, 0, 111), Counter.UNKNOWN_CHANNEL);
    }

    @Test
    void shouldDropAnOutcomeOfAnEarlierGeneration() {
        for (int position = 0; position < 2 * POOL; position++) {
            complete(position);
        }
        forward(2 * POOL);
        assertDropped(tor, result(AT_CORE, 1, 0, 111), Counter.OLD_POSITION);
    }

    @Test
    void shouldKeepTheSlotOfAPositionThatIsOnlyPassedOn() {
        complete(0);
        complete(1);
        forward(POOL);
        // Nobody can have the outcome of POOL yet, so nobody is two pools on.
        assertDropped(tor, exchanged(AT_TOR, 0, 2 * POOL, 1), Counter.FUTURE_POSITION);
        sent(tor, result(AT_CORE, 1, POOL, 111));
        assertThat(lines(tor, exchanged(AT_TOR, 0, 2 * POOL, 1))).isEmpty();
        assertThat(counters.get(Counter.FUTURE_POSITION)).isEqualTo(1);
    }

    @Test
    void shouldResumeWithoutLossWhenTheOutboxIsFull() {
        tor.onFrame(0, credit(AT_TOR, 0, 0));
        tor.onFrame(0, credit(AT_TOR, 1, 0));
        tor.onFrame(0, exchanged(AT_TOR, 0, 1, 1));
        tor.onFrame(0, exchanged(AT_TOR, 1, 1, 10));
        out.room(0);
        assertThat(lines(tor)).isEmpty();
        out.room(1);
        assertThat(lines(tor))
                .containsExactly("to 23: DATA channel 0 position 1 member 1 1 lanes takes");
        out.room(1);
        assertThat(lines(tor)).containsExactly("to 23: CREDIT channel 0 position 0 member 1 takes");
    }
}
