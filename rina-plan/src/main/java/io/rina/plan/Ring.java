package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Ring all-reduce (RAR): every worker is autonomous, 2(N-1) steps, 2M(1-1/N) bytes up and down each
 * host link for M bytes of model. The ring visits rack after rack, whatever the rank numbers, so
 * that each ToR uplink is crossed once a step.
 */
public final class Ring implements Strategy {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public Plan plan(Topology topology) {
        List<Group> ring = new ArrayList<>();
        for (Rack rack : topology.racks()) {
            for (int rank : rack.ranks().toArray()) {
                ring.add(Group.autonomous(rank));
            }
        }
        return Rings.plan(name(), topology, ring, 1);
    }
}
