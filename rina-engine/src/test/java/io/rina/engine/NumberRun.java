package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Route;
import io.rina.engine.number.Terms;
import io.rina.engine.number.Workspace;
import io.rina.plan.Demand;
import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** One number operation at all ranks of a plan, over a network that loses nothing. */
record NumberRun(
        DataType type, ReduceKind kind, NumberOptions options, int blockLanes, int pieceLanes) {
    NumberRun(DataType type, ReduceKind kind, NumberOptions options) {
        this(type, kind, options, 8, Terms.PIECE_LANES);
    }

    static NumberRun of(DataType type, ReduceKind kind) {
        return new NumberRun(type, kind, NumberOptions.STANDARD);
    }

    static Plan plan(String strategy, String ina, int... sizes) {
        return Strategies.named(strategy)
                .plan(Topology.ofSizes(sizes, rack -> ina.charAt(rack) == '1'));
    }

    Terms terms(long elements, int ranks, long sequence) {
        return terms(Route.ALL_REDUCE, elements, ranks, sequence);
    }

    Terms terms(Demand demand, long segmentElements, int ranks, long sequence) {
        return terms(new Route(0, 1, demand), segmentElements, ranks, sequence);
    }

    private Terms terms(Route route, long segmentElements, int ranks, long sequence) {
        return new Terms(
                type,
                kind,
                options,
                route,
                segmentElements,
                ranks,
                blockLanes,
                pieceLanes,
                sequence);
    }

    /** An all-reduce at all ranks; {@code pick} chooses the next frame of those in flight. */
    NumberOperation[] run(
            Plan plan, MemorySegment[] sources, MemorySegment[] targets, IntUnaryOperator pick) {
        List<Buffers> buffers = new ArrayList<>();
        for (int rank = 0; rank < sources.length; rank++) {
            buffers.add(new Buffers(sources[rank], targets[rank]));
        }
        return run(plan, new Demand.AllReduce(), buffers, pick);
    }

    /** The operations, complete; {@code buffers} by rank. */
    NumberOperation[] run(Plan plan, Demand demand, List<Buffers> buffers, IntUnaryOperator pick) {
        int ranks = buffers.size();
        Limits limits =
                new Limits(blockLanes, 2 * blockLanes, 3, 2, 1_000_000, 1_000_000, 8_000_000);
        PerfectNetwork network = new PerfectNetwork(program(plan), limits, sent -> {}, pick);
        NumberOperation[] operations = new NumberOperation[ranks];
        Route route = new Route(0, 1, demand);
        int segments = demand.segments(ranks).size();
        for (int rank = 0; rank < ranks; rank++) {
            long elements = buffers.get(rank).source().byteSize() / type.bytes() / segments;
            operations[rank] = new NumberOperation(
                    terms(route, elements, ranks, 5), buffers.get(rank), new Workspace());
            network.hosts.get(rank).worker().start(operations[rank]);
        }
        network.run();
        assertThat(network.hosts)
                .allSatisfy(h -> assertThat(h.worker().completedOperations()).isEqualTo(1));
        return operations;
    }

    /** With a ring where one may be needed: over many ranks it takes long to make. */
    private Program program(Plan plan) {
        return options.arithmetic() == Arithmetic.FIXED
                        && options.policy() != NumberPolicy.FLOAT_RING
                ? Program.of(plan)
                : Program.of(plan, Strategies.named("ring").plan(plan.topology()));
    }

    /** Copies of {@code rows}, reduced in place. */
    MemorySegment[] inPlace(Plan plan, MemorySegment[] rows, IntUnaryOperator pick) {
        MemorySegment[] memory = copies(rows);
        run(plan, memory, memory, pick);
        return memory;
    }

    /** What every rank gets; the ranks must agree. */
    byte[] result(Plan plan, MemorySegment[] rows, IntUnaryOperator pick) {
        MemorySegment[] memory = inPlace(plan, rows, pick);
        byte[] first = bytes(memory[0]);
        for (MemorySegment each : memory) {
            assertThat(bytes(each)).isEqualTo(first);
        }
        return first;
    }

    static int first(int inFlight) {
        return 0;
    }

    static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    static MemorySegment[] copies(MemorySegment[] rows) {
        MemorySegment[] memory = new MemorySegment[rows.length];
        for (int rank = 0; rank < rows.length; rank++) {
            memory[rank] = MemorySegment.ofArray(bytes(rows[rank]));
        }
        return memory;
    }
}
