package io.rina.sim.format;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.LinkSpeed;

import java.io.IOException;
import java.io.Reader;
import java.util.List;

/**
 * A topology as the ns-3 code of HPCC and of ASTRA-sim reads it, and SimAI with a longer head:
 *
 * <pre>
 * nodes switches links                                        5 1 4
 * ids of the switches                                         4
 * from to rate delay errorRate, one line a link               0 4 100Gbps 0.001ms 0
 * </pre>
 *
 * <p>SimAI's head is {@code nodes gpusPerServer nvSwitches switches links accelerator}, and the
 * ids of the NVSwitches stand before those of the switches, on the same line or their own. Nodes
 * that are no switch are hosts, and only these: they are numbered anew in the order of their ids,
 * switches in the order in which they are listed.
 *
 * <p>The fabric is what is between the servers. Links to an NVSwitch, which join the accelerators
 * of one server, are in {@code nvSwitches}, where the caller decides what they are to him; there
 * are none in files with the short head.
 *
 * @param errorRates the probability that a packet is lost on a link, by the index of the link
 */
public record Ns3Topology(Fabric fabric, List<Double> errorRates, List<NvSwitch> nvSwitches) {
    public Ns3Topology {
        errorRates = List.copyOf(errorRates);
        nvSwitches = List.copyOf(nvSwitches);
    }

    /**
     * A switch inside a server.
     *
     * @param hosts that it joins
     * @param link from each of them to it
     */
    public record NvSwitch(List<Integer> hosts, LinkSpeed link) {
        public NvSwitch {
            hosts = List.copyOf(hosts);
        }
    }

    /** {@code source} names the file in errors. */
    public static Ns3Topology read(String source, Reader text) throws IOException {
        return new Ns3Reader(source, new FieldReader(source, text, "")).read();
    }

    /** True when no packet is lost for no reason. */
    public boolean isLossless() {
        return errorRates.stream().allMatch(rate -> rate == 0);
    }
}
