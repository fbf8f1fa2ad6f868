package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.number.Barrier;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.Collective;
import io.rina.engine.number.DataType;
import io.rina.engine.number.Move;
import io.rina.engine.number.MoveTerms;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Terms;
import io.rina.engine.number.WireWidth;
import io.rina.engine.number.Workspace;
import io.rina.plan.Demand;
import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.plan.UnsupportedTopologyException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ranks get of the collectives other than all-reduce, by every strategy. */
class CollectiveTest {
    private static final int BLOCK_LANES = 6;
    private static final Limits LIMITS =
            new Limits(BLOCK_LANES, 2 * BLOCK_LANES, 3, 2, 1_000_000, 1_000_000, 8_000_000);
    private static final byte UNTOUCHED = 0x55;

    private static List<Plan> plans() {
        List<Plan> plans = new ArrayList<>();
        for (String ina : List.of("1", "11", "010")) {
            int[] sizes = {5, 0, 0};
            sizes[0] -= ina.length() - 1;
            Arrays.fill(sizes, 1, ina.length(), 1);
            Topology topology = Topology.ofSizes(
                    Arrays.copyOf(sizes, ina.length()), rack -> ina.charAt(rack) == '1');
            for (String name : Strategies.names()) {
                try {
                    plans.add(Strategies.named(name).plan(topology));
                } catch (UnsupportedTopologyException e) {
                    // Another one will do.
                }
            }
        }
        return plans;
    }

    private static void run(Plan plan, IntFunction<Operation> ofRank) {
        Plan ring = Strategies.named("ring").plan(plan.topology());
        PerfectNetwork network =
                new PerfectNetwork(Program.of(plan, ring), LIMITS, sent -> {}, NumberRun::first);
        for (int rank = 0; rank < network.hosts.size(); rank++) {
            network.hosts.get(rank).worker().start(ofRank.apply(rank));
        }
        network.run();
        assertThat(network.hosts)
                .allSatisfy(h -> assertThat(h.worker().completedOperations()).isEqualTo(1));
    }

    private static MemorySegment untouched(long bytes) {
        return MemorySegment.ofArray(new byte[(int) bytes]).fill(UNTOUCHED);
    }

    /** Every type with every kind and width that go together. */
    static Stream<NumberRun> runs() {
        NumberOptions half = NumberOptions.STANDARD.withWire(WireWidth.BITS_16);
        List<NumberRun> runs = new ArrayList<>();
        for (DataType type : DataType.values()) {
            for (ReduceKind kind : ReduceKind.values()) {
                for (int piece : new int[] {Terms.PIECE_LANES, 40}) {
                    if (kind != ReduceKind.AVG || type.isFloat()) {
                        runs.add(new NumberRun(
                                type, kind, NumberOptions.STANDARD, BLOCK_LANES, piece));
                    }
                }
            }
        }
        runs.add(new NumberRun(DataType.F32, ReduceKind.SUM, half, BLOCK_LANES, 40));
        return runs.stream();
    }

    @Test
    void aReduceScatterOfWholeBlocksShouldBeCutFromTheAllReduce() {
        runs().forEach(run -> {
            for (Plan plan : plans()) {
                int ranks = plan.topology().workers();
                // As many elements as a block has of any type, or a multiple.
                int elements = 24;
                MemorySegment[] rows = NumberRows.random(run.type(), ranks, ranks * elements, 5);
                byte[] all = run.result(plan, rows, NumberRun::first);
                MemorySegment[] own = reduceScatter(run, plan, rows, elements);
                int bytes = elements * run.type().bytes();
                for (int rank = 0; rank < ranks; rank++) {
                    assertThat(NumberRun.bytes(own[rank]))
                            .as("rank %d, %s by %s", rank, run, plan)
                            .isEqualTo(Arrays.copyOfRange(all, rank * bytes, (rank + 1) * bytes));
                }
            }
        });
    }

    /** In place at odd ranks: the own segment of a copy of the row. */
    private static MemorySegment[] reduceScatter(
            NumberRun run, Plan plan, MemorySegment[] rows, int elements) {
        int ranks = rows.length;
        long bytes = (long) elements * run.type().bytes();
        MemorySegment[] copies = NumberRun.copies(rows);
        MemorySegment[] own = new MemorySegment[ranks];
        run(plan, rank -> {
            own[rank] =
                    rank % 2 == 0 ? untouched(bytes) : copies[rank].asSlice(rank * bytes, bytes);
            return new NumberOperation(
                    run.terms(new Demand.ReduceScatter(), elements, ranks, 1),
                    new Buffers(copies[rank], 0, own[rank], (long) rank * elements),
                    new Workspace());
        });
        return own;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 24, 150, 487})
    void aBroadcastShouldGiveEveryRankTheRootsBytes(int bytes) {
        for (Plan plan : plans()) {
            int ranks = plan.topology().workers();
            for (int root = 0; root < ranks; root += 2) {
                MemorySegment[] memory = random(ranks, bytes);
                byte[] expected = NumberRun.bytes(memory[root]);
                MoveTerms terms = new MoveTerms(
                        new Demand.Broadcast(root), 0, bytes, ranks, BLOCK_LANES, 20, 1);
                run(
                        plan,
                        rank -> new Move(
                                terms, new Buffers(memory[rank], memory[rank]), new Workspace()));
                for (MemorySegment each : memory) {
                    assertThat(NumberRun.bytes(each)).as("by %s", plan).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 24, 150, 487})
    void anAllGatherShouldGiveEveryRankAllBytes(int bytes) {
        for (Plan plan : plans()) {
            int ranks = plan.topology().workers();
            MemorySegment[] rows = random(ranks, bytes);
            byte[] expected = new byte[ranks * bytes];
            for (int rank = 0; rank < ranks; rank++) {
                System.arraycopy(NumberRun.bytes(rows[rank]), 0, expected, rank * bytes, bytes);
            }
            MoveTerms terms =
                    new MoveTerms(new Demand.AllGather(), 0, bytes, ranks, BLOCK_LANES, 40, 1);
            MemorySegment[] targets = new MemorySegment[ranks];
            run(plan, rank -> {
                targets[rank] = untouched(expected.length);
                MemorySegment source = rows[rank];
                if (rank % 2 == 1) {
                    // In place.
                    source = targets[rank].asSlice((long) rank * bytes, bytes);
                    source.copyFrom(rows[rank]);
                }
                Buffers buffers = new Buffers(source, (long) rank * bytes, targets[rank], 0);
                return new Move(terms, buffers, new Workspace());
            });
            for (MemorySegment target : targets) {
                assertThat(NumberRun.bytes(target)).as("by %s", plan).isEqualTo(expected);
            }
        }
    }

    private static MemorySegment[] random(int ranks, int bytes) {
        Random random = new Random(bytes);
        MemorySegment[] rows = new MemorySegment[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            byte[] row = new byte[bytes];
            random.nextBytes(row);
            rows[rank] = MemorySegment.ofArray(row);
        }
        return rows;
    }

    @Test
    void noRankShouldPassABarrierBeforeTheLastOneComes() {
        for (Plan plan : plans()) {
            PerfectNetwork network = new PerfectNetwork(plan, LIMITS, sent -> {});
            int last = network.hosts.size() - 1;
            for (int rank = 0; rank < last; rank++) {
                network.hosts.get(rank).worker().start(new Barrier(0, 1));
            }
            network.run();
            for (int rank = 0; rank < last; rank++) {
                assertThat(network.hosts.get(rank).worker().completedOperations())
                        .isZero();
            }
            network.hosts.get(last).worker().start(new Barrier(0, 1));
            network.run();
            assertThat(network.hosts)
                    .allSatisfy(
                            h -> assertThat(h.worker().completedOperations()).isEqualTo(1));
        }
    }

    @Test
    void everyCollectiveShouldHaveAContractOfItsOwn() {
        List<Integer> contracts = new ArrayList<>();
        for (Demand demand :
                List.of(new Demand.AllGather(), new Demand.Broadcast(0), new Demand.Broadcast(1))) {
            for (int bytes : new int[] {0, 1, 8}) {
                MemorySegment memory = untouched(2L * bytes);
                contracts.add(contract(new Move(
                        new MoveTerms(demand, 0, bytes, 2, BLOCK_LANES, 40, 1),
                        new Buffers(memory, memory),
                        new Workspace())));
            }
        }
        for (Demand demand : List.of(
                new Demand.AllReduce(),
                new Demand.ReduceScatter(),
                new Demand.Reduce(0),
                new Demand.Reduce(1))) {
            MemorySegment memory = untouched(2 * 8 * 4);
            contracts.add(contract(new NumberOperation(
                    NumberRun.of(DataType.I32, ReduceKind.SUM).terms(demand, 8, 2, 1),
                    new Buffers(memory, memory),
                    new Workspace())));
        }
        contracts.add(contract(new Barrier(0, 1)));
        contracts.add(contract(new Barrier(0, 2)));
        assertThat(contracts).doesNotHaveDuplicates();
    }

    private static int contract(Collective operation) {
        Reduction first = operation.next();
        if (first == null) {
            throw new AssertionError("nothing to exchange");
        }
        return first.contract();
    }

    @Test
    void shouldSayWhatACallAsksFor() {
        NumberRun sum = NumberRun.of(DataType.F32, ReduceKind.SUM);
        assertThat(sum.terms(new Demand.Reduce(2), 17, 4, 1).describe())
                .isEqualTo("reduce to rank 2, SUM of 17 f32, policy FAIL");
        assertThat(sum.terms(new Demand.ReduceScatter(), 17, 4, 1).describe())
                .isEqualTo("reduce-scatter, SUM of 4 x 17 f32, policy FAIL");
        assertThat(sum.terms(17, 4, 1).describe()).isEqualTo("SUM of 17 f32, policy FAIL");
        assertThat(new MoveTerms(new Demand.Broadcast(3), 0, 9, 4, 6, 40, 1).describe())
                .isEqualTo("broadcast from rank 3 of 9 bytes");
        assertThat(new MoveTerms(new Demand.AllGather(), 0, 9, 4, 6, 40, 1).describe())
                .isEqualTo("all-gather of 4 x 9 bytes");
    }

    @Test
    void bytesShouldNotBeSummed() {
        assertThatThrownBy(() -> new MoveTerms(new Demand.ReduceScatter(), 0, 9, 4, 6, 40, 1))
                .hasMessage("bytes are not summed: a reduce-scatter needs a type of number");
        assertThatThrownBy(() -> new MoveTerms(new Demand.AllGather(), 0, 1L << 39, 4, 6, 40, 1))
                .hasMessageContaining("takes at most 274877906944 bytes a segment");
    }
}
