package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final long INITIAL = 1_000;
    private static final long LEAST = 100;
    private static final long MOST = 5_000;
    private static final int POOL = 8;

    private static final Limits LIMITS = new Limits(1, 1, POOL, 1, INITIAL, LEAST, MOST);

    private final Window window = new Window(LIMITS, 0, new RoundTrip());

    private void open(long nowNs, int count) {
        for (int i = 0; i < count; i++) {
            window.open(nowNs, 0, i);
        }
    }

    private void close(long nowNs, long position) {
        window.close(nowNs, window.find(position), false);
    }

    /** Repeats all that is granted; returns how many that were. */
    private int repeat(long nowNs) {
        window.onTimer(nowNs);
        int count = 0;
        for (int cell; (cell = window.nextOverdue(nowNs)) >= 0; count++) {
            window.onRepeated(nowNs, cell);
        }
        return count;
    }

    @Test
    void shouldOpenAPositionOnlyOnceThePositionAPoolEarlierIsDone() {
        open(0, POOL);
        assertThat(window.isFree(0)).isFalse();
        close(1, 3);
        assertThat(window.isFree(0)).as("position 0 is not done").isFalse();
        close(2, 0);
        assertThat(window.isFree(0)).isTrue();
        assertThat(window.isFree(1)).as("position 1 is not done").isFalse();
        open(3, 1);
        assertThat(window.find(POOL)).isEqualTo(0);
    }

    @Test
    void shouldNotBeFreeFurtherAheadThanThePool() {
        assertThat(window.isFree(POOL - 1)).isTrue();
        assertThat(window.isFree(POOL)).isFalse();
    }

    @Test
    void shouldFindOnlyPositionsUnderWay() {
        open(0, 2);
        close(1, 0);
        assertThat(window.find(0)).isEqualTo(-1);
        assertThat(window.find(1)).isEqualTo(1);
        assertThat(window.find(2)).isEqualTo(-1);
        assertThat(window.find(1 + POOL)).as("same cell, later generation").isEqualTo(-1);
    }

    @Test
    void shouldBeEmptyWhenTheOldestIsClosedLast() {
        open(0, 3);
        close(1, 2);
        close(1, 1);
        assertThat(window.oldest()).isEqualTo(0);
        close(1, 0);
        assertThat(window.isEmpty()).isTrue();
        assertThat(window.oldest()).isEqualTo(3);
        assertThat(window.deadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldWaitTheInitialTimeoutBeforeAnythingIsMeasured() {
        open(50, 1);
        assertThat(window.deadlineNs()).isEqualTo(50 + INITIAL);
        assertThat(repeat(50 + INITIAL - 1)).isEqualTo(0);
        assertThat(repeat(50 + INITIAL)).isEqualTo(1);
    }

    @Test
    void shouldFollowTheMeasuredRoundTrip() {
        open(0, 1);
        close(400, 0);
        // RFC 6298: smoothed 400, deviation 200, so 400 + 4 * 200.
        open(1_000, 1);
        assertThat(window.deadlineNs()).isEqualTo(1_000 + 1_200);
        close(1_400, 1);
        // Deviation 200 - 200/4 = 150.
        open(2_000, 1);
        assertThat(window.deadlineNs()).isEqualTo(2_000 + 1_000);
    }

    @Test
    void shouldKeepTheTimeoutWithinItsLimits() {
        open(0, 1);
        close(1, 0);
        open(10, 1);
        assertThat(window.deadlineNs()).isEqualTo(10 + LEAST);
        close(1_000_010, 1);
        open(2_000_000, 1);
        assertThat(window.deadlineNs()).isEqualTo(2_000_000 + MOST);
    }

    @Test
    void shouldNotMeasureARepeatedPosition() {
        open(0, 1);
        assertThat(repeat(INITIAL)).isEqualTo(1);
        close(INITIAL + 1, 0);
        open(5_000, 1);
        assertThat(window.deadlineNs())
                .as("1 ns after the repetition says nothing about the round trip (Karn)")
                .isEqualTo(5_000 + INITIAL);
    }

    @Test
    void shouldTakeOneSampleARoundTrip() {
        open(0, 1);
        close(400, 0);
        // Smoothed 400, deviation 200.
        open(1_000, POOL);
        for (int position = 1; position <= POOL; position++) {
            close(1_400, position);
        }
        open(2_000, 1);
        // One of 400: deviation 150. As eight samples they would have left 20 of it.
        assertThat(window.deadlineNs()).isEqualTo(2_000 + 400 + 4 * 150);
        close(2_700, POOL + 1);
        open(3_000, 1);
        assertThat(window.deadlineNs())
                .as("one of 700: smoothed 400 + 300 / 8, deviation 150 + 150 / 4")
                .isEqualTo(3_000 + 437 + 4 * 187);
    }

    @Test
    void shouldFindOutThatItsTimeoutIsTooShort() {
        open(0, 1);
        close(10, 0);
        int spurious = 0;
        long now = 1_000;
        for (long first = 1; first < 20 * POOL; first += POOL) {
            // The round trip is now three times the timeout, for ever.
            open(now, POOL);
            for (long later = now; later <= now + 3 * LEAST; later += LEAST) {
                spurious += repeat(later);
            }
            now += 3 * LEAST + 1;
            for (int each = 0; each < POOL; each++) {
                close(now, first + each);
            }
        }
        assertThat(spurious).as("needless repetitions in 20 windows").isLessThan(4 * POOL);
    }

    @Test
    void shouldDoubleUpToTheLimitAndAHalfMoreWhileNothingMoves() {
        open(0, 1);
        long now = INITIAL;
        for (long wait : new long[] {1_000, 2_000, 4_000, MOST, MOST, MOST}) {
            assertThat(window.deadlineNs()).isEqualTo(now);
            assertThat(repeat(now)).isEqualTo(1);
            assertThat(window.deadlineNs() - now).isBetween(wait, wait + wait / 2);
            now = window.deadlineNs();
        }
    }

    @Test
    void shouldNotStretchAWaitWithProgress() {
        open(0, POOL);
        close(500, 0);
        // The round trip was 500, so the timeout is 500 + 4 * 250.
        assertThat(repeat(1_500)).isEqualTo(POOL - 1);
        assertThat(window.deadlineNs()).isEqualTo(1_500 + 1_500);
    }

    @Test
    void shouldNotKeepStepWithAnotherWindowWhileNothingMoves() {
        List<Window> windows = new ArrayList<>();
        for (int member = 0; member < 16; member++) {
            windows.add(new Window(LIMITS, (long) member << Integer.SIZE, new RoundTrip()));
            windows.getLast().open(0, 0, 0);
        }
        Set<Long> deadlines = new HashSet<>();
        for (Window each : windows) {
            for (int firing = 0; firing < 10; firing++) {
                each.onTimer(each.deadlineNs());
            }
            deadlines.add(each.deadlineNs());
        }
        assertThat(deadlines).as("all of them lost their first frame at once").hasSize(16);
    }

    @Test
    void shouldOnlyProbeWhileNothingMoves() {
        open(0, POOL);
        assertThat(repeat(INITIAL)).isEqualTo(4);
        assertThat(window.find(0)).isEqualTo(0);
        assertThat(repeat(INITIAL + 2_000)).isEqualTo(4);
    }

    @Test
    void shouldRepeatAllThatIsOverdueOnceSomethingMoved() {
        open(0, POOL);
        close(500, 0);
        assertThat(repeat(10_000)).isEqualTo(POOL - 1);
    }

    @Test
    void shouldNotWaitOutALongDoublingOnceSomethingMoved() {
        open(0, POOL);
        long now = INITIAL;
        for (int firing = 0; firing < 4; firing++) {
            assertThat(repeat(now)).isPositive();
            now = window.deadlineNs();
        }
        long moved = now - MOST + 1;
        close(moved, 0);
        assertThat(window.deadlineNs())
                .as("one timeout from the first progress, not the rest of the doubled one")
                .isEqualTo(moved + INITIAL);
        assertThat(repeat(moved + INITIAL)).isEqualTo(POOL - 1);
    }

    @Test
    void shouldGrantNothingToASpuriousTimer() {
        open(0, 2);
        window.onTimer(1);
        assertThat(window.nextOverdue(1)).isEqualTo(-1);
        assertThat(window.deadlineNs()).isEqualTo(INITIAL);
    }

    @Test
    void shouldRepeatOnlyWhatIsOverdue() {
        open(0, 1);
        open(900, 1);
        assertThat(repeat(INITIAL)).isEqualTo(1);
        assertThat(window.find(1)).isEqualTo(1);
    }
}
