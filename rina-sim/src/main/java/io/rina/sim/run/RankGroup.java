package io.rina.sim.run;

import io.rina.plan.Demand;
import io.rina.plan.RankSet;
import io.rina.sim.net.Collective;
import io.rina.sim.net.GhostWork;
import io.rina.sim.workload.Activity;

/** Ranks that do operations together, one after the other. Of one rank there is nothing to do. */
final class RankGroup {
    /** Roots of broadcasts and reductions: their formats name none. */
    private static final int ROOT = 0;

    private final RankSet ranks;
    private final Machines machines;
    private final Collective collective;
    /** By member: how many operations it has started, and for which activity the last. */
    private final int[] started;

    private final int[] activity;

    /** Is told which activity a rank of the job has completed. */
    interface Listener {
        void onCompleted(int rank, int activity);
    }

    RankGroup(PlacedProgram placed, Machines machines, Listener listener) {
        this.machines = machines;
        ranks = placed.ranks();
        started = new int[ranks.size()];
        activity = new int[ranks.size()];
        collective = machines.of(
                placed,
                (member, number) -> listener.onCompleted(ranks.get(member), activity[member]));
    }

    void start(int rank, int ofActivity, Activity.Communicate operation) {
        int member = ranks.indexOf(rank);
        activity[member] = ofActivity;
        collective.start(member, started[member]++, work(operation));
    }

    private GhostWork work(Activity.Communicate operation) {
        long bytes = operation.bytes();
        return switch (operation.kind()) {
            case ALL_REDUCE, BARRIER -> demand(new Demand.AllReduce(), bytes);
            case REDUCE_SCATTER -> demand(new Demand.ReduceScatter(), part(bytes));
            case ALL_GATHER -> demand(new Demand.AllGather(), bytes);
            case BROADCAST -> demand(new Demand.Broadcast(ROOT), bytes);
            case REDUCE -> demand(new Demand.Reduce(ROOT), bytes);
            case ALL_TO_ALL ->
                new GhostWork(
                        PlacedProgram.ALL_TO_ALL,
                        new Demand.AllReduce(),
                        AllToAll.segments(ranks.size()),
                        machines.fragments(part(bytes)));
        };
    }

    private GhostWork demand(Demand demand, long segmentBytes) {
        return GhostWork.of(demand, ranks.size(), machines.fragments(segmentBytes));
    }

    /** Of what each rank has, the part that each is to get. */
    private long part(long bytes) {
        return Math.ceilDiv(bytes, (long) ranks.size());
    }

    long wrong() {
        return collective.wrong();
    }
}
