package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a person reads who runs members by hand: every line says whose it is. */
class EventTextTest {
    private static String text(Event event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new EventText(new PrintStream(bytes, true, StandardCharsets.UTF_8)).accept(event);
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void shouldSayHowManyResultsAreWrong() {
        Event.Timing out = new Event.Timing(12_345, 12_000, 13_000, 0);

        assertThat(text(new Event.Measured(
                        3, 1024, out, new Event.Timing(9_000, 8_000, 9_500, 17))))
                .isEqualTo("rank 3: 1,024 elements, out of place 12.3 us (0 wrong), in place 9.0 us"
                        + " (17 wrong)");
        assertThat(text(new Event.Measured(3, 1, out, new Event.Timing(9_000, 8_000, 9_500, -1))))
                .isEqualTo("rank 3: 1 element, out of place 12.3 us (0 wrong), in place 9.0 us"
                        + " (not checked)");
    }

    @Test
    void shouldNameTheRankOfAStepAndOfAResult() {
        assertThat(text(new Event.Step(1, 40, 2, 0.25f, 64, 1, 1, 1)))
                .isEqualTo("rank 1: step 40, epoch 2, loss 0.2500");
        assertThat(text(new Event.Step(1, 41, 2, 0.25f, 64, 1, 1, 1))).isEmpty();
        assertThat(text(new Event.Trained(
                        1, List.of(), 0.853, "aa", 1, 0, 1, 1000, NumberReport.CLEAN, List.of())))
                .isEqualTo("rank 1: trained, test accuracy 85.3 %, parameters aa");
    }

    /** Each member of a launcher tells it, again and again. */
    @Test
    void shouldSayOnceForWhomAllWait() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EventText text = new EventText(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        text.accept(new Event.Waiting("rank 1, rank 2"));
        text.accept(new Event.Waiting("rank 1, rank 2"));
        text.accept(new Event.Waiting("rank 2"));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("waiting for rank 1, rank 2", "waiting for rank 2");
    }

    @Test
    void shouldListWhatWasCounted() {
        assertThat(text(new Event.Finished(
                        "rank 2",
                        Map.of(
                                Counter.DUPLICATE, 3L,
                                Counter.DATA_SENT, 12_000L,
                                Counter.WRONG_KEY, 0L))))
                .isEqualTo("rank 2 finished: 12,000 data sent, 3 duplicate");
        assertThat(text(new Event.Finished("switch rack0", Map.of())))
                .isEqualTo("switch rack0 finished: no frames");
    }
}
