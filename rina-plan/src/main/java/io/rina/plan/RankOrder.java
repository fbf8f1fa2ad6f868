package io.rina.plan;

import java.util.Arrays;

/**
 * The ranks rack after rack. A strategy that pairs neighbours in this order crosses as few uplinks
 * as it can, however the ranks are numbered.
 */
final class RankOrder {
    private RankOrder() {}

    static int[] byRack(Topology topology) {
        return topology.racks().stream()
                .flatMapToInt(rack -> Arrays.stream(rack.ranks().toArray()))
                .toArray();
    }
}
