package io.rina.engine;

import static io.rina.engine.Frames.CONTRACT;
import static io.rina.engine.Frames.JOB;
import static io.rina.engine.Frames.credit;
import static io.rina.engine.Frames.data;
import static io.rina.engine.Frames.exchanged;
import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.SwitchPipeline.Verdict;
import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlotTableTest {
    private static final int POOL = 2;
    private static final int LANES = 2;
    /** The channel under test, of two members; a second one follows in the table's memory. */
    private static final int ID = 3;

    private static final int OTHER = 5;
    private static final Site TOR = new Site.Tor(0);

    private final Counters counters = new Counters();
    private final SlotTable table = new SlotTable(
            JOB,
            Frames.sitedAt(TOR, channel(ID, 10, 11), channel(OTHER, 10, 12)),
            new Limits(1, LANES, POOL, 4, 1, 1, 1),
            counters);

    private static Channel channel(int id, int... ranks) {
        return Channel.flat(id, TOR, RankSet.of(ranks), List.of());
    }

    private Verdict process(Frame frame) {
        return table.process(0, frame);
    }

    private int[] sum(long position, int member) {
        Frame out = Frames.empty(table.outcomeLanes(ID, position, member));
        table.encodeResult(ID, position, member, false, out);
        return Frames.lanes(out);
    }

    private void complete(long position) {
        assertThat(process(exchanged(ID, 0, position, (int) position, 1)))
                .isEqualTo(Verdict.CONSUME);
        assertThat(process(exchanged(ID, 1, position, 10, 20))).isEqualTo(Verdict.MULTICAST);
    }

    private void assertDropped(Frame frame, Counter reason) {
        Map<Counter, Long> before = counters.snapshot();
        assertThat(process(frame)).isEqualTo(Verdict.CONSUME);
        before.merge(reason, 1L, Long::sum);
        assertThat(counters.snapshot()).isEqualTo(before);
    }

    @Test
    void aCreditThatDoesNotTakeShouldGetNoResult() {
        process(data(ID, 0, 0, 1, 2).flags(true, false, ReduceOp.SUM));
        Frame bystander = credit(ID, 1, 0).flags(false, false, ReduceOp.SUM);

        assertThat(process(bystander)).isEqualTo(Verdict.MULTICAST);
        assertThat(table.outcomeLanes(ID, 0, 0)).isEqualTo(2);
        assertThat(table.outcomeLanes(ID, 0, 1)).isZero();
    }

    @Test
    void shouldSumWhatItsMembersGive() {
        assertThat(process(exchanged(ID, 0, 0, 1, 2))).isEqualTo(Verdict.CONSUME);
        assertThat(table.outcomeLanes(ID, 0, 0)).as("not complete").isEqualTo(-1);
        assertThat(process(exchanged(ID, 1, 0, 10, 20))).isEqualTo(Verdict.MULTICAST);
        assertThat(sum(0, 0)).containsExactly(11, 22);
        assertThat(counters.snapshot()).isEmpty();
    }

    @Test
    void shouldFoldByTheFramesOperation() {
        process(data(ID, 0, 0, 1, 20).flags(true, false, ReduceOp.MAX));
        process(data(ID, 1, 0, 10, 2).flags(true, false, ReduceOp.MAX));
        assertThat(sum(0, 0)).containsExactly(10, 20);
        process(data(ID, 0, 1, 1, 20).flags(true, false, ReduceOp.MIN));
        process(data(ID, 1, 1, 10, 2).flags(true, false, ReduceOp.MIN));
        assertThat(sum(1, 0)).containsExactly(1, 2);
    }

    @Test
    void shouldLearnTakersFromFrames() {
        process(credit(ID, 0, 0));
        assertThat(process(data(ID, 1, 0, 7, 8))).isEqualTo(Verdict.MULTICAST);
        assertThat(table.outcomeLanes(ID, 0, 0)).as("the creditor takes").isEqualTo(2);
        assertThat(table.outcomeLanes(ID, 0, 1)).as("the giver does not").isEqualTo(0);
        assertThat(sum(0, 0)).containsExactly(7, 8);
    }

    @Test
    void shouldDropADuplicateWhileFilling() {
        process(exchanged(ID, 0, 0, 1, 2));
        assertDropped(exchanged(ID, 0, 0, 1, 2), Counter.DUPLICATE);
        process(exchanged(ID, 1, 0, 10, 20));
        assertThat(sum(0, 1)).containsExactly(11, 22);
    }

    @Test
    void shouldAnswerADuplicateWhenDone() {
        complete(0);
        assertThat(process(exchanged(ID, 0, 0, 99, 99))).isEqualTo(Verdict.REPLY);
        assertThat(sum(0, 0)).containsExactly(10, 21);
        assertThat(counters.get(Counter.DUPLICATE)).isEqualTo(1);
    }

    @Test
    void shouldStillAnswerTheGenerationBeforeTheLast() {
        for (long p = 0; p < 2 * POOL; p++) {
            complete(p);
        }
        assertThat(process(exchanged(ID, 1, 0, 99, 99))).isEqualTo(Verdict.REPLY);
        assertThat(sum(0, 1)).containsExactly(10, 21);
    }

    @Test
    void shouldReuseASlotAfterTwoGenerationsAndDropWhatItHeldBefore() {
        for (long p = 0; p < 2 * POOL; p++) {
            complete(p);
        }
        process(exchanged(ID, 0, 2 * POOL, 5, 5));
        assertThat(table.heldPosition(ID, 0)).isEqualTo(2 * POOL);
        assertDropped(exchanged(ID, 1, 0, 99, 99), Counter.OLD_POSITION);
        assertThat(table.outcomeLanes(ID, 0, 1)).as("no longer held").isEqualTo(-1);
        process(exchanged(ID, 1, 2 * POOL, 6, 6));
        assertThat(sum(2 * POOL, 0)).containsExactly(11, 11);
    }

    @Test
    void shouldDropPositionsThatNoMemberCanHaveReached() {
        assertDropped(data(ID, 0, POOL, 1, 2), Counter.FUTURE_POSITION);
        assertDropped(data(ID, 0, 2 * POOL, 1, 2), Counter.FUTURE_POSITION);
        assertDropped(data(ID, 0, Long.MAX_VALUE - 1, 1, 2), Counter.FUTURE_POSITION);
        process(exchanged(ID, 0, 0, 1, 2));
        assertDropped(data(ID, 0, POOL, 1, 2), Counter.FUTURE_POSITION);
        process(exchanged(ID, 1, 0, 1, 2));
        assertThat(process(data(ID, 0, POOL, 1, 2))).isEqualTo(Verdict.CONSUME);
        assertThat(table.heldPosition(ID, POOL)).isEqualTo(POOL);
    }

    @Test
    void shouldDropStrangers() {
        Frame otherKey =
                data(ID, 0, 0, 1, 2).header(FrameType.CREDIT, JOB.key() + 1, JOB.epoch(), ID, 0, 0);
        assertDropped(otherKey, Counter.WRONG_KEY);
        for (int epoch : new int[] {JOB.epoch() - 1, JOB.epoch() + 1}) {
            Frame stale = data(ID, 0, 0, 1, 2).header(FrameType.CREDIT, JOB.key(), epoch, ID, 0, 0);
            assertDropped(stale, Counter.STALE_EPOCH);
        }
        for (int channel : new int[] {0, ID + 1, OTHER + 1, -1, Integer.MIN_VALUE}) {
            assertDropped(data(channel, 0, 0, 1, 2), Counter.UNKNOWN_CHANNEL);
        }
        assertDropped(data(ID, 2, 0, 1, 2), Counter.NOT_A_MEMBER);
        assertDropped(data(ID, 62, 0, 1, 2), Counter.NOT_A_MEMBER);
        complete(0);
        assertThat(sum(0, 0)).containsExactly(10, 21);
    }

    @Test
    void shouldDropWhatDoesNotMatchTheFirstToArrive() {
        process(exchanged(ID, 0, 0, 1, 2));
        assertDropped(exchanged(ID, 1, 0, 1, 2).contract(CONTRACT + 1), Counter.MISMATCH);
        assertDropped(credit(ID, 1, 0).contract(CONTRACT + 1), Counter.MISMATCH);
        assertDropped(data(ID, 1, 0, 1, 2).flags(true, false, ReduceOp.MAX), Counter.MISMATCH);
        assertDropped(exchanged(ID, 1, 0, 1), Counter.MISMATCH);
        assertThat(process(exchanged(ID, 1, 0, 10, 20))).isEqualTo(Verdict.MULTICAST);
        assertThat(sum(0, 0)).containsExactly(11, 22);
    }

    @Test
    void shouldDropAFrameLongerThanASlotAndTouchNoNeighbour() {
        process(exchanged(ID, 0, 1, 1, 2));
        process(exchanged(OTHER, 0, 0, 3, 4));
        assertDropped(exchanged(ID, 0, 0, 9, 9, 9), Counter.MISMATCH);
        process(credit(ID, 0, 0));
        assertDropped(exchanged(ID, 1, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9), Counter.MISMATCH);
        process(exchanged(ID, 1, 1, 10, 20));
        assertThat(sum(1, 0)).containsExactly(11, 22);
        process(exchanged(OTHER, 1, 0, 30, 40));
        Frame out = Frames.empty(LANES);
        table.encodeResult(OTHER, 0, 0, false, out);
        assertThat(Frames.lanes(out)).containsExactly(33, 44);
    }

    @Test
    void shouldNotMixTheSumOfAShorterFragmentWithWhatTheSlotHeld() {
        for (long p = 0; p < 2 * POOL; p++) {
            complete(p);
        }
        process(exchanged(ID, 0, 2 * POOL, 5));
        process(exchanged(ID, 1, 2 * POOL, 6));
        assertThat(sum(2 * POOL, 0)).containsExactly(11);
    }

    @Test
    void shouldEncodeTheWholeHeaderOfAResult() {
        complete(0);
        Frame out = Frames.empty(LANES);
        table.encodeResult(ID, 0, 1, true, out);
        assertThat(out.jobKey()).isEqualTo(JOB.key());
        assertThat(out.epoch()).isEqualTo(JOB.epoch());
        assertThat(out.contract()).isEqualTo(CONTRACT);
        assertThat(out.resent()).isTrue();
        assertThat(out.takes()).isTrue();
        assertThat(out.toString())
                .isEqualTo("RESULT channel 3 position 0 member 1 2 lanes takes resent");
    }
}
