package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendQueueTest {
    @Test
    void shouldCountWhatHasNotLeft() {
        SendQueue queue = new SendQueue();
        // A hundred frames of 10 ps; after each one another station's frame of 5 ps.
        for (int i = 0; i < 100; i++) {
            queue.add(15 * i + 10, 10);
        }
        assertThat(queue.waitingPs(0)).isEqualTo(1_000);
        assertThat(queue.waitingPs(9)).isEqualTo(1_000);
        assertThat(queue.waitingPs(10)).isEqualTo(990);
        assertThat(queue.leavesOnlyAtPs(980)).isEqualTo(25);
        assertThat(queue.leavesOnlyAtPs(0)).isEqualTo(15 * 99 + 10);
        assertThat(queue.waitingPs(15 * 98 + 10)).isEqualTo(10);
        for (int i = 100; i < 300; i++) {
            queue.add(15 * i + 10, 10);
        }
        assertThat(queue.waitingPs(15 * 150 + 10)).isEqualTo(149 * 10);
        assertThat(queue.waitingPs(15 * 299 + 10)).isZero();
    }
}
