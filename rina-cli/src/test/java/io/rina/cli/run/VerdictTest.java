package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.number.NumberReport;
import io.rina.runtime.job.JobException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private final List<Event> heard = new ArrayList<>();
    private final Verdict verdict = new Verdict(heard::add);

    private static Event measured(int rank, long wrongOut, long wrongIn) {
        return new Event.Measured(rank, 1000, timing(wrongOut), timing(wrongIn));
    }

    private static Event.Timing timing(long wrong) {
        return new Event.Timing(2, 1, 3, wrong);
    }

    private static Event trained(int rank, String digest) {
        return new Event.Trained(
                rank, List.of(), 0.8, digest, 1, 0, 1, 1000, NumberReport.CLEAN, List.of());
    }

    @Test
    void shouldHandOnWhatItHears() {
        Event event = measured(0, 0, 0);
        verdict.accept(event);

        assertThat(heard).containsExactly(event);
    }

    @Test
    void shouldCountWrongResultsOfAllRanks() {
        verdict.accept(measured(0, 1000, 0));
        verdict.accept(measured(1, -1, 234));

        assertThatThrownBy(verdict::check)
                .isInstanceOf(JobException.class)
                .hasMessage("1,234 results are further from the exact sum than the bound allows");
    }

    @Test
    void shouldCountWrongResultsOfAComparison() {
        verdict.accept(new Event.Compared(0, 1000, "ring", List.of(1L), 1, -1, "aa"));
        verdict.accept(new Event.Compared(1, 1000, "ring", List.of(1L), 1, 2, "aa"));

        assertThatThrownBy(verdict::check).hasMessageStartingWith("2 results are");
    }

    @Test
    void shouldFindNothingWrongWithWhatWasNotChecked() {
        verdict.accept(measured(0, -1, -1));
        verdict.accept(measured(1, 0, 0));

        assertThatCode(verdict::check).doesNotThrowAnyException();
    }

    @Test
    void shouldNameReplicasThatDiffer() {
        verdict.accept(trained(1, "bb"));
        verdict.accept(trained(0, "aa"));

        assertThatThrownBy(verdict::check)
                .isInstanceOf(JobException.class)
                .hasMessage("the replicas' parameters differ: rank 0 has aa, rank 1 has bb");
    }

    @Test
    void equalReplicasShouldBeRight() {
        verdict.accept(trained(1, "aa"));
        verdict.accept(trained(0, "aa"));

        assertThatCode(verdict::check).doesNotThrowAnyException();
    }
}
