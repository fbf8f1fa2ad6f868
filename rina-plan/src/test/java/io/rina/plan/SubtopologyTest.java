package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SubtopologyTest {
    /** Ranks 0 and 1, 2, 3 to 5. */
    private static final Topology WHOLE = Topology.ofSizes(new int[] {2, 1, 3}, rack -> rack != 1);

    @Test
    void shouldRenumberRanksAndLeaveOutRacksWithoutMembers() {
        Subtopology part = Subtopology.of(WHOLE, RankSet.of(5, 1, 4));
        assertThat(part.topology()).hasToString("rack0(INA){0} rack2(INA){1,2}");
        assertThat(part.nodes())
                .containsExactly(1, 4, 5, WHOLE.torNode(0), WHOLE.torNode(2), WHOLE.coreNode());
        assertThat(part.nodeName(2)).isEqualTo("rank 5");
        assertThat(part.nodeName(part.topology().torNode(1))).isEqualTo("ToR rack2");
        assertThat(part.inWhole(RankSet.of(0, 2))).isEqualTo(RankSet.of(1, 5));
    }

    @Test
    void shouldBeTheWholeWithAllRanks() {
        Subtopology all = Subtopology.of(WHOLE, RankSet.of(0, 1, 2, 3, 4, 5));
        assertThat(all.topology()).isEqualTo(WHOLE);
        assertThat(all.nodes()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void shouldTakeARackAsOrdinaryWhoseSwitchHasNoPart() {
        Subtopology part = Subtopology.of(WHOLE, RankSet.of(0, 3, 4))
                .withOrdinary(List.of(WHOLE.torNode(2), WHOLE.torNode(1)));
        assertThat(part.topology()).hasToString("rack0(INA){0} rack2{1,2}");
    }

    @Test
    void shouldNameARankThatThereIsNot() {
        assertThatThrownBy(() -> Subtopology.of(WHOLE, RankSet.of(0, 6)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no rank 6: ranks are 0 to 5");
    }
}
