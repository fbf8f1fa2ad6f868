package io.rina.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FabricsTest {
    private static final LinkSpeed TEN = LinkSpeed.gbps(10, 1_000);

    /** Links on the way from host to host for one flow; fails when the way does not end. */
    private static int hops(Fabric fabric, int from, int to) {
        Routes routes = new Routes(fabric);
        int at = from;
        int hops = 0;
        while (at != to) {
            at = fabric.links().get(routes.next(at, to, 5)).to();
            assertThat(++hops).isLessThan(10);
        }
        return hops;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void shouldBuildAFatTreeWithTheSizesOfItsPaper(int k) {
        Fabric fabric = Fabrics.fatTree(k, TEN, TEN);
        assertThat(fabric.hosts()).isEqualTo(k * k * k / 4);
        assertThat(fabric.switches()).isEqualTo(5 * k * k / 4);
        // Every cable twice; each level of the tree has as many cables as there are hosts.
        assertThat(fabric.links()).hasSize(2 * 3 * k * k * k / 4);
        assertThat(hops(fabric, 0, fabric.hosts() - 1)).isEqualTo(6);
    }

    @Test
    void shouldLeadWithinAPodOverFourLinks() {
        Fabric fabric = Fabrics.fatTree(4, TEN, TEN);
        assertThat(hops(fabric, 0, 1)).isEqualTo(2);
        assertThat(hops(fabric, 0, 2)).isEqualTo(4);
        assertThat(hops(fabric, 0, 4)).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 1", "2, 4, 2", "4, 8, 4"})
    void shouldBuildADragonflyWithTheSizesOfItsPaper(int p, int a, int h) {
        Fabric fabric = Fabrics.dragonfly(p, a, h, TEN, TEN, TEN);
        int groups = a * h + 1;
        assertThat(fabric.hosts()).isEqualTo(p * a * groups);
        assertThat(fabric.switches()).isEqualTo(a * groups);
        int local = groups * a * (a - 1) / 2;
        int global = groups * (groups - 1) / 2;
        assertThat(fabric.links()).hasSize(2 * (fabric.hosts() + local + global));
        for (int host = 0; host < fabric.hosts(); host += p) {
            // Host, at most local, global, local, and host again.
            assertThat(hops(fabric, 0, host)).isLessThanOrEqualTo(5);
        }
    }

    @Test
    void shouldGiveEverySwitchOfADragonflyItsGlobalLinks() {
        Fabric fabric = Fabrics.dragonfly(2, 4, 2, TEN, TEN, TEN);
        for (int node = fabric.hosts(); node < fabric.nodes(); node++) {
            assertThat(fabric.linksFrom(node)).hasSize(2 + 3 + 2);
        }
    }

    @Test
    void shouldNameWhatIsWrong() {
        assertThatThrownBy(() -> Fabrics.fatTree(3, TEN, TEN)).hasMessageContaining("not 3");
        assertThatThrownBy(() -> Fabrics.leafSpine(0, 1, 1, TEN, TEN))
                .hasMessageContaining("leaves must be 1 or more, not 0");
        assertThatThrownBy(() -> new Fabric.Builder("x", 2, 1).cable(0, 2, TEN).build())
                .hasMessageContaining("host 1 of x has no link");
    }
}
