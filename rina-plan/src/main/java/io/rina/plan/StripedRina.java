package io.rina.plan;

import java.util.List;

/**
 * Rina with striped agents: the ranks of an INA rack take turns as its agent, a stripe of the model
 * each, so that no single link carries the rack's outside traffic. The ring, its steps and the
 * bytes on the uplinks are Rina's.
 *
 * <p>With G groups, racks of k workers and M bytes: M(1+(1-1/G)/k) up and as much down each host
 * link of an INA rack, against M(2-1/G) at Rina's agent. There are as many stripes as the largest
 * INA rack has workers; in a rack of fewer, k, whose number does not divide that, some rank has a
 * stripe more.
 */
public final class StripedRina implements Strategy {
    @Override
    public String name() {
        return "rina-striped";
    }

    @Override
    public Plan plan(Topology topology) {
        List<Group> ring = Rina.ring(topology);
        int stripes =
                ring.stream().mapToInt(group -> group.ranks().size()).max().orElse(1);
        return Rings.plan(name(), topology, ring, ring.size() == 1 ? 1 : stripes);
    }
}
