package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SwitchEndpointTest {
    private static final Plan PLAN =
            Strategies.named("switchml").plan(Topology.ofSizes(new int[] {2}, r -> true));

    private final SwitchEndpoint tor = new SwitchEndpoint(
            Frames.JOB,
            Program.of(PLAN),
            new Site.Tor(0),
            new Limits(1, 2, 3, 2, 1_000, 1_000, 8_000));
    private final FakeOutbox out = new FakeOutbox();

    @Test
    void shouldCountRandomBytesAndDoNothingElse() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextInt(120)];
            random.nextBytes(bytes);
            tor.onFrame(1, Frames.ofBytes(bytes));
        }
        assertThat(tor.counters().get(Counter.MALFORMED)).isEqualTo(10_000);
        assertThat(tor.poll(1, out)).isEqualTo(0);
    }

    @Test
    void shouldDropWhatASiteSendsWhereItIsNoBranch() {
        tor.onFrame(1, Frames.result(0, 0, 0, 1, 2));
        tor.onFrame(1, Frames.receipt(0, 0, 0));
        assertThat(tor.counters().get(Counter.UNKNOWN_CHANNEL)).isEqualTo(2);
    }

    @Test
    void shouldStreamWhereManyFragmentsWereFollowedByMore() {
        assertThat(tor.isStreaming()).isFalse();
        for (int i = 0; i < 128; i++) {
            tor.onFrame(1, Frames.exchanged(0, 0, i, 1, 2).more(true));
        }
        assertThat(tor.isStreaming()).isTrue();
        tor.onFrame(1, Frames.exchanged(0, 0, 128, 1, 2));
        assertThat(tor.isStreaming()).as("that was the last").isFalse();
    }

    @Test
    void shouldOriginateNothing() {
        tor.onTimer(Long.MAX_VALUE);
        assertThat(tor.poll(1, out)).isEqualTo(0);
        assertThat(tor.deadlineNs()).isEqualTo(Long.MAX_VALUE);
        tor.onFrame(1, Frames.exchanged(0, 0, 0, 1, 2));
        assertThat(tor.poll(1, out)).as("one of two has come").isEqualTo(0);
        tor.onFrame(1, Frames.exchanged(0, 1, 0, 10, 20));
        assertThat(tor.poll(1, out)).isEqualTo(2);
    }
}
