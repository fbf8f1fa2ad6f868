package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/** Every demand there is for a number of ranks. */
final class Demands {
    private Demands() {}

    static List<Demand> all(int ranks) {
        List<Demand> all = new ArrayList<>(List.of(
                new Demand.AllReduce(), new Demand.ReduceScatter(), new Demand.AllGather()));
        for (int root = 0; root < ranks; root++) {
            all.add(new Demand.Reduce(root));
            all.add(new Demand.Broadcast(root));
        }
        return all;
    }
}
