package io.rina.swarm;

import io.rina.engine.Operation;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberReport;
import io.rina.engine.number.Route;
import io.rina.engine.number.Terms;
import io.rina.engine.number.WireWidth;
import io.rina.engine.number.Workspace;
import io.rina.plan.Demand;
import io.rina.plan.Program;
import io.rina.swarm.OperationKind.Numbers;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers reduced as a communicator does it, in place or from one buffer to another. Every rank must
 * get the bits of a {@link NumberOracle}, and its numbers must be counted right.
 */
final class NumberWork implements Work {
    private final Numbers numbers;
    private final OperationShape shape;
    private final int number;
    private final Demand demand;
    private final Route route;
    private final int blockLanes;
    private final int pieceLanes;
    private final List<Workspace> workspaces;
    private final long[][] given;
    private final NumberOracle oracle;
    private final MemorySegment[] source;
    private final MemorySegment[] target;
    private final boolean[] inPlace;
    private final @Nullable NumberOperation[] operations;
    private boolean hasCompleted;

    /**
     * @param program of the scenario, of which each plan is made once
     * @param workspaces one a rank, shared with its other operations
     */
    NumberWork(
            Numbers numbers,
            OperationShape shape,
            int number,
            Scenario scenario,
            Program program,
            List<Workspace> workspaces,
            Dice dice) {
        int ranks = workspaces.size();
        this.numbers = numbers;
        this.shape = shape;
        this.number = number;
        this.workspaces = workspaces;
        demand = shape.demand(ranks);
        route = new Route(shape.plan() % scenario.plans(), scenario.plans(), demand);
        blockLanes = scenario.limits().blockElements();
        pieceLanes =
                numbers.inPieces() ? 4 * scenario.limits().fragmentElements() : Terms.PIECE_LANES;
        given = new long[ranks][];
        source = new MemorySegment[ranks];
        target = new MemorySegment[ranks];
        inPlace = new boolean[ranks];
        operations = new NumberOperation[ranks];
        int count = demand.segments(ranks).size() * shape.elements();
        for (int rank = 0; rank < ranks; rank++) {
            given[rank] = numbers.values().draw(numbers.type(), count, blockLanes, dice);
            source[rank] = memoryOf(given[rank], 0, count);
            inPlace[rank] = dice.oneIn(2);
            target[rank] = target(rank, count);
        }
        oracle = new NumberOracle(
                numbers,
                given,
                shape.elements(),
                blockLanes,
                pieceLanes,
                program.plan(route.ordered(), demand));
    }

    private MemorySegment memoryOf(long[] bits, int from, int to) {
        int bytes = numbers.type().bytes();
        MemorySegment memory = MemorySegment.ofArray(new byte[(to - from) * bytes]);
        for (int i = from; i < to; i++) {
            Element.set(numbers.type(), memory, i - from, bits[i]);
        }
        return memory;
    }

    /** The elements that {@code rank} gets: from here as many as its target holds. */
    private int first(int rank) {
        return demand instanceof Demand.ReduceScatter ? rank * shape.elements() : 0;
    }

    private MemorySegment target(int rank, int count) {
        int from = first(rank);
        int to = demand instanceof Demand.ReduceScatter ? from + shape.elements() : count;
        if (!inPlace[rank]) {
            return memoryOf(given[rank], from, to);
        }
        int bytes = numbers.type().bytes();
        return source[rank].asSlice((long) from * bytes, (long) (to - from) * bytes);
    }

    private boolean isSink(int rank) {
        return !(demand instanceof Demand.Reduce reduce) || reduce.root() == rank;
    }

    @Override
    public Operation operation(int rank) {
        Terms terms = new Terms(
                numbers.type(),
                numbers.kind(),
                numbers.options(),
                route,
                shape.elements(),
                workspaces.size(),
                blockLanes,
                pieceLanes,
                number);
        Buffers buffers = new Buffers(source[rank], 0, target[rank], first(rank));
        NumberOperation operation = new NumberOperation(terms, buffers, workspaces.get(rank));
        operations[rank] = operation;
        return operation;
    }

    /** Exponents, upper halves and the meeting of those who reduce nothing are all-reduces. */
    @Override
    public boolean waitsFor(int rank, int other) {
        boolean isWide = numbers.type().bytes() == Long.BYTES && !numbers.isSum();
        return numbers.isScaled() || isWide || shape.elements() == 0 || isSink(rank);
    }

    @Override
    public void check(int rank) {
        hasCompleted = true;
        NumberOperation operation = operations[rank];
        boolean failed = operation != null && operation.failure() != null;
        if (failed != oracle.fails()) {
            throw Invariant.FAILS_ALIKE.broken(here(rank)
                    + (failed ? " fails" : " does not fail")
                    + ", but its numbers are such that it should"
                    + (failed ? " not" : ""));
        }
        boolean isChanged = isSink(rank) && !failed;
        checkTarget(rank, isChanged ? oracle.expected() : given[rank], isChanged);
        checkSource(rank);
        if (operation != null && !failed) {
            checkReport(rank, operation.report());
        }
    }

    private String here(int rank) {
        return "operation " + number + " (" + shape + ") at rank " + rank;
    }

    private void checkTarget(int rank, long[] expected, boolean isResult) {
        long count = target[rank].byteSize() / numbers.type().bytes();
        for (int i = 0; i < count; i++) {
            long bits = Element.get(numbers.type(), target[rank], i);
            int element = first(rank) + i;
            if (bits != expected[element]) {
                Invariant invariant = isResult ? Invariant.RIGHT_NUMBER : Invariant.FAILS_ALIKE;
                throw invariant.broken("element " + element + " of " + here(rank) + " is "
                        + text(bits) + ", and should be " + text(expected[element]));
            }
        }
    }

    private String text(long bits) {
        return numbers.type().isFloat()
                ? Element.toDouble(numbers.type(), bits) + " (" + Long.toHexString(bits) + ")"
                : Long.toString(bits);
    }

    /** What is not overwritten by the result must be left alone. */
    private void checkSource(int rank) {
        long from = inPlace[rank] ? first(rank) : 0;
        long to =
                inPlace[rank] ? from + target[rank].byteSize() / numbers.type().bytes() : 0;
        for (int i = 0; i < given[rank].length; i++) {
            if ((i < from || i >= to)
                    && Element.get(numbers.type(), source[rank], i) != given[rank][i]) {
                throw Invariant.FAILS_ALIKE.broken(
                        "element " + i + " of the source of " + here(rank) + " was changed");
            }
        }
    }

    private void checkReport(int rank, NumberReport report) {
        NumberOracle.Counts counts = oracle.counts(rank);
        boolean isFixed = numbers.isScaled() && !oracle.isInFloat();
        boolean isRight = true;
        if (numbers.isScaled()) {
            isRight = report.nan() == counts.nan() && report.infinite() == counts.infinite();
        }
        if (isFixed) {
            isRight &= report.clipped() == counts.clipped();
            isRight &= report.flushed() == counts.flushed();
        }
        isRight &= report.inFloat() == oracle.isInFloat();
        isRight &= report.overflowed() == (isFixed ? overflowed(rank) : 0);
        isRight &= isErrorWithinBound(report);
        if (!isRight) {
            throw Invariant.RIGHT_REPORT.broken(
                    here(rank) + " has " + report + " where there should be " + counts);
        }
    }

    private long overflowed(int rank) {
        long overflowed = 0;
        long count = isSink(rank) ? target[rank].byteSize() / numbers.type().bytes() : 0;
        for (int i = 0; i < count; i++) {
            double value =
                    Element.toDouble(numbers.type(), Element.get(numbers.type(), target[rank], i));
            overflowed += Double.isInfinite(value) ? 1 : 0;
        }
        return overflowed;
    }

    /** Half a unit of 2^(L-14), or less than one where a value was cut. */
    private boolean isErrorWithinBound(NumberReport report) {
        if (numbers.options().wire() != WireWidth.BITS_16) {
            return report.measured() == 0 && report.largestError() == 0;
        }
        double unit = 0x1p-14;
        for (int power = 1; power < workspaces.size(); power *= 2) {
            unit *= 2;
        }
        double bound = report.clipped() > 0 ? unit : unit / 2;
        return report.largestError() <= bound
                && report.rootMeanSquareError() <= report.largestError();
    }

    /** What came of it; null where it fails at all ranks, or has not completed at any. */
    @Nullable
    NumberOutcome outcome() {
        boolean isAllReduce = demand instanceof Demand.AllReduce;
        if (!hasCompleted || oracle.fails() || !isAllReduce || numbers.inPieces()) {
            return null;
        }
        return new NumberOutcome(
                numbers.type(), numbers.kind(), numbers.options(), given, oracle.expected());
    }

    @Override
    public long digest(int rank) {
        long digest = 0;
        long count = target[rank].byteSize() / numbers.type().bytes();
        for (int i = 0; i < count; i++) {
            digest = Trace.mix(digest, Element.get(numbers.type(), target[rank], i));
        }
        return digest;
    }

    @Override
    public void scribble(int rank) {
        source[rank].fill((byte) 0xb5);
        target[rank].fill((byte) 0xb5);
    }
}
