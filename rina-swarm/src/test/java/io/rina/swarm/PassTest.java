package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.plan.Demand;
import io.rina.wire.ReduceOp;
import org.junit.jupiter.api.Test;

class PassTest {
    private final Pass pass = new Pass("pass 0", ReduceOp.SUM, 2, new Demand.AllReduce(), 2);

    private void loadBoth() {
        pass.onLoaded(0, new int[] {1, 2}, 0, 2);
        pass.onLoaded(1, new int[] {10, 20}, 0, 2);
    }

    @Test
    void shouldAcceptWhatIsRight() {
        loadBoth();
        pass.checkPartial(0b10, 1, 20, "site");
        pass.onStored(0, new int[] {11, 22}, 0, 1);
        pass.onStored(0, new int[] {11, 22}, 1, 2);
        assertThatCode(() -> pass.checkComplete(0)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseASecondLoad() {
        loadBoth();
        assertThatThrownBy(() -> pass.onLoaded(0, new int[] {1, 2}, 1, 2))
                .hasMessage("loaded-once: rank 0 loads element 1 of pass 0 again");
    }

    @Test
    void shouldRefuseASecondStore() {
        loadBoth();
        pass.onStored(0, new int[] {11, 22}, 0, 2);
        assertThatThrownBy(() -> pass.onStored(0, new int[] {11, 22}, 0, 1))
                .hasMessage("stored-once: rank 0 stores element 0 of pass 0 again");
    }

    @Test
    void shouldRefuseAResultBeforeAllHaveGiven() {
        pass.onLoaded(0, new int[] {1, 2}, 0, 2);
        assertThatThrownBy(() -> pass.onStored(0, new int[] {1, 2}, 0, 1))
                .hasMessageContaining("stored-once")
                .hasMessageContaining("before rank 1 has loaded it");
        assertThatThrownBy(() -> pass.checkPartial(0b11, 0, 1, "node 2"))
                .hasMessageContaining("right-partial: node 2 before rank 1");
    }

    @Test
    void shouldRefuseAWrongResult() {
        loadBoth();
        assertThatThrownBy(() -> pass.onStored(1, new int[] {11, 23}, 0, 2))
                .hasMessage(
                        "right-result: rank 1 has 23 where SUM over the ranks 0,1 is 22, element 1 "
                                + "of pass 0");
        assertThatThrownBy(() -> pass.checkPartial(0b01, 0, 11, "node 2"))
                .hasMessage("right-partial: node 2 says 11 where SUM over the ranks 0 is 1, "
                        + "element 0 of pass 0");
    }

    @Test
    void shouldRefuseACompletionWithAGap() {
        loadBoth();
        pass.onStored(0, new int[] {11, 22}, 0, 1);
        assertThatThrownBy(() -> pass.checkComplete(0))
                .hasMessage("stored-once: rank 0 is done without element 1 of pass 0");
    }
}
