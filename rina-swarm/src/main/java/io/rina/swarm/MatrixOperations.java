package io.rina.swarm;

import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.DataType;
import io.rina.engine.number.MoveTerms;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Route;
import io.rina.engine.number.Terms;
import io.rina.engine.number.WireWidth;
import io.rina.plan.Demand;
import io.rina.swarm.OperationKind.Numbers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every collective of every type and operation, in one order: a barrier, and the product of the
 * collectives with what may be reduced or moved. A policy is taken only where it has a meaning.
 */
final class MatrixOperations {
    /** {@code unitBytes}: of an element that is moved as bytes. */
    private record Taken(String name, Demand demand, OperationKind kind, int unitBytes) {}

    private static final List<Demand> DEMANDS = List.of(
            new Demand.AllReduce(),
            new Demand.Reduce(0),
            new Demand.ReduceScatter(),
            new Demand.Broadcast(0),
            new Demand.AllGather());

    private final List<Taken> taken = new ArrayList<>();
    private final Map<String, String> refused = new LinkedHashMap<>();

    MatrixOperations() {
        taken.add(new Taken("barrier", new Demand.AllReduce(), new OperationKind.Barrier(), 0));
        for (Demand demand : DEMANDS) {
            for (DataType type : DataType.values()) {
                for (Numbers numbers : reductions(type)) {
                    offer(demand, numbers);
                }
                offer(demand, type);
            }
        }
    }

    private static List<Numbers> reductions(DataType type) {
        List<Numbers> found = new ArrayList<>();
        for (ReduceKind kind : ReduceKind.values()) {
            for (Arithmetic arithmetic : Arithmetic.values()) {
                for (WireWidth wire : WireWidth.values()) {
                    for (NumberPolicy policy : NumberPolicy.values()) {
                        NumberOptions options = new NumberOptions(policy, arithmetic, wire);
                        Numbers numbers = new Numbers(type, kind, Values.PLAIN, options, false);
                        if (numbers.isScaled() || policy == NumberPolicy.FAIL) {
                            found.add(numbers);
                        }
                    }
                }
            }
        }
        return found;
    }

    private void offer(Demand demand, Numbers numbers) {
        String name = demand.collective() + " " + numbers.key();
        try {
            Route route = new Route(0, 1, demand);
            new Terms(numbers.type(), numbers.kind(), numbers.options(), route, 1, 2, 4, 64, 0);
            taken.add(new Taken(name, demand, numbers, 0));
        } catch (IllegalArgumentException e) {
            refused.put(name, String.valueOf(e.getMessage()));
        }
    }

    private void offer(Demand demand, DataType type) {
        String name = demand.collective() + " " + type.label();
        try {
            new MoveTerms(demand, 0, type.bytes(), 2, 4, 64, 0);
            taken.add(new Taken(name, demand, new OperationKind.Bytes(false), type.bytes()));
        } catch (IllegalArgumentException e) {
            refused.put(name, String.valueOf(e.getMessage()));
        }
    }

    /** "reduce-scatter bf16.avg.saturate.half", "broadcast i64" and so on. */
    List<String> names() {
        return taken.stream().map(Taken::name).toList();
    }

    /** What the engine does not do, by name, and what it says. */
    Map<String, String> refused() {
        return Collections.unmodifiableMap(refused);
    }

    /** All of them, in the order of their names, each of few elements; roots take turns. */
    List<OperationShape> draw(int ranks, int blockLanes, Dice dice) {
        List<OperationShape> drawn = new ArrayList<>(taken.size());
        int root = dice.below(ranks);
        for (Taken each : taken) {
            Demand demand = at(each.demand, root++ % ranks);
            int most = (dice.oneIn(4) ? 4 : 1) * blockLanes / demand.segmentCount(ranks);
            int elements = dice.between(1, Math.max(2, most));
            drawn.add(
                    switch (each.kind) {
                        case Numbers numbers ->
                            new OperationShape(
                                    numbers.with(values(numbers, dice)), elements, demand, 0);
                        case OperationKind.Bytes bytes ->
                            new OperationShape(bytes, elements * each.unitBytes, demand, 0);
                        case OperationKind.Barrier barrier ->
                            new OperationShape(barrier, 0, demand, 0);
                        case OperationKind.Lanes lanes ->
                            new OperationShape(lanes, elements, demand, 0);
                    });
        }
        return drawn;
    }

    private static Demand at(Demand demand, int root) {
        return switch (demand) {
            case Demand.Reduce _ -> new Demand.Reduce(root);
            case Demand.Broadcast _ -> new Demand.Broadcast(root);
            case Demand.AllReduce _, Demand.ReduceScatter _, Demand.AllGather _ -> demand;
        };
    }

    /** NaN and infinities only where a policy lets them have a result. */
    private static Values values(Numbers numbers, Dice dice) {
        boolean isForOdd = numbers.options().policy() != NumberPolicy.FAIL;
        if (isForOdd && dice.oneIn(2)) {
            return Values.ODD;
        }
        Values[] all = Values.values();
        Values drawn = all[dice.below(all.length)];
        return drawn == Values.ODD && !isForOdd ? Values.PLAIN : drawn;
    }
}
