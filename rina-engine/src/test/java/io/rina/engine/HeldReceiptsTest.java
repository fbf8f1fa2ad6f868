package io.rina.engine;

import static io.rina.engine.Frames.JOB;
import static io.rina.engine.Frames.credit;
import static io.rina.engine.Frames.data;
import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.FakeOutbox.Sent;
import io.rina.plan.Channel;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.wire.Frame;
import io.rina.wire.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 0 gives, one fragment a poll; member 1 takes; the pool lets four receipts join. */
class HeldReceiptsTest {
    private static final Channel CHANNEL =
            Channel.flat(0, new Site.Tor(0), RankSet.of(10, 11), List.of());
    private static final SitedChannels SITED = Frames.sitedAt(new Site.Tor(0), CHANNEL);

    private static final int POOL = 16;

    private final FakeOutbox out = new FakeOutbox();
    private Aggregator aggregator = aggregator(POOL);

    private static Aggregator aggregator(int pool) {
        Limits limits = new Limits(1, 2, pool, 8, 1, 1, 1);
        return new Aggregator(
                JOB, SITED, limits, new SlotTable(JOB, SITED, limits, new Counters()));
    }

    private static Frame given(long position, boolean more) {
        return data(0, 0, position, 1).more(more);
    }

    /** Completes the position and returns the receipts that are sent upon that. */
    private List<String> complete(long position, boolean more) {
        aggregator.onFrame(0, credit(0, 1, position));
        return receiptsOf(given(position, more));
    }

    private List<String> receiptsOf(Frame frame) {
        aggregator.onFrame(0, frame);
        aggregator.poll(out);
        return out.drain().stream()
                .map(Sent::toString)
                .filter(line -> line.contains("RECEIPT"))
                .toList();
    }

    @Test
    void shouldSendOneReceiptForFourFragmentsThatComeOneByOne() {
        List<String> receipts = new ArrayList<>();
        for (long position = 0; position < 12; position++) {
            receipts.addAll(complete(position, true));
        }
        assertThat(receipts)
                .containsExactly(
                        "to 10: RECEIPT channel 0 position 0..3 member 0",
                        "to 10: RECEIPT channel 0 position 4..7 member 0",
                        "to 10: RECEIPT channel 0 position 8..11 member 0");
    }

    @Test
    void shouldNotLetTheLastOfAnExchangeWait() {
        assertThat(complete(0, true)).isEmpty();
        assertThat(complete(1, false))
                .containsExactly("to 10: RECEIPT channel 0 position 0..1 member 0");
    }

    @Test
    void shouldAnswerARepetitionAtOnce() {
        assertThat(complete(0, true)).isEmpty();
        Frame again = given(0, false).flags(false, true, ReduceOp.SUM);
        assertThat(receiptsOf(again)).contains("to 10: RECEIPT channel 0 position 0 member 0");
        assertThat(complete(1, false))
                .containsExactly("to 10: RECEIPT channel 0 position 1 member 0");
    }

    @Test
    void shouldNotLetAPositionWaitThatCompletesAfterItsFollower() {
        aggregator.onFrame(0, credit(0, 1, 0));
        assertThat(complete(1, false))
                .containsExactly("to 10: RECEIPT channel 0 position 1 member 0");
        assertThat(receiptsOf(given(0, true)))
                .containsExactly("to 10: RECEIPT channel 0 position 0 member 0");
    }

    @Test
    void shouldLetNothingWaitWhereTheWindowIsSmall() {
        aggregator = aggregator(4);
        assertThat(complete(0, true))
                .containsExactly("to 10: RECEIPT channel 0 position 0 member 0");
    }
}
