package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NotFiniteException;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.NumberReport;
import io.rina.engine.number.Pass;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Route;
import io.rina.engine.number.Terms;
import io.rina.engine.number.WireWidth;
import io.rina.engine.number.Workspace;
import io.rina.plan.Demand;
import io.rina.plan.Plan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations on numbers of every type through the whole engine. */
class NumberOperationTest {
    private static final NumberOptions HALF = NumberOptions.STANDARD.withWire(WireWidth.BITS_16);
    private static final NumberOptions IN_FLOAT =
            NumberOptions.STANDARD.withArithmetic(Arithmetic.FLOAT);

    /** Every type, kind, width and arithmetic that there is. */
    static Stream<NumberRun> runs() {
        List<NumberRun> runs = new ArrayList<>();
        for (DataType type : DataType.values()) {
            for (ReduceKind kind : ReduceKind.values()) {
                addIfThere(runs, type, kind, NumberOptions.STANDARD);
                addIfThere(runs, type, kind, HALF);
                addIfThere(runs, type, kind, IN_FLOAT);
            }
        }
        // Six types with SUM, MIN, MAX; AVG of four; SUM and AVG of three by half the width, and of
        // four in floats.
        assertThat(runs).hasSize(18 + 4 + 6 + 8);
        return runs.stream();
    }

    private static void addIfThere(
            List<NumberRun> runs, DataType type, ReduceKind kind, NumberOptions options) {
        NumberRun run = new NumberRun(type, kind, options);
        try {
            run.terms(1, 1, 1);
        } catch (IllegalArgumentException none) {
            return;
        }
        runs.add(run);
    }

    private static Plan[] plansOfFour() {
        return new Plan[] {
            NumberRun.plan("rina", "11", 2, 2),
            NumberRun.plan("rina", "10", 1, 3),
            NumberRun.plan("rina", "1", 4),
            NumberRun.plan("rina-striped", "10", 3, 1),
            NumberRun.plan("ps", "0", 4),
            NumberRun.plan("switchml", "1", 4),
            NumberRun.plan("ring", "000", 2, 1, 1),
            NumberRun.plan("h-ar", "00", 2, 2),
            NumberRun.plan("halving-doubling", "0", 4),
            NumberRun.plan("double-tree", "0", 4)
        };
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldGiveTheSameBitsByEveryStrategyInWhateverOrderFramesArrive(NumberRun run) {
        MemorySegment[] rows = NumberRows.random(run.type(), 4, 41, 7);
        Plan ring = NumberRun.plan("ring", "00", 2, 2);
        byte[] expected = run.result(ring, rows, NumberRun::first);
        for (Plan plan : plansOfFour()) {
            for (int seed = 0; seed < 10; seed++) {
                Random random = new Random(seed);
                assertThat(run.result(plan, rows, random::nextInt))
                        .as("%s, seed %d", plan.strategy(), seed)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldGiveTheSameBitsWhateverTheLength(NumberRun run) {
        for (int elements : new int[] {1, 2, 3, 5, 6, 7, 11, 12, 13, 25, 100}) {
            MemorySegment[] rows = NumberRows.random(run.type(), 4, elements, elements);
            byte[] expected =
                    run.result(NumberRun.plan("ring", "00", 2, 2), rows, NumberRun::first);
            assertThat(expected).hasSize(elements * run.type().bytes());
            for (Plan plan : plansOfFour()) {
                assertThat(run.result(plan, rows, NumberRun::first)).isEqualTo(expected);
            }
        }
    }

    static Stream<NumberRun> runsInAnyOrder() {
        return runs().filter(run -> !run.options().equals(IN_FLOAT));
    }

    /**
     * A block of eight lanes has two of an element's three lanes left over, one of 352 has one. Pieces
     * of one block hold the same blocks.
     */
    @ParameterizedTest
    @MethodSource("runsInAnyOrder")
    void shouldSkipTheLanesThatNoElementHasRoomFor(NumberRun run) {
        MemorySegment[] rows = NumberRows.random(run.type(), 2, 3_000, 5);
        Plan plan = NumberRun.plan("ring", "0", 2);
        for (int blockLanes : new int[] {8, 352}) {
            NumberRun whole = new NumberRun(
                    run.type(), run.kind(), run.options(), blockLanes, Terms.PIECE_LANES);
            NumberRun byBlock =
                    new NumberRun(run.type(), run.kind(), run.options(), blockLanes, blockLanes);
            assertThat(whole.result(plan, rows, NumberRun::first))
                    .isEqualTo(byBlock.result(plan, rows, NumberRun::first));
        }
    }

    @ParameterizedTest
    @MethodSource("runsInAnyOrder")
    void shouldGiveTheSameBitsInPieces(NumberRun run) {
        MemorySegment[] rows = NumberRows.random(run.type(), 3, 100, 11);
        Plan plan = NumberRun.plan("rina", "10", 2, 1);
        byte[] expected = run.result(plan, rows, NumberRun::first);
        for (int pieceLanes : new int[] {1, 8, 13, 40}) {
            NumberRun inPieces =
                    new NumberRun(run.type(), run.kind(), run.options(), 8, pieceLanes);
            assertThat(inPieces.result(plan, rows, NumberRun::first)).isEqualTo(expected);
        }
    }

    /** What is one block more or less: a segment's blocks count from its first element. */
    @ParameterizedTest
    @MethodSource("runsInAnyOrder")
    void shouldReduceAndScatterTheBitsOfAnAllReduceOfEachSegment(NumberRun run) {
        for (int elements : new int[] {0, 1, 5, 12, 31}) {
            for (int pieceLanes : new int[] {Terms.PIECE_LANES, 20}) {
                NumberRun inPieces =
                        new NumberRun(run.type(), run.kind(), run.options(), 8, pieceLanes);
                for (Plan plan : plansOfFour()) {
                    checkReduceScatter(inPieces, plan, elements);
                    checkReduce(inPieces, plan, elements);
                }
            }
        }
    }

    private static void checkReduceScatter(NumberRun run, Plan plan, int elements) {
        MemorySegment[] rows = NumberRows.random(run.type(), 4, 4 * elements, elements);
        long bytes = (long) elements * run.type().bytes();
        List<Buffers> buffers = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            // In place at two ranks: the outcome goes where the rank's own segment was.
            MemorySegment source = NumberRun.copies(rows)[rank];
            MemorySegment target = rank % 2 == 0
                    ? source.asSlice(rank * bytes, bytes)
                    : MemorySegment.ofArray(new byte[(int) bytes]);
            buffers.add(new Buffers(source, 0, target, (long) rank * elements));
        }
        run.run(plan, new Demand.ReduceScatter(), buffers, NumberRun::first);
        for (int segment = 0; segment < 4; segment++) {
            assertThat(NumberRun.bytes(buffers.get(segment).target()))
                    .as("segment %d of %d elements, %s", segment, elements, plan.strategy())
                    .isEqualTo(resultOfSegment(run, plan, rows, segment * bytes, bytes));
        }
    }

    private static void checkReduce(NumberRun run, Plan plan, int elements) {
        MemorySegment[] rows = NumberRows.random(run.type(), 4, elements, elements);
        MemorySegment[] targets = NumberRun.copies(rows);
        List<Buffers> buffers = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            buffers.add(new Buffers(rows[rank], rank == 2 ? targets[2] : MemorySegment.NULL));
        }
        run.run(plan, new Demand.Reduce(2), buffers, NumberRun::first);
        assertThat(NumberRun.bytes(targets[2])).isEqualTo(run.result(plan, rows, NumberRun::first));
    }

    private static byte[] resultOfSegment(
            NumberRun run, Plan plan, MemorySegment[] rows, long from, long bytes) {
        MemorySegment[] slices = Arrays.stream(rows)
                .map(row -> row.asSlice(from, bytes))
                .toArray(MemorySegment[]::new);
        return run.result(plan, slices, NumberRun::first);
    }

    /** Chunk c of a ring is summed from the rank after c on, as far as c, here in a plain loop. */
    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "BF16", "F16"})
    void shouldSumFloatsInTheOrderOfTheRing(DataType type) {
        NumberRun run = new NumberRun(type, ReduceKind.SUM, IN_FLOAT);
        int blockElements = type == DataType.F64 ? 4 : 8;
        MemorySegment[] rows = NumberRows.random(type, 4, 4 * blockElements, 3);
        double[][] values = Arrays.stream(rows)
                .map(row -> NumberRows.doubles(type, row))
                .toArray(double[][]::new);
        double[] expected = new double[4 * blockElements];
        for (int i = 0; i < expected.length; i++) {
            int chunk = i / blockElements;
            double sum = values[(chunk + 1) % 4][i];
            for (int next = 2; next <= 4; next++) {
                double more = values[(chunk + next) % 4][i];
                sum = type == DataType.F64 ? sum + more : (float) sum + (float) more;
            }
            expected[i] = sum;
        }
        for (Plan plan : plansOfFour()) {
            byte[] result = run.result(plan, rows, NumberRun::first);
            assertThat(result)
                    .as(plan.strategy())
                    .isEqualTo(NumberRun.bytes(NumberRows.rounded(type, expected)));
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldTakeUnalignedOffHeapAndHeapMemoryInPlaceAndNot(NumberRun run) {
        MemorySegment[] rows = NumberRows.random(run.type(), 3, 37, 3);
        Plan plan = NumberRun.plan("rina", "10", 2, 1);
        byte[] expected = run.result(plan, rows, NumberRun::first);
        int bytes = expected.length;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment[] sources = {
                arena.allocate(bytes + 8).asSlice(1, bytes),
                MemorySegment.ofArray(new byte[bytes + 8]).asSlice(3, bytes),
                MemorySegment.ofArray(new byte[bytes])
            };
            MemorySegment[] targets = {
                MemorySegment.ofArray(new byte[bytes + 8]).asSlice(8, bytes),
                sources[1],
                arena.allocate(bytes + 8).asSlice(2, bytes)
            };
            for (int rank = 0; rank < 3; rank++) {
                sources[rank].copyFrom(rows[rank]);
            }
            run.run(plan, sources, targets, NumberRun::first);
            for (MemorySegment target : targets) {
                assertThat(NumberRun.bytes(target)).isEqualTo(expected);
            }
            assertThat(NumberRun.bytes(sources[0])).isEqualTo(NumberRun.bytes(rows[0]));
            assertThat(NumberRun.bytes(sources[2])).isEqualTo(NumberRun.bytes(rows[2]));
        }
    }

    /** Else a rank with nothing to reduce would pass by ranks that wait for it. */
    @ParameterizedTest
    @MethodSource("runs")
    void shouldMeetInOneLaneWhereThereAreNoElements(NumberRun run) {
        MemorySegment empty = MemorySegment.ofArray(new byte[0]);
        NumberOperation operation =
                new NumberOperation(run.terms(0, 3, 1), new Buffers(empty, empty), new Workspace());
        assertThat(operation.next()).isNotNull().satisfies(opening -> {
            assertThat(opening.vector().elements()).isEqualTo(1);
        });
        assertThat(operation.next()).isNull();
        assertThat(operation.failure()).isNull();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldTellItsPassesBeforehand(NumberRun run) {
        for (int elements : new int[] {0, 1, 100}) {
            MemorySegment memory = NumberRows.random(run.type(), 1, elements, 1)[0];
            Terms terms = new NumberRun(run.type(), run.kind(), run.options(), 8, 20)
                    .terms(elements, 3, 1);
            NumberOperation operation =
                    new NumberOperation(terms, new Buffers(memory, memory), new Workspace());
            List<Pass> passes = new ArrayList<>();
            for (Reduction next; (next = operation.next()) != null; ) {
                passes.add(new Pass(next.vector().elements(), next.plan(), next.demand()));
            }
            assertThat(Pass.of(terms)).isEqualTo(passes);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "BF16", "F16"})
    void shouldFailOnEveryRankAndChangeNothingWhenOneHasNaN(DataType type) {
        NumberRun run = new NumberRun(type, ReduceKind.SUM, NumberOptions.STANDARD, 12, 12);
        int blockElements = type == DataType.F64 ? 4 : 12;
        for (double odd : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
            MemorySegment[] rows = NumberRows.random(type, 3, 50, 1);
            NumberRows.set(rows[1], type, 30, odd);
            MemorySegment[] memory = NumberRun.copies(rows);
            NumberOperation[] sums =
                    run.run(NumberRun.plan("rina", "10", 2, 1), memory, memory, NumberRun::first);
            int first = 30 / blockElements * blockElements;
            for (int rank = 0; rank < 3; rank++) {
                assertThat(sums[rank].failure())
                        .isInstanceOf(NotFiniteException.class)
                        .hasMessageContaining(
                                "elements " + first + " to " + (first + blockElements - 1));
                assertThat(NumberRun.bytes(memory[rank])).isEqualTo(NumberRun.bytes(rows[rank]));
            }
            NumberReport report = sums[1].report();
            assertThat(report.nan() + report.infinite()).isEqualTo(1);
            assertThat(sums[0].report()).isEqualTo(NumberReport.CLEAN);
        }
    }

    private static double[][] reduce(
            DataType type, ReduceKind kind, NumberPolicy policy, double[]... rows) {
        NumberRun run = new NumberRun(type, kind, NumberOptions.STANDARD.withPolicy(policy));
        MemorySegment[] memory = new MemorySegment[rows.length];
        for (int rank = 0; rank < rows.length; rank++) {
            memory[rank] = NumberRows.of(type, rows[rank]);
        }
        run.run(NumberRun.plan("switchml", "1", rows.length), memory, memory, NumberRun::first);
        double[][] results = new double[rows.length][];
        for (int rank = 0; rank < rows.length; rank++) {
            results[rank] = NumberRows.doubles(type, memory[rank]);
        }
        return results;
    }

    private static double[][] reduceByRing(DataType type, NumberOptions options, double[]... rows) {
        NumberRun run = new NumberRun(type, ReduceKind.SUM, options);
        MemorySegment[] memory = new MemorySegment[rows.length];
        for (int rank = 0; rank < rows.length; rank++) {
            memory[rank] = NumberRows.of(type, rows[rank]);
        }
        NumberOperation[] sums = run.run(
                NumberRun.plan("switchml", "1", rows.length), memory, memory, NumberRun::first);
        assertThat(sums).allMatch(sum -> sum.failure() == null && sum.report().inFloat());
        double[][] results = new double[rows.length][];
        for (int rank = 0; rank < rows.length; rank++) {
            results[rank] = NumberRows.doubles(type, memory[rank]);
        }
        return results;
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "BF16", "F16"})
    void shouldSumInFloatsAsIeeeSaysWhereSomeAreNotFinite(DataType type) {
        double nan = Double.NaN;
        double inf = Double.POSITIVE_INFINITY;
        NumberOptions ring = NumberOptions.STANDARD.withPolicy(NumberPolicy.FLOAT_RING);
        for (NumberOptions options : new NumberOptions[] {ring, IN_FLOAT}) {
            double[][] sums = reduceByRing(
                    type,
                    options,
                    new double[] {nan, inf, inf},
                    new double[] {1, -inf, 1},
                    new double[] {1, 1, inf});
            for (double[] row : sums) {
                assertThat(row).containsExactly(nan, nan, inf);
            }
        }
    }

    private static double most(DataType type) {
        return switch (type) {
            case F32 -> Float.MAX_VALUE;
            case F64 -> Double.MAX_VALUE;
            case BF16 -> 0x1.fep127;
            case F16 -> 65_504;
            case I32, I64 -> throw new IllegalArgumentException(type.label());
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "BF16", "F16"})
    void shouldSaturate(DataType type) {
        double inf = Double.POSITIVE_INFINITY;
        double most = most(type);
        double[] a = {Double.NaN, inf, inf, -inf, -inf, 0};
        double[] b = {most, 0, inf, 0, most, -0.0};
        for (double[] row : reduce(type, ReduceKind.SUM, NumberPolicy.SATURATE, a, b)) {
            assertThat(row).containsExactly(most, most, inf, -most, 0, 0);
        }
        double half = most / 2;
        for (double[] row : reduce(type, ReduceKind.AVG, NumberPolicy.SATURATE, a, b)) {
            assertThat(row).containsExactly(half, half, most, -half, 0, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "BF16", "F16"})
    void shouldReportWhatBecomesOfTheNumbers(DataType type) {
        double most = most(type);
        double least = type == DataType.F16 ? 0x1p-24 : type == DataType.F64 ? 1e-9 : 0x1p-20;
        MemorySegment[] memory = {
            NumberRows.of(type, Double.NaN, Double.POSITIVE_INFINITY, most, least, -most, 0),
            NumberRows.of(type, 0, Double.NaN, most, 0, -most, -0.0)
        };
        NumberRun run = new NumberRun(
                type, ReduceKind.SUM, NumberOptions.STANDARD.withPolicy(NumberPolicy.SATURATE));
        NumberOperation[] sums =
                run.run(NumberRun.plan("ring", "0", 2), memory, memory, NumberRun::first);
        // Two f64 are a block of eight lanes, so that its tiny number is beside a large one, too.
        assertThat(sums[0].report()).isEqualTo(new NumberReport(1, 1, 0, 1, 2, 0, 0, 0, false));
        assertThat(sums[1].report()).isEqualTo(new NumberReport(1, 0, 0, 0, 2, 0, 0, 0, false));
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "BF16", "F16"})
    void shouldLetNanWinMinimaAndMaximaAndOrderZeros(DataType type) {
        double nan = Double.NaN;
        double inf = Double.POSITIVE_INFINITY;
        double[] a = {nan, 1, -0.0, 0.0, inf, -inf, 1, -2};
        double[] b = {-inf, nan, 0.0, -0.0, 1, 1, 2, -3};
        for (double[] row : reduce(type, ReduceKind.MAX, NumberPolicy.FAIL, a, b)) {
            assertThat(row).containsExactly(nan, nan, 0.0, 0.0, inf, 1, 2, -2);
        }
        for (double[] row : reduce(type, ReduceKind.MIN, NumberPolicy.FAIL, a, b)) {
            assertThat(row).containsExactly(nan, nan, -0.0, -0.0, 1, -inf, 1, -3);
        }
    }

    @Test
    void shouldWrapSumsOfIntegers() {
        int[][] ints = {{Integer.MAX_VALUE, -1, Integer.MIN_VALUE}, {1, -1, Integer.MIN_VALUE}};
        MemorySegment[] memory = {MemorySegment.ofArray(ints[0]), MemorySegment.ofArray(ints[1])};
        NumberRun.of(DataType.I32, ReduceKind.SUM)
                .run(NumberRun.plan("ring", "0", 2), memory, memory, NumberRun::first);
        assertThat(ints[1]).containsExactly(Integer.MIN_VALUE, -2, 0);
        long[][] longs = {
            {Long.MAX_VALUE, -1, Long.MIN_VALUE, 1L << 44}, {1, -1, Long.MIN_VALUE, 3L << 21}
        };
        memory = new MemorySegment[] {
            MemorySegment.ofArray(longs[0]), MemorySegment.ofArray(longs[1])
        };
        NumberRun.of(DataType.I64, ReduceKind.SUM)
                .run(NumberRun.plan("ring", "0", 2), memory, memory, NumberRun::first);
        assertThat(longs[0]).containsExactly(Long.MIN_VALUE, -2, 0, (1L << 44) + (3L << 21));
    }

    @Test
    void shouldCompareAllBitsOfLongs() {
        long[] a = {1L << 32, -1, 5, Long.MIN_VALUE, 0x7fff_ffff_8000_0000L};
        long[] b = {(1L << 32) + 0x8000_0000L, -2, -5, Long.MAX_VALUE, 0x7fff_ffff_7fff_ffffL};
        for (ReduceKind kind : new ReduceKind[] {ReduceKind.MIN, ReduceKind.MAX}) {
            long[][] rows = {a.clone(), b.clone()};
            MemorySegment[] memory = {MemorySegment.ofArray(rows[0]), MemorySegment.ofArray(rows[1])
            };
            NumberRun.of(DataType.I64, kind)
                    .run(NumberRun.plan("switchml", "1", 2), memory, memory, NumberRun::first);
            for (int i = 0; i < a.length; i++) {
                long expected =
                        kind == ReduceKind.MIN ? Math.min(a[i], b[i]) : Math.max(a[i], b[i]);
                assertThat(rows[0][i]).isEqualTo(expected);
                assertThat(rows[1][i]).isEqualTo(expected);
            }
        }
    }

    @Test
    void shouldTellTheErrorOfSixteenBitsOnTheWire() {
        // The largest magnitude is 2^0 and L is 1: a unit is 2^-13.
        double unit = 0x1p-13;
        MemorySegment[] memory = {
            NumberRows.of(DataType.F32, 1, unit / 2, -unit / 4, unit),
            NumberRows.of(DataType.F32, 0, 3 * unit / 2, 0, unit)
        };
        NumberRun run = new NumberRun(DataType.F32, ReduceKind.SUM, HALF);
        NumberOperation[] sums =
                run.run(NumberRun.plan("ring", "0", 2), memory, memory, NumberRun::first);
        assertThat(NumberRows.doubles(DataType.F32, memory[1]))
                .containsExactly(1, 2 * unit, 0, 2 * unit);
        NumberReport report = sums[0].report();
        assertThat(report.largestError()).isEqualTo(unit / 2);
        assertThat(report.rootMeanSquareError()).isEqualTo(Math.sqrt((0.25 + 0.0625) / 4) * unit);
        assertThat(report.measured()).isEqualTo(4);
        assertThat(report.flushed()).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhatDoesNotGoTogether() {
        assertThatThrownBy(() -> NumberRun.of(DataType.I64, ReduceKind.AVG).terms(1, 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no average of i64")
                .hasMessageContaining("Take the SUM");
        assertThatThrownBy(() -> new NumberRun(DataType.F64, ReduceKind.SUM, HALF).terms(1, 2, 1))
                .hasMessageContaining("not for the SUM of f64 in FIXED: choose 32 bits");
        assertThatThrownBy(
                        () -> new NumberRun(DataType.F32, ReduceKind.MAX, IN_FLOAT).terms(1, 2, 1))
                .hasMessageContaining("not for the MAX of f32: choose FIXED");
        Terms sum = NumberRun.of(DataType.F32, ReduceKind.SUM).terms(1, 2, 1);
        Route gather = new Route(0, 1, new Demand.AllGather());
        assertThatThrownBy(() ->
                        new Terms(sum.type(), sum.kind(), sum.options(), gather, 1, 2, 6, 6, 1))
                .hasMessageContaining("all-gather moves elements");
        assertThatThrownBy(() -> NumberRun.of(DataType.I64, ReduceKind.SUM).terms(1, 1_025, 1))
                .hasMessageContaining("at most 1024 ranks, not 1025");
    }

    @Test
    void shouldHaveAContractOfAllThatRanksMustAgreeOn() {
        Terms base = NumberRun.of(DataType.F32, ReduceKind.SUM).terms(8, 2, 0);
        List<UnaryOperator<Terms>> changes = List.of(
                t -> t,
                t -> with(t, DataType.F16, t.kind(), t.options(), 8, 2, 6, 99),
                t -> with(t, t.type(), ReduceKind.AVG, t.options(), 8, 2, 6, 99),
                t -> with(t, t.type(), t.kind(), HALF, 8, 2, 6, 99),
                t -> with(
                        t,
                        t.type(),
                        t.kind(),
                        NumberOptions.STANDARD.withPolicy(NumberPolicy.SATURATE),
                        8,
                        2,
                        6,
                        99),
                t -> with(t, t.type(), t.kind(), t.options(), 7, 2, 6, 99),
                t -> with(t, t.type(), t.kind(), t.options(), 8, 3, 6, 99),
                t -> with(t, t.type(), t.kind(), t.options(), 8, 2, 7, 99),
                t -> with(t, t.type(), t.kind(), t.options(), 8, 2, 6, 98),
                t -> with(t, t.type(), t.kind(), t.options(), 8, 2, 6, 99).numbered(1));
        assertThat(changes.stream().map(change -> contract(change.apply(base))))
                .doesNotHaveDuplicates();
    }

    private static Terms with(
            Terms terms,
            DataType type,
            ReduceKind kind,
            NumberOptions options,
            long elements,
            int ranks,
            int blockLanes,
            int pieceLanes) {
        return new Terms(
                type,
                kind,
                options,
                terms.route(),
                elements,
                ranks,
                blockLanes,
                pieceLanes,
                terms.sequence());
    }

    private static int contract(Terms terms) {
        long bytes = terms.segmentElements() * terms.type().bytes();
        MemorySegment memory = MemorySegment.ofArray(new byte[(int) bytes]);
        Reduction first =
                new NumberOperation(terms, new Buffers(memory, memory), new Workspace()).next();
        if (first == null) {
            throw new AssertionError("nothing to reduce");
        }
        return first.contract();
    }
}
