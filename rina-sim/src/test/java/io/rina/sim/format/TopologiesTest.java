package io.rina.sim.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.Link;
import io.rina.sim.net.LinkSpeed;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologiesTest {
    private static Link link(int from, int to, double gbps, double delayNs) {
        return new Link(from, to, LinkSpeed.gbps(gbps, delayNs));
    }

    @Test
    void shouldReadTheTopologiesOfNs3() throws IOException {
        Ns3Topology topology = Ns3Topology.read("ns3.txt", Sample.reader("ns3.txt"));
        assertThat(topology.fabric().hosts()).isEqualTo(4);
        assertThat(topology.fabric().switches()).isEqualTo(3);
        assertThat(topology.fabric().links())
                .containsExactly(
                        link(4, 0, 400, 5_000),
                        link(0, 4, 400, 5_000),
                        link(4, 1, 400, 5_000),
                        link(1, 4, 400, 5_000),
                        link(5, 2, 400, 500),
                        link(2, 5, 400, 500),
                        link(5, 3, 400, 500),
                        link(3, 5, 400, 500),
                        link(6, 4, 10, 30e6),
                        link(4, 6, 10, 30e6),
                        link(6, 5, 10, 30e6),
                        link(5, 6, 10, 30e6));
        assertThat(topology.errorRates()).hasSize(12).containsOnly(0.0, 0.001);
        assertThat(topology.errorRates().get(11)).isEqualTo(0.001);
        assertThat(topology.isLossless()).isFalse();
        assertThat(topology.nvSwitches()).isEmpty();
    }

    @Test
    void shouldNotTakeSwitchesForHostsWhateverTheirIds() throws IOException {
        // Nodes 0 and 2 are switches, 1 and 3 hosts.
        Ns3Topology topology = Ns3Topology.read(
                "mixed",
                new StringReader("4 2 3\n2\n0\n0 1 1Gbps 1us 0\n2 3 1Gbps 1us 0\n0 2 1Gbps 1us 0"));
        Fabric fabric = topology.fabric();
        assertThat(fabric.hosts()).isEqualTo(2);
        // Host 0 is node 1; switch 2 of the fabric is node 2, and 3 is node 0.
        assertThat(fabric.edgeOf(0)).isEqualTo(3);
        assertThat(fabric.edgeOf(1)).isEqualTo(2);
    }

    @Test
    void shouldKeepTheServersOfSimAiApartFromTheFabric() throws IOException {
        Ns3Topology topology = Ns3Topology.read("ns3-simai.txt", Sample.reader("ns3-simai.txt"));
        assertThat(topology.fabric().hosts()).isEqualTo(4);
        assertThat(topology.fabric().switches()).isEqualTo(2);
        assertThat(topology.fabric().links()).hasSize(10);
        assertThat(topology.fabric().edgeOf(1)).isEqualTo(4);
        assertThat(topology.fabric().edgeOf(3)).isEqualTo(5);
        assertThat(topology.isLossless()).isTrue();
        assertThat(topology.nvSwitches())
                .containsExactly(
                        new Ns3Topology.NvSwitch(List.of(0, 1), LinkSpeed.gbps(3_600, 25)),
                        new Ns3Topology.NvSwitch(List.of(2, 3), LinkSpeed.gbps(3_600, 25)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 3 6       | 7 3              | :1: 2 fields where 3 should be: nodes switches",
                "7 3 6       | 7 7 6            | :1: 7 nodes with 7 switches and 0 NVSwitches",
                "7 3 6       | 7 0 6            | :1: 7 nodes with 0 switches and 0 NVSwitches",
                "7 3 6       | 7 3 7            | :9: the file ends where link 7 of 7 should be",
                "7 3 6       | 7 3 5            | :8: there is more than the 5 links",
                "7 3 6       | 8 3 6            | :9: host 4 of t has no link",
                "4 5 6\\n    | 4 5 5\\n         | :2: switch 5 is listed twice",
                "4 5 6\\n    | 4 5 7\\n         | :2: the id of a switch is 7, of 7 nodes from 0",
                "4 5 6\\n    | 4 5 6 3\\n       | :2: switch 3 is listed twice, or is one more",
                "4 1 400Gbps | 4 0 400Gbps      | :4: host 0 has a second link",
                "4 1 400Gbps | 0 1 400Gbps      | :4: nodes 0 and 1 are both hosts",
                "4 1 400Gbps | 1 1 400Gbps      | :4: a link joins two nodes",
                "4 1 400Gbps | 4 9 400Gbps      | :4: the second node is 9, of 7 nodes",
                "4 1 400Gbps | 4 1 400GB/s      | :4: the rate is 400GB/s; its unit must be bps",
                "4 1 400Gbps | 4 1 0Gbps        | :4: the rate is 0Gbps, but must be over 0",
                "500ns       | 500              | :5: the delay is 500; its unit must be s, ms",
                "500ns       | ns               | :5: the delay is , which is no number",
                "30ms 0.001  | 30ms 1.5         | :8: a link joins two nodes, and loses",
                "30ms 0.001  | 30ms             | :8: 4 fields where 5 should be: from to rate"
            })
    void shouldNameTheLineOfANs3TopologyThatIsWrong(
            String part, String replacement, String message) {
        assertThatThrownBy(() -> Ns3Topology.read(
                        "t", Sample.spoilt("ns3.txt", part.replace("\\n", "\n"), replacement)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("t" + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8 2 2 2 9 | 8 4 2 2 9 | :12: NVSwitch number 0 joins 2 hosts, but a server has 4",
                "1 4 3600  | 1 4 2400         | :4: the links of NVSwitch 4 must all lead to hosts",
                "1 4 3600  | 5 4 3600         | :4: the links of NVSwitch 5 must all lead to hosts"
            })
    void shouldNameTheLineOfASimAiTopologyThatIsWrong(
            String part, String replacement, String message) {
        assertThatThrownBy(() ->
                        Ns3Topology.read("t", Sample.spoilt("ns3-simai.txt", part, replacement)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("t" + message);
    }

    @Test
    void shouldReadLeavesAndSpinesOfHtsim() throws IOException {
        Fabric fabric = HtsimTopology.read("two-tiers.topo", Sample.reader("two-tiers.topo"));
        assertThat(fabric.hosts()).isEqualTo(8);
        assertThat(fabric.switches()).isEqualTo(4);
        // 8 cables to hosts; from each of 2 leaves 2 to each of 2 spines; each both ways.
        assertThat(fabric.links()).hasSize(2 * (8 + 2 * 2 * 2));
        // The switch that a link leads to adds its 300 or 700 ns.
        assertThat(fabric.links().get(fabric.uplink(5))).isEqualTo(link(5, 9, 25, 1_300));
        assertThat(fabric.links().get(fabric.downlink(5))).isEqualTo(link(9, 5, 25, 1_000));
        assertThat(fabric.links().stream().filter(link(8, 10, 25, 2_700)::equals))
                .hasSize(2);
        assertThat(fabric.links().stream().filter(link(10, 8, 25, 2_300)::equals))
                .hasSize(2);
        assertThat(fabric.links().stream().filter(link(9, 11, 25, 2_700)::equals))
                .hasSize(2);
    }

    @Test
    void shouldReadAFatTreeOfHtsim() throws IOException {
        Fabric fabric = HtsimTopology.read("three-tiers.topo", Sample.reader("three-tiers.topo"));
        // k = 4: 16 hosts, 8 + 8 + 4 switches, as many cables a level as hosts.
        assertThat(fabric.hosts()).isEqualTo(16);
        assertThat(fabric.switches()).isEqualTo(20);
        assertThat(fabric.links()).hasSize(2 * 3 * 16);
        for (int core = 32; core < 36; core++) {
            int node = core;
            List<Integer> pods = fabric.links().stream()
                    .filter(link -> link.from() == node)
                    .map(link -> (link.to() - 24) / 2)
                    .toList();
            assertThat(pods).containsExactlyInAnyOrder(0, 1, 2, 3);
        }
    }

    @Test
    void shouldBundleTheLinksToTheCores() throws IOException {
        // 12 pods of 6 x 6 hosts, and cores of 36 ports that join every pod by 3 links: 12 cores.
        String text = Sample.text("three-tiers.topo")
                .replace("Nodes 16", "Nodes 432")
                .replace("Podsize 4", "Podsize 36")
                .replace("Down 2", "Down 6")
                .replace("Up 2", "Up 6")
                .replace("Down 4", "Down 36\nBundle 3");
        Fabric fabric = HtsimTopology.read("bundled", new StringReader(text));
        assertThat(fabric.hosts()).isEqualTo(432);
        assertThat(fabric.switches()).isEqualTo(72 + 72 + 12);
        assertThat(fabric.links()).hasSize(2 * 3 * 432);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Nodes 8        | ''              | :20: there is no Nodes in the head",
                "Nodes 8        | Nodes 12        | :20: Podsize 8 does not divide Nodes 12",
                "Nodes 8        | Nodes 16        | :20: with 2 tiers Podsize must be Nodes, 16",
                "Nodes 8        | Nodes 8\\nNodes 8 | :3: Nodes is there twice",
                "Nodes 8        | Bundle 8        | :2: unknown key Bundle; there are nodes, tiers",
                "Tiers 2        | Tiers 3         | :20: Tiers is 3 and there are 2 sections",
                "Tier 1         | Tier 3          | :14: tier 3 is over 2, or there twice",
                "Tier 1         | Tier 0          | :14: tier 0 is over 2, or there twice",
                "Radix_Up 4     | ''              | :20: there is no Radix_Up in tier 0",
                "Radix_Up 4     | Radix_Up        | :9: 1 fields where 2 should be",
                "Radix_Up 4     | Radix_Up 0      | :20: Radix_Up of tier 0 is 0, which is not",
                "Radix_Up 4 | Radix_Up 3 | :20: Bundle of tier 1, 2, does not divide Radix_Up of",
                "Radix_Up 4 | Radix_Up 2 | :20: Oversubscribed of tier 0 is 1, but its links down",
                "Bundle 2 | Bundle 2\\nRadix_Up 4 | :21: Radix_Up of tier 1: the highest tier",
                "Bundle 2 | Bundle 4 | :20: Radix_Down of tier 1 is 4, but there are 2 below, with",
                "Bundle 2 | Bunch 2 | :19: unknown key Bunch; there are downlink_speed",
                "Switch_Latency_ns 300 | Bundle 2 | :20: Bundle of tier 0 is 2: a host has one",
                "Switch_Latency_ns 300 | Switch_Latency_ns -1 | :20: Switch_Latency_ns of tier 0 is"
            })
    void shouldSayWhatContradictsInATopologyOfHtsim(
            String part, String replacement, String message) {
        assertThatThrownBy(() ->
                        HtsimTopology.read("t", Sample.spoilt("two-tiers.topo", part, replacement)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("t" + message);
    }
}
