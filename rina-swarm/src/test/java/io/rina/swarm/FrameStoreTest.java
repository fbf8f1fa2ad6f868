package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FrameStoreTest {
    @Test
    void shouldFindEveryCorruption() {
        FrameStore store = new FrameStore(200);
        Dice dice = new Dice(1, "corrupt");
        for (int length = 1; length <= 200; length++) {
            for (int i = 0; i < 100; i++) {
                int slot = store.take(0, 1, length);
                dice.fill(store.bytes(slot));
                store.corrupt(slot, dice);
                assertThat(store.passesCheck(slot)).isFalse();
                store.release(slot);
            }
        }
    }

    @Test
    void shouldHandOutASlotOnlyOnce() {
        FrameStore store = new FrameStore(40);
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertThat(taken.add(store.take(0, 1, 40))).isTrue();
        }
        store.release(17);
        assertThat(store.take(0, 1, 40)).isEqualTo(17);
        assertThat(store.passesCheck(17)).isTrue();
    }
}
