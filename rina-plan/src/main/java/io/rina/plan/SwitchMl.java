package io.rina.plan;

import java.util.List;

/**
 * SwitchML (NSDI 2021) in one rack: all workers give to the ToR and take the sum from it; M bytes
 * up and M down each host link, one step.
 */
public final class SwitchMl implements Strategy {
    @Override
    public String name() {
        return "switchml";
    }

    @Override
    public Plan plan(Topology topology) {
        if (topology.racks().size() != 1 || !topology.racks().getFirst().aggregates()) {
            throw new UnsupportedTopologyException(
                    "switchml needs all workers in one rack whose ToR aggregates, not " + topology
                            + "; rina serves any mixture of racks");
        }
        Rack rack = topology.racks().getFirst();
        return Rings.plan(name(), topology, List.of(Group.abstracted(0, rack.ranks())), 1);
    }
}
