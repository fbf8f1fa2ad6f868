package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SendQueueTest {
    private static SendQueue hundred(long lowPs) {
        // A hundred frames of 10 ps; after each one another station's frame of 5 ps.
        SendQueue queue = new SendQueue(lowPs);
        for (int i = 0; i < 100; i++) {
            queue.add(15 * i + 10, 10);
        }
        return queue;
    }

    @Test
    void shouldCountWhatHasNotLeft() {
        SendQueue queue = hundred(0);
        assertThat(queue.waitingPs(0)).isEqualTo(1_000);
        assertThat(queue.waitingPs(9)).isEqualTo(1_000);
        assertThat(queue.waitingPs(10)).isEqualTo(990);
        assertThat(queue.waitingPs(15 * 98 + 10)).isEqualTo(10);
        for (int i = 100; i < 300; i++) {
            queue.add(15 * i + 10, 10);
        }
        assertThat(queue.waitingPs(15 * 150 + 10)).isEqualTo(149 * 10);
        assertThat(queue.waitingPs(15 * 299 + 10)).isZero();
    }

    @Test
    void shouldSayWhenLittleIsLeft() {
        assertThat(hundred(980).lowAtPs()).isEqualTo(25);
        assertThat(hundred(0).lowAtPs()).isEqualTo(15 * 99 + 10);
        assertThat(hundred(1_000).lowAtPs()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldSayTheSameAsCountingAnew() {
        SplittableRandom random = new SplittableRandom(3);
        SendQueue queue = new SendQueue(400);
        ArrayDeque<long[]> all = new ArrayDeque<>();
        long nowPs = 0;
        long departPs = 0;
        for (int i = 0; i < 10_000; i++) {
            if (random.nextInt(3) > 0) {
                long sendingPs = 1L + random.nextInt(30);
                departPs = Math.max(departPs, nowPs) + sendingPs + random.nextInt(5);
                queue.add(departPs, sendingPs);
                all.add(new long[] {departPs, sendingPs});
            } else {
                nowPs += random.nextInt(60);
            }
            long now = nowPs;
            all.removeIf(entry -> entry[0] <= now);
            long left = all.stream().mapToLong(entry -> entry[1]).sum();
            assertThat(queue.waitingPs(nowPs)).isEqualTo(left);
            long atPs = Long.MIN_VALUE;
            for (long[] entry : all) {
                if (left > 400) {
                    left -= entry[1];
                    atPs = entry[0];
                }
            }
            assertThat(queue.lowAtPs()).isEqualTo(atPs);
        }
    }
}
