package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Rina (ICNP 2024, doi:10.1109/ICNP61940.2024.10858570): a rack whose ToR aggregates is one member
 * of the ring, an abstracted worker with its lowest rank as the agent; a worker under an ordinary
 * ToR is an autonomous one. G members make 2(G-1) steps and, for an INA rack, one more at its ToR.
 * The agent's link carries M(2-1/G) bytes each way, other links of an INA rack M up and M down;
 * a rack of one worker carries 2M(1-1/G) and makes no step of its own.
 */
public final class Rina implements Strategy {
    @Override
    public String name() {
        return "rina";
    }

    @Override
    public Plan plan(Topology topology) {
        return Rings.plan(name(), topology, ring(topology), 1);
    }

    /** The members: INA racks whole, other workers singly, rack after rack. */
    static List<Group> ring(Topology topology) {
        List<Group> ring = new ArrayList<>();
        for (int i = 0; i < topology.racks().size(); i++) {
            Rack rack = topology.racks().get(i);
            if (rack.aggregates()) {
                ring.add(Group.abstracted(i, rack.ranks()));
            } else {
                for (int rank : rack.ranks().toArray()) {
                    ring.add(Group.autonomous(rank));
                }
            }
        }
        return ring;
    }
}
