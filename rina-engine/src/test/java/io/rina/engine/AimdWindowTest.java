package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows that grow and shrink, on a way that marks what goes beyond its capacity. */
class AimdWindowTest {
    private static final int POOL = 128;
    private static final long ROUND_TRIP = 1_000;
    private static final long TIMEOUT = 20_000;

    private final RoundTrip ofAll = new RoundTrip();
    private long nowNs;

    private Window window(int start, int pool) {
        Limits limits = new Limits(1, 1, pool, 1, TIMEOUT, TIMEOUT, 8 * TIMEOUT)
                .with(new WindowPolicy.Aimd(start));
        return new Window(limits, 0, ofAll);
    }

    /** Sends what the window allows; returns how many positions are then under way. */
    private int fill(Window window) {
        while (window.isFree(0)) {
            window.open(nowNs, 0, 0);
        }
        return (int) (window.next() - window.oldest());
    }

    private void close(Window window, long position, boolean marked) {
        window.close(nowNs, window.find(position), marked);
    }

    /** All outcomes of what is under way come, the last {@code marked} of them marked. */
    private void answerAll(Window window, int marked) {
        nowNs += ROUND_TRIP;
        long end = window.next();
        for (long position = window.oldest(); position < end; position++) {
            close(window, position, position >= end - marked);
        }
    }

    /** Under way in each of so many round trips, where no more than {@code capacity} are unmarked. */
    private List<Integer> run(Window window, int rounds, int capacity) {
        List<Integer> underWay = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            underWay.add(fill(window));
            answerAll(window, Math.max(0, underWay.getLast() - capacity));
        }
        return underWay;
    }

    private static double mean(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).average().orElseThrow();
    }

    @Test
    void shouldDoubleEachRoundTripUpToTheFirstMark() {
        assertThat(run(window(2, POOL), 6, 32)).containsExactly(2, 4, 8, 16, 32, 64);
    }

    @Test
    void shouldGrowByOneARoundTripAfterIt() {
        Window window = window(16, POOL);
        fill(window);
        answerAll(window, 1);
        // The fifteen outcomes before the mark have made it 31, which is halved.
        assertThat(run(window, 5, POOL)).containsExactly(15, 16, 17, 18, 19);
    }

    @Test
    void shouldHalveOnceARoundTripHoweverManyMarksThereAre() {
        Window window = window(64, POOL);
        fill(window);
        answerAll(window, 64);
        assertThat(window.most()).isEqualTo(32);
        fill(window);
        answerAll(window, 32);
        assertThat(window.most()).isEqualTo(16);
    }

    @Test
    void shouldNotHalveAgainForWhatWasUnderWayBeforeTheCut() {
        Window window = window(8, POOL);
        fill(window);
        close(window, 0, true);
        assertThat(window.most()).isEqualTo(4);
        for (int position = 1; position < 8; position++) {
            close(window, position, true);
        }
        assertThat(window.most()).isEqualTo(4);
        fill(window);
        close(window, 8, true);
        assertThat(window.most()).isEqualTo(2);
    }

    @Test
    void shouldStayBetweenOneAndThePool() {
        Window window = window(100, 8);
        assertThat(run(window, 3, 8)).containsExactly(8, 8, 8);
        assertThat(run(window, 6, 0)).containsExactly(8, 4, 2, 1, 1, 1);
    }

    @Test
    void shouldNotGrowWhileItIsNotUsed() {
        Window window = window(8, POOL);
        for (int round = 0; round < 50; round++) {
            window.open(nowNs, 0, 0);
            answerAll(window, 0);
        }
        assertThat(window.most()).isEqualTo(8);
    }

    /** From h to 2h by one a round trip: 3h/2 on the average, three quarters of the peak. */
    @Test
    void shouldHaveThreeQuartersOfThePeakUnderWay() {
        Window window = window(2, POOL);
        int capacity = 39;
        run(window, 30, capacity);
        List<Integer> teeth = run(window, 21 * 50, capacity);
        int peak = teeth.stream().mapToInt(Integer::intValue).max().orElseThrow();
        assertThat(peak).isEqualTo(capacity + 1);
        assertThat(mean(teeth)).isCloseTo(0.75 * peak, within(0.01 * peak));
    }

    /** Each cut halves what one has more than the other (Chiu and Jain, 1989). */
    @Test
    void shouldShareEquallyWithAnotherThatCameLater() {
        int capacity = 60;
        Window first = window(2, POOL);
        run(first, 40, capacity);
        Window second = window(2, POOL);
        List<Integer> ofFirst = new ArrayList<>();
        List<Integer> ofSecond = new ArrayList<>();
        for (int round = 0; round < 400; round++) {
            ofFirst.add(fill(first));
            ofSecond.add(fill(second));
            boolean isLong = ofFirst.getLast() + ofSecond.getLast() > capacity;
            nowNs += ROUND_TRIP;
            answerAll(first, isLong ? 1 : 0);
            answerAll(second, isLong ? 1 : 0);
        }
        assertThat(ofFirst.getFirst()).isGreaterThan(10 * ofSecond.getFirst());
        double a = mean(ofFirst.subList(200, 400));
        double b = mean(ofSecond.subList(200, 400));
        double jain = (a + b) * (a + b) / (2 * (a * a + b * b));
        assertThat(jain).isGreaterThan(0.99);
    }

    @Test
    void shouldBeCutOnceByALongSilence() {
        Window window = window(16, POOL);
        fill(window);
        for (int firing = 0; firing < 5; firing++) {
            nowNs = window.deadlineNs();
            window.onTimer(nowNs);
            while (window.nextOverdue(nowNs) >= 0) {
                window.onRepeated(nowNs, window.nextOverdue(nowNs));
            }
        }
        assertThat(window.most()).isEqualTo(8);
    }

    @Test
    void shouldRepeatAtOnceWhatThreeLaterOnesHaveOvertaken() {
        Window window = window(8, POOL);
        fill(window);
        close(window, 1, false);
        close(window, 2, false);
        assertThat(window.nextOverdue(nowNs)).isEqualTo(-1);
        close(window, 3, false);
        assertThat(repeat(window)).containsExactly(0L);
        assertThat(window.most()).as("11 after three outcomes, halved").isEqualTo(5);
        close(window, 5, false);
        close(window, 6, false);
        assertThat(repeat(window)).as("0 was repeated, and 4 is one early").isEmpty();
        close(window, 7, false);
        assertThat(repeat(window)).containsExactly(4L);
        assertThat(window.most()).as("lost in the same round trip").isEqualTo(5);
    }

    @Test
    void shouldNotTakeForLostWhatIsDone() {
        Window window = window(8, POOL);
        fill(window);
        for (int position : new int[] {1, 0, 3, 2, 6, 5, 4, 7}) {
            close(window, position, false);
            assertThat(window.nextOverdue(nowNs)).isEqualTo(-1);
        }
    }

    @Test
    void shouldBreakASilenceOfTwoRoundTripsOnceAndCutNothing() {
        Window window = window(4, POOL);
        window.open(0, 0, 0);
        close(window, 0, false);
        nowNs = 400;
        window.open(nowNs, 0, 0);
        nowNs = 800;
        close(window, 1, false);
        // The round trips were 1 (0 counts so) and 400: what they vary by is more than they are.
        fill(window);
        int most = window.most();
        nowNs = window.deadlineNs();
        assertThat(nowNs).isBetween(800 + 2 * 50L, 800 + 400 + 4 * 400L);
        window.onTimer(nowNs - 1);
        assertThat(repeat(window)).isEmpty();
        window.onTimer(nowNs);
        assertThat(repeat(window)).containsExactly(2L);
        assertThat(window.most()).isEqualTo(most);
        assertThat(window.deadlineNs()).as("only a timeout now").isEqualTo(nowNs + TIMEOUT);
        close(window, 2, false);
        assertThat(window.deadlineNs()).as("and again").isLessThan(nowNs + TIMEOUT);
    }

    @Test
    void shouldGoByTheOtherChannelsOfItsMemberWhereNothingHasComeYet() {
        Window window = window(4, POOL);
        window.open(nowNs, 0, 0);
        assertThat(window.deadlineNs()).isEqualTo(TIMEOUT);
        ofAll.add(100);
        assertThat(window.deadlineNs()).as("100 and four deviations of 50").isEqualTo(300);
        window.onTimer(300);
        assertThat(repeat(window)).containsExactly(0L);
    }

    /** What is lost from a full window goes out again a window at a time, as outcomes come. */
    @Test
    void shouldRepeatNoMoreThanItsWindowAtATime() {
        Window window = window(16, POOL);
        fill(window);
        nowNs = ROUND_TRIP;
        close(window, 2, false);
        nowNs = window.deadlineNs();
        window.onTimer(nowNs);
        assertThat(repeat(window)).as("breaks the silence").containsExactly(0L);
        nowNs = window.deadlineNs();
        window.onTimer(nowNs);
        List<Long> repeated = repeat(window);
        assertThat(repeated).containsExactly(0L, 1L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(window.isFree(0)).as("lost positions come first").isFalse();
        close(window, 0, false);
        close(window, 1, false);
        assertThat(repeat(window)).containsExactly(9L, 10L);
        for (long position = 3; position < 11; position++) {
            close(window, position, false);
        }
        assertThat(repeat(window)).containsExactly(11L, 12L, 13L, 14L, 15L);
        assertThat(window.isFree(0)).isTrue();
    }

    private List<Long> repeat(Window window) {
        List<Long> repeated = new ArrayList<>();
        for (int cell; (cell = window.nextOverdue(nowNs)) >= 0; ) {
            repeated.add(window.position(cell));
            window.onRepeated(nowNs, cell);
        }
        return repeated;
    }

    @Test
    void shouldLetReceiptsWaitOnlyWhereTheyAreAQuarterOfTheWindow() {
        assertThat(window(32, POOL).outrunsReceipts()).isTrue();
        assertThat(window(31, POOL).outrunsReceipts()).isFalse();
    }

    @Test
    void shouldBeReadAsItIsWritten() {
        assertThat(WindowPolicy.named("fixed")).isEqualTo(new WindowPolicy.Fixed());
        assertThat(WindowPolicy.named("aimd")).isEqualTo(new WindowPolicy.Aimd(2));
        assertThat(WindowPolicy.named("aimd:40")).isEqualTo(new WindowPolicy.Aimd(40));
        for (String name : List.of("fixed", "aimd:40")) {
            assertThat(WindowPolicy.named(name)).hasToString(name);
        }
        assertThatThrownBy(() -> WindowPolicy.named("cubic"))
                .hasMessageContaining("'cubic'")
                .hasMessageContaining("fixed, aimd");
        assertThatThrownBy(() -> WindowPolicy.named("aimd:0")).hasMessageContaining("not 0");
    }
}
