package io.rina.runtime.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How queues become messages, and what stays when the kernel takes only some of them. */
class SendVectorTest {
    private static final int NODES = 3;

    private final Arena arena = Arena.ofConfined();
    private final QueueOutbox outbox = new QueueOutbox(
            arena.allocate(QueueOutbox.memoryBytes(NODES)),
            NODES,
            PortOptions.MAX_DATAGRAM_BYTES,
            4);
    private final SendVector vector = new SendVector(arena, outbox, SocketAddressCodec.AF_INET);
    private final PortCounters counters = new PortCounters();

    SendVectorTest() {
        for (int node = 0; node < NODES; node++) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);
            outbox.queue(node).peer(address);
            vector.peer(node, address);
        }
    }

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void framesOfEqualLengthShouldLeaveTogether() {
        queue(0, 100, 100, 100);
        assertThat(vector.gather()).isEqualTo(1);
        assertThat(vector.startsWithRun()).isTrue();
    }

    @Test
    void shorterFrameShouldCloseARun() {
        queue(0, 100, 60, 60, 100);
        assertThat(vector.gather()).isEqualTo(3); // 100+60, 60, 100
    }

    @Test
    void runShouldEndAtItsMostFrames() {
        queue(0, 100, 100, 100, 100, 100);
        assertThat(vector.gather()).isEqualTo(2);
    }

    @Test
    void runShouldFitADatagram() {
        queue(0, 32_000, 32_000, 1_507);
        assertThat(vector.gather()).isEqualTo(1);
        vector.remove(1, counters);

        queue(0, 32_000, 32_000, 1_508);
        assertThat(vector.gather()).isEqualTo(2);
    }

    @Test
    void whatWasNotTakenShouldStayInOrder() {
        queue(0, 100, 200, 300);
        queue(2, 400);
        assertThat(vector.gather()).isEqualTo(4);
        assertThat(vector.remove(1, counters)).isEqualTo(1);

        assertThat(outbox.queuedFrames()).isEqualTo(3);
        assertThat(vector.gather()).isEqualTo(3);
        assertThat(vector.remove(3, counters)).isEqualTo(3);
        assertThat(outbox.queuedFrames()).isZero();
        assertThat(vector.gather()).isZero();
        assertThat(counters.bytesSent()).isEqualTo(1_000);
    }

    @Test
    void noQueueShouldStarve() {
        queue(0, 100);
        queue(1, 100);
        queue(2, 100);
        for (int node = 0; node < 6; node++) {
            vector.gather();
            SendQueue first = vector.firstQueue();
            vector.remove(1, counters);
            queue(first.node(), 100);
            assertThat(first.node()).isEqualTo(node % NODES);
        }
    }

    @Test
    void refusedMessageShouldCostItsFramesOnly() {
        queue(0, 100, 100);
        queue(1, 100);
        vector.gather();
        vector.refuse(counters);

        assertThat(counters.refused()).isEqualTo(2);
        assertThat(vector.gather()).isEqualTo(1);
        assertThat(vector.firstQueue().node()).isEqualTo(1);
    }

    private void queue(int node, int... lengths) {
        for (int length : lengths) {
            assertThat(outbox.claim(node, length)).isNotNull();
            outbox.commit();
        }
    }
}
