package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.engine.WindowPolicy;
import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.WireWidth;
import io.rina.plan.Demand;
import io.rina.plan.Strategies;
import io.rina.plan.time.Candidate;
import io.rina.wire.ReduceOp;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws a scenario from its seed. The edges (nothing, one, a pool of one) are likelier than chance
 * would have them.
 */
final class ScenarioDraw {
    private static final int MOST_WORKERS = 8;
    /** In one world of ten. */
    private static final int MOST_WORKERS_LARGE = 16;

    private static final int MOST_RACKS = 4;
    private static final int MOST_OPERATIONS = 8;
    /**
     * Bounds a world's frames, and so its time: a ring of 8 sends each fragment 14 times and
     * acknowledges it.
     */
    private static final int MOST_FRAGMENTS = 60;

    private final Dice dice;
    private final Dice collectives;
    private final Dice moves;
    private final Dice marks;
    private final Dice windows;

    private ScenarioDraw(long seed) {
        dice = new Dice(seed, "scenario");
        collectives = new Dice(seed, "collectives");
        moves = new Dice(seed, "moves");
        marks = new Dice(seed, "marks");
        windows = new Dice(seed, "windows");
    }

    static Scenario draw(long seed) {
        ScenarioDraw draw = new ScenarioDraw(seed);
        List<String> names = Strategies.names();
        String strategy = names.get(draw.dice.below(names.size()));
        List<RackShape> racks = draw.racks(strategy);
        Limits limits = draw.limits();
        int workers = racks.stream().mapToInt(RackShape::workers).sum();
        List<OperationShape> operations = draw.operations(limits, workers);
        Scenario plain = new Scenario(
                seed,
                seed,
                strategy,
                "",
                new Cluster(racks, draw.dice.oneIn(2)),
                operations,
                limits,
                draw.dice.oneIn(2) ? 0 : draw.dice.between(1, 6),
                draw.faults(),
                draw.timing());
        return draw.withCollectives(plain);
    }

    /** Other demands than all-reduces, and in one world of three a second plan. */
    private Scenario withCollectives(Scenario plain) {
        List<Candidate.Serves> served = Candidate.serving(plain.topology());
        String second = collectives.oneIn(3)
                ? served.get(collectives.below(served.size())).strategy()
                : "";
        List<OperationShape> operations = new ArrayList<>();
        for (OperationShape shape : plain.operations()) {
            int plan = second.isEmpty() ? 0 : collectives.below(2);
            Demand demand = demand(shape.kind(), plain.workers());
            int segments = demand.segments(plain.workers()).size();
            int elements = Math.ceilDiv(shape.elements(), segments);
            OperationShape drawn = new OperationShape(shape.kind(), elements, demand, plan);
            operations.add(moves.oneIn(2) ? moving(drawn) : drawn);
        }
        return plain.withSecond(second).withOperations(operations);
    }

    /** Bytes in place of lanes that are moved, and a barrier in place of a reduction of nothing. */
    private OperationShape moving(OperationShape drawn) {
        return switch (drawn.demand()) {
            case Demand.Broadcast _, Demand.AllGather _ -> inBytes(drawn);
            case Demand.AllReduce _ ->
                drawn.elements() == 0 ? drawn.withKind(new OperationKind.Barrier()) : drawn;
            case Demand.Reduce _, Demand.ReduceScatter _ -> drawn;
        };
    }

    /** As many lanes, the last of which need not be full. */
    private OperationShape inBytes(OperationShape drawn) {
        int count = Math.max(0, Integer.BYTES * drawn.elements() - moves.below(Integer.BYTES));
        OperationKind kind = new OperationKind.Bytes(moves.oneIn(3));
        return new OperationShape(kind, count, drawn.demand(), drawn.plan());
    }

    private Demand demand(OperationKind kind, int workers) {
        int root = collectives.below(workers);
        int drawn = collectives.below(8);
        boolean isOfLanes = kind instanceof OperationKind.Lanes;
        return switch (drawn) {
            case 0 -> new Demand.Reduce(root);
            case 1 -> isOfLanes ? new Demand.Broadcast(root) : new Demand.Reduce(root);
            case 2 -> new Demand.ReduceScatter();
            case 3 -> isOfLanes ? new Demand.AllGather() : new Demand.ReduceScatter();
            default -> new Demand.AllReduce();
        };
    }

    private List<RackShape> racks(String strategy) {
        int most = dice.oneIn(10) ? MOST_WORKERS_LARGE : MOST_WORKERS;
        boolean mustAggregate = strategy.equals("switchml");
        int count = dice.between(1, MOST_RACKS);
        List<RackShape> racks = new ArrayList<>();
        int left = most;
        for (int rack = 0; rack < count; rack++) {
            int room = left - (count - rack - 1);
            int workers = dice.between(1, count == 1 ? room : Math.min(room, most / 2));
            racks.add(new RackShape(workers, mustAggregate || !dice.oneIn(3)));
            left -= workers;
        }
        return racks;
    }

    private Limits limits() {
        int block = dice.between(1, 4);
        int pool = dice.oneIn(4) ? 1 : dice.between(1, 32);
        long minRtoNs = dice.magnitude(40_000, 200_000);
        long initialRtoNs = minRtoNs * dice.between(1, 4);
        return new Limits(
                block,
                block * dice.between(1, 4),
                pool,
                dice.between(1, 2 * pool),
                initialRtoNs,
                minRtoNs,
                initialRtoNs * dice.between(1, 16),
                windows.oneIn(2)
                        ? new WindowPolicy.Fixed()
                        : new WindowPolicy.Aimd(windows.between(1, 4)));
    }

    private List<OperationShape> operations(Limits limits, int workers) {
        int count = dice.between(1, MOST_OPERATIONS);
        List<OperationShape> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // Sums of lanes say most about the protocol, so half of the operations are these.
            OperationKind kind = dice.oneIn(2) ? OperationKind.SUM : kind(limits.blockElements());
            int elements = elements(limits, workers);
            boolean isLanes = kind instanceof OperationKind.Lanes;
            operations.add(new OperationShape(kind, isLanes ? elements : elements / 3));
        }
        return operations;
    }

    private OperationKind kind(int blockLanes) {
        if (dice.oneIn(5)) {
            return new OperationKind.Lanes(dice.oneIn(2) ? ReduceOp.MAX : ReduceOp.MIN);
        }
        OperationKind.Numbers drawn;
        do {
            DataType type = any(DataType.values());
            ReduceKind kind = any(ReduceKind.values());
            drawn = new OperationKind.Numbers(
                    type, kind, any(Values.values()), NumberOptions.STANDARD, dice.oneIn(4));
            if (type.isFloat() && drawn.isSum()) {
                drawn = drawn.with(options(type));
            }
        } while (!drawn.fits(blockLanes)
                || (drawn.kind() == ReduceKind.AVG && !drawn.type().isFloat()));
        return drawn;
    }

    private NumberOptions options(DataType type) {
        if (dice.oneIn(6)) {
            return NumberOptions.STANDARD.withArithmetic(Arithmetic.FLOAT);
        }
        boolean isHalf = type != DataType.F64 && dice.oneIn(3);
        return NumberOptions.STANDARD
                .withPolicy(any(NumberPolicy.values()))
                .withWire(isHalf ? WireWidth.BITS_16 : WireWidth.BITS_32);
    }

    private <E> E any(E[] values) {
        return values[dice.below(values.length)];
    }

    private int elements(Limits limits, int workers) {
        return switch (dice.below(10)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> dice.below(workers + 1);
            case 3 -> limits.fragmentElements() * dice.between(1, MOST_FRAGMENTS);
            default -> dice.between(1, limits.fragmentElements() * MOST_FRAGMENTS);
        };
    }

    private Faults faults() {
        int worst = dice.oneIn(8) ? 0 : dice.between(1, Fault.WORST_LEVEL);
        Faults faults = Faults.none();
        for (Fault fault : Fault.values()) {
            Dice own = fault == Fault.MARK ? marks : dice;
            faults = faults.with(fault, own.oneIn(3) ? 0 : own.between(Math.min(1, worst), worst));
        }
        return faults;
    }

    private Timing timing() {
        return new Timing(
                dice.oneIn(3) ? 0 : dice.magnitude(1_000, 2_000_000),
                dice.magnitude(500_000, 50_000_000),
                dice.oneIn(2) ? 0 : dice.magnitude(100, 50_000),
                dice.oneIn(2) ? 64 : dice.between(1, 8));
    }
}
