package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.number.Workspace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The check of moved bytes, fed with buffers in which no operation has run. */
class MoveWorkTest {
    private static MoveWork work(String operation, int ranks) {
        Scenario scenario =
                Scenario.parse("strategy=ring racks=" + ranks + " operations=" + operation);
        List<Workspace> workspaces =
                Stream.generate(Workspace::new).limit(ranks).toList();
        return new MoveWork(
                false,
                scenario.operations().getFirst(),
                0,
                scenario,
                workspaces,
                new Dice(1, "numbers"));
    }

    @Test
    void shouldAcceptThatNothingIsMoved() {
        MoveWork work = work("bytes:0:all-gather", 3);
        assertThatCode(() -> work.check(2)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseBytesThatAreNotTheSources() {
        MoveWork broadcast = work("bytes:9:broadcast-1", 3);
        assertThatThrownBy(() -> broadcast.check(2))
                .hasMessage(
                        "right-result: operation 0 at rank 2: the bytes are not those of rank 1");
        MoveWork gather = work("bytes:9:all-gather", 3);
        assertThatThrownBy(() -> gather.check(1)).hasMessageContaining("not those of rank 0");
    }
}
