package io.rina.swarm;

import io.rina.plan.Demand;

/**
 * One operation of a scenario: what, over how many elements in each segment of its demand, and on
 * which plan. In a scenario's line {@code sum:17} for an all-reduce on the first plan, {@code
 * sum:17:reduce-2@1} for a reduce to rank 2 on the second.
 *
 * @param demand where a root that is no rank of the world stands for another
 * @param plan counted from 0; where the world has fewer plans, it stands for another
 */
public record OperationShape(OperationKind kind, int elements, Demand demand, int plan) {
    private static final String REDUCE = "reduce-";
    private static final String BROADCAST = "broadcast-";
    private static final String REDUCE_SCATTER = "reduce-scatter";
    private static final String ALL_GATHER = "all-gather";

    public OperationShape {
        if (elements < 0 || plan < 0) {
            throw new IllegalArgumentException("an operation has 0 elements or more, not "
                    + elements + ", and runs on plan 0 or a later one, not " + plan);
        }
        boolean moves = demand instanceof Demand.Broadcast || demand instanceof Demand.AllGather;
        boolean isRight = switch (kind) {
            case OperationKind.Lanes _ -> true;
            case OperationKind.Numbers _ -> !moves;
            case OperationKind.Bytes _ -> moves;
            case OperationKind.Barrier _ -> demand instanceof Demand.AllReduce && elements == 0;
        };
        if (!isRight) {
            throw new IllegalArgumentException("numbers are reduced, bytes are moved and a"
                    + " barrier has no elements, so " + demand.collective() + " of " + elements
                    + " is not for " + kind.key());
        }
    }

    /** An all-reduce on the first plan. */
    public OperationShape(OperationKind kind, int elements) {
        this(kind, elements, new Demand.AllReduce(), 0);
    }

    OperationShape withKind(OperationKind kind) {
        return new OperationShape(kind, elements, demand, plan);
    }

    OperationShape withElements(int elements) {
        return new OperationShape(kind, elements, demand, plan);
    }

    /** The demand in a world of {@code ranks}. */
    Demand demand(int ranks) {
        return switch (demand) {
            case Demand.Reduce(int root) -> new Demand.Reduce(root % ranks);
            case Demand.Broadcast(int root) -> new Demand.Broadcast(root % ranks);
            case Demand.AllReduce all -> all;
            case Demand.ReduceScatter scatter -> scatter;
            case Demand.AllGather gather -> gather;
        };
    }

    static OperationShape parse(String text) {
        int at = text.indexOf('@');
        int plan = at < 0 ? 0 : Integer.parseInt(text.substring(at + 1));
        String[] parts = (at < 0 ? text : text.substring(0, at)).split(":", -1);
        if (parts.length != 2 && parts.length != 3) {
            throw new IllegalArgumentException("'" + text
                    + "' is no operation: write a kind, a colon and the number of elements, as in"
                    + " sum:17");
        }
        return new OperationShape(
                OperationKind.parse(parts[0]),
                Integer.parseInt(parts[1]),
                parts.length == 2 ? new Demand.AllReduce() : demand(parts[2]),
                plan);
    }

    private static Demand demand(String text) {
        if (text.equals(REDUCE_SCATTER)) {
            return new Demand.ReduceScatter();
        }
        if (text.equals(ALL_GATHER)) {
            return new Demand.AllGather();
        }
        if (text.startsWith(REDUCE)) {
            return new Demand.Reduce(Integer.parseInt(text.substring(REDUCE.length())));
        }
        if (text.startsWith(BROADCAST)) {
            return new Demand.Broadcast(Integer.parseInt(text.substring(BROADCAST.length())));
        }
        throw new IllegalArgumentException("no collective is called '" + text + "'; there are "
                + REDUCE + "ROOT, " + BROADCAST + "ROOT, " + REDUCE_SCATTER + " and " + ALL_GATHER
                + ", and without a name all ranks get all");
    }

    private String demandText() {
        return switch (demand) {
            case Demand.AllReduce() -> "";
            case Demand.Reduce(int root) -> ":" + REDUCE + root;
            case Demand.Broadcast(int root) -> ":" + BROADCAST + root;
            case Demand.ReduceScatter() -> ":" + REDUCE_SCATTER;
            case Demand.AllGather() -> ":" + ALL_GATHER;
        };
    }

    @Override
    public String toString() {
        return kind.key() + ":" + elements + demandText() + (plan == 0 ? "" : "@" + plan);
    }
}
