package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyTest {
    @Test
    void shouldNumberWorkersThenTorsThenTheCore() {
        Topology topology = Topology.ofSizes(new int[] {2, 3}, rack -> rack == 1);

        assertThat(topology.workers()).isEqualTo(5);
        assertThat(topology.rackOf(2)).isEqualTo(1);
        assertThat(topology.nodeOf(new Site.Host(4))).isEqualTo(4);
        assertThat(topology.nodeOf(new Site.Tor(1))).isEqualTo(6);
        assertThat(topology.coreNode()).isEqualTo(7);
        assertThat(topology.nodes()).isEqualTo(8);
        assertThat(List.of(topology.nodeName(0), topology.nodeName(6), topology.nodeName(7)))
                .containsExactly("rank 0", "ToR rack1", "core");
        assertThat(topology).hasToString("rack0{0,1} rack1(INA){2,3,4}");
    }

    @Test
    void shouldNameTheRacksThatShareARank() {
        List<Rack> racks = List.of(
                new Rack("a", false, RankSet.of(0, 1)), new Rack("b", false, RankSet.of(1)));

        assertThatThrownBy(() -> new Topology(racks))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rank 1 is both in rack a and in rack b");
    }

    @Test
    void shouldRefuseAGapInTheRanks() {
        List<Rack> racks = List.of(new Rack("a", false, RankSet.of(0, 2)));

        assertThatThrownBy(() -> new Topology(racks))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rack a has rank 2: with 2 workers ranks are 0 to 1");
    }

    @Test
    void shouldRefuseNoWorkers() {
        assertThatThrownBy(() -> new Topology(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Rack("a", false, RankSet.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rack a has no workers");
    }
}
