package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DctcpFlowTest {
    private static final LinkSpeed TEN = LinkSpeed.gbps(10, 1_000);
    private static final Fabric FABRIC = Fabrics.leafSpine(4, 4, 4, TEN, TEN);
    private static final long TIMEOUT_PS = 2_000_000_000L;
    private static final long BYTES = 1 << 20;

    private static long incastPs(BufferOptions buffers) {
        Network network = new Network(FABRIC, link -> buffers, 44);
        List<DctcpFlow> flows = new ArrayList<>();
        for (int host = 1; host < 16; host++) {
            flows.add(new DctcpFlow(network, host, 0, BYTES, 0, TIMEOUT_PS));
        }
        boolean done =
                network.run(() -> flows.stream().allMatch(DctcpFlow::isDone), 1_000_000_000_000L);
        assertThat(done).isTrue();
        return flows.stream().mapToLong(DctcpFlow::finishedPs).max().orElseThrow();
    }

    @Test
    void shouldFillTheLinkThatFifteenFlowsMeetAt() {
        // 15 S (wire / payload) / B: 725 segments a flow, of 1,538 bytes on the wire.
        double ps = 15 * 725 * 1_538 * 800.0;
        assertThat((double) incastPs(new BufferOptions(3_000_000, 150_000)))
                .isCloseTo(ps, within(0.01 * ps));
    }

    @Test
    void shouldArriveWholeThoughPacketsAreLost() {
        double ps = 15 * 725 * 1_538 * 800.0;
        assertThat((double) incastPs(new BufferOptions(30_000, 30_000))).isGreaterThan(ps);
    }
}
