package io.rina.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {
    @Test
    void shouldReturnEventsOfOneTimeInTheOrderAdded() {
        EventQueue queue = new EventQueue(1);
        for (int event = 0; event < 100; event++) {
            queue.add(7, event);
        }
        for (int event = 0; event < 100; event++) {
            assertThat(queue.remove()).isEqualTo(event);
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    private record Entry(long timeNs, int event) {}

    /** Event numbers rise, so a stable sort by time is the order wanted. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20, 100_000})
    void shouldAgreeWithAStableSort(int times) {
        Random random = new Random(times);
        EventQueue queue = new EventQueue(4);
        List<Entry> all = new ArrayList<>();
        for (int event = 0; event < 5_000; event++) {
            if (random.nextInt(3) > 0 || all.isEmpty()) {
                long atNs = queue.now() + random.nextInt(times);
                queue.add(atNs, event);
                all.add(new Entry(atNs, event));
            } else {
                removeFirst(queue, all);
            }
        }
        while (!all.isEmpty()) {
            removeFirst(queue, all);
        }
        assertThat(queue.nextTime()).isEqualTo(Long.MAX_VALUE);
    }

    private static void removeFirst(EventQueue queue, List<Entry> all) {
        Entry first = all.stream().min(Comparator.comparingLong(Entry::timeNs)).orElseThrow();
        all.remove(first);
        assertThat(queue.nextTime()).isEqualTo(first.timeNs);
        assertThat(queue.remove()).isEqualTo(first.event);
        assertThat(queue.now()).isEqualTo(first.timeNs);
        assertThat(queue.size()).isEqualTo(all.size());
    }

    @Test
    void shouldRefuseThePast() {
        EventQueue queue = new EventQueue(4);
        queue.add(10, 0);
        queue.remove();
        assertThatThrownBy(() -> queue.add(9, 1)).hasMessageContaining("at 9 is before now, 10");
    }

    @Test
    void shouldRefuseToRemoveFromNothing() {
        assertThatThrownBy(() -> new EventQueue(4).remove()).hasMessageContaining("no event left");
    }
}
