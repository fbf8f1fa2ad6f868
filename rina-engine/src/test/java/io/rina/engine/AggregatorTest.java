package io.rina.engine;

import static io.rina.engine.Frames.JOB;
import static io.rina.engine.Frames.credit;
import static io.rina.engine.Frames.data;
import static io.rina.engine.Frames.exchanged;
import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.FakeOutbox.Sent;
import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregatorTest {
    private static final int POOL = 4;
    private static final Channel CHANNEL =
            Channel.flat(0, new Site.Tor(0), RankSet.of(10, 11, 12), List.of());
    private static final SitedChannels SITED = Frames.sitedAt(new Site.Tor(0), CHANNEL);
    private static final Limits LIMITS = new Limits(1, 2, POOL, 3, 1, 1, 1);

    private final Counters counters = new Counters();
    private final Aggregator aggregator =
            new Aggregator(JOB, SITED, LIMITS, new SlotTable(JOB, SITED, LIMITS, counters));
    private final FakeOutbox out = new FakeOutbox();

    private List<String> poll() {
        int sent = aggregator.poll(out);
        assertThat(out.sent).hasSize(sent);
        return out.drain().stream().map(Sent::toString).toList();
    }

    /** Members 0 and 1 give, member 2 takes. */
    private void complete(int positions) {
        for (int p = 0; p < positions; p++) {
            aggregator.onFrame(0, data(0, 0, p, p, 1));
            aggregator.onFrame(0, data(0, 1, p, 10, 20));
        }
        aggregator.onFrame(0, credit(0, 2, 0).span(positions));
    }

    @Test
    void shouldUnrollACreditThatSpeaksForSeveralPositions() {
        complete(3);
        assertThat(poll())
                .containsExactly(
                        "to 12: RESULT channel 0 position 0 member 2 2 lanes takes",
                        "to 12: RESULT channel 0 position 1 member 2 2 lanes takes",
                        "to 12: RESULT channel 0 position 2 member 2 2 lanes takes",
                        "to 11: RECEIPT channel 0 position 0..2 member 1",
                        "to 10: RECEIPT channel 0 position 0..2 member 0");
    }

    @Test
    void shouldLeaveTheFrameAsItWas() {
        Frame credits = credit(0, 2, 0).span(3);
        byte[] before = Frames.bytes(credits);
        aggregator.onFrame(0, credits);
        assertThat(Frames.bytes(credits)).isEqualTo(before);
    }

    @Test
    void shouldNotUnrollFurtherThanThePool() {
        aggregator.onFrame(0, credit(0, 2, 0).span(0xffff));
        assertThat(counters.snapshot()).isEmpty();
        aggregator.onFrame(0, credit(0, 2, Long.MAX_VALUE - 0xffff).span(0xffff));
        assertThat(counters.get(Counter.FUTURE_POSITION)).isEqualTo(POOL);
    }

    @Test
    void shouldJoinReceiptsInSpansOfAtMostTheLimit() {
        complete(4);
        assertThat(poll())
                .filteredOn(line -> line.contains("RECEIPT"))
                .containsExactlyInAnyOrder(
                        "to 10: RECEIPT channel 0 position 0..2 member 0",
                        "to 10: RECEIPT channel 0 position 3 member 0",
                        "to 11: RECEIPT channel 0 position 0..2 member 1",
                        "to 11: RECEIPT channel 0 position 3 member 1");
    }

    @Test
    void shouldNotJoinReceiptsOverAGap() {
        for (int p : new int[] {0, 2}) {
            aggregator.onFrame(0, data(0, 0, p, 1));
            aggregator.onFrame(0, data(0, 1, p, 1));
            aggregator.onFrame(0, credit(0, 2, p));
        }
        assertThat(poll())
                .contains(
                        "to 10: RECEIPT channel 0 position 0 member 0",
                        "to 10: RECEIPT channel 0 position 2 member 0");
    }

    @Test
    void shouldGiveATakerTheSumAndMarkARepetition() {
        complete(1);
        assertThat(aggregator.poll(out)).isEqualTo(3);
        Frame first = out.drain().getFirst().frame();
        assertThat(Frames.lanes(first)).containsExactly(10, 21);
        aggregator.onFrame(0, credit(0, 2, 0));
        assertThat(poll())
                .containsExactly(
                        "to 12: RESULT channel 0 position 0 member 2 2 lanes takes resent");
        aggregator.onFrame(0, data(0, 0, 0, 0, 1));
        assertThat(poll()).containsExactly("to 10: RECEIPT channel 0 position 0 member 0");
        assertThat(counters.get(Counter.DUPLICATE)).isEqualTo(2);
    }

    @Test
    void shouldResumeWithoutLossWhenTheOutboxIsFull() {
        for (int room = 1; room <= 5; room++) {
            AggregatorTest fresh = new AggregatorTest();
            fresh.complete(4);
            AggregatorTest unhindered = new AggregatorTest();
            unhindered.complete(4);
            List<String> lines = new ArrayList<>();
            List<String> some;
            do {
                fresh.out.room(room);
                some = fresh.poll();
                assertThat(some).hasSizeLessThanOrEqualTo(room);
                lines.addAll(some);
            } while (!some.isEmpty());
            assertThat(lines).containsExactlyInAnyOrderElementsOf(unhindered.poll());
        }
    }

    @Test
    void shouldSayNothingWhileTheOutboxIsFull() {
        complete(2);
        out.room(0);
        assertThat(aggregator.poll(out)).isEqualTo(0);
        out.room(100);
        assertThat(poll()).hasSize(4);
    }

    @Test
    void shouldForgetAnswersToRepetitionsRatherThanFirstOutcomes() {
        complete(4);
        for (int i = 0; i < 1_000; i++) {
            aggregator.onFrame(0, credit(0, 2, i % 4));
        }
        List<String> lines = poll();
        assertThat(lines).filteredOn(line -> line.endsWith("takes")).hasSize(4);
        assertThat(lines).filteredOn(line -> line.endsWith("resent")).hasSizeBetween(1, 100);
    }

    @Test
    void shouldNotFailWhenMembersBreakTheWindowRule() {
        // No correct member goes on before it has the outcome; here none is ever sent.
        for (int p = 0; p < 1_000; p++) {
            for (int member = 0; member < 3; member++) {
                aggregator.onFrame(0, exchanged(0, member, p, 1));
            }
        }
        assertThat(poll()).as("their slots hold later positions").isEmpty();
        aggregator.onFrame(0, exchanged(0, 1, 999, 1));
        assertThat(poll())
                .containsExactly(
                        "to 11: RESULT channel 0 position 999 member 1 1 lanes takes resent");
    }

    @Test
    void shouldSendNothingUnasked() {
        assertThat(poll()).isEmpty();
        aggregator.onFrame(0, Frames.of(FrameType.DATA, 0, 0, 0, 1));
        assertThat(poll()).isEmpty();
    }
}
