package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.FloatSum;
import io.rina.engine.number.NotFiniteException;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.NumberReport;
import io.rina.engine.number.Workspace;
import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Float sums through the whole engine. */
class FloatSumTest {
    private static final int BLOCK = 4;
    private static final Limits LIMITS =
            new Limits(BLOCK, 2 * BLOCK, 3, 2, 1_000_000, 1_000_000, 8_000_000);
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    private static int first(int inFlight) {
        return 0;
    }

    private static Plan plan(String strategy, String ina, int... sizes) {
        return Strategies.named(strategy)
                .plan(Topology.ofSizes(sizes, rack -> ina.charAt(rack) == '1'));
    }

    private static FloatSum[] run(
            Plan plan,
            MemorySegment[] sources,
            MemorySegment[] targets,
            double divisor,
            NumberPolicy policy,
            IntUnaryOperator pick) {
        PerfectNetwork network = new PerfectNetwork(plan, LIMITS, sent -> {}, pick);
        FloatSum[] sums = new FloatSum[sources.length];
        for (int rank = 0; rank < sums.length; rank++) {
            sums[rank] = new FloatSum(
                    sources[rank],
                    targets[rank],
                    (int) (sources[rank].byteSize() / Float.BYTES),
                    BLOCK,
                    sums.length,
                    divisor,
                    policy,
                    new Workspace(),
                    5);
            network.hosts.get(rank).worker().start(sums[rank]);
        }
        network.run();
        assertThat(network.hosts)
                .allSatisfy(h -> assertThat(h.worker().completedOperations()).isEqualTo(1));
        return sums;
    }

    private static MemorySegment[] segments(float[][] floats) {
        return Arrays.stream(floats)
                .map(row -> MemorySegment.ofArray(row.clone()))
                .toArray(MemorySegment[]::new);
    }

    private static float[] floats(MemorySegment segment) {
        return segment.toArray(FLOAT);
    }

    private static float[] sumInPlace(
            Plan plan, float[][] of, double divisor, IntUnaryOperator pick) {
        MemorySegment[] memory = segments(of);
        run(plan, memory, memory, divisor, NumberPolicy.FAIL, pick);
        for (MemorySegment segment : memory) {
            assertSameBits(floats(segment), floats(memory[0]));
        }
        return floats(memory[0]);
    }

    private static void assertSameBits(float[] actual, float[] expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(Float.floatToRawIntBits(actual[i]))
                    .as("element %d: %s, not %s", i, actual[i], expected[i])
                    .isEqualTo(Float.floatToRawIntBits(expected[i]));
        }
    }

    private static float[][] random(int ranks, int elements, long seed) {
        Random random = new Random(seed);
        float[][] floats = new float[ranks][elements];
        for (float[] row : floats) {
            for (int i = 0; i < elements; i++) {
                row[i] = (float) Math.scalb(random.nextGaussian(), random.nextInt(40) - 20);
            }
        }
        return floats;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 50, 1_001})
    void shouldGiveTheSameBitsByEveryStrategy(int elements) {
        float[][] floats = random(4, elements, elements);
        for (double divisor : new double[] {1, 4}) {
            float[] ring =
                    sumInPlace(plan("ring", "00", 2, 2), floats, divisor, FloatSumTest::first);
            for (Plan plan : new Plan[] {
                plan("rina", "11", 2, 2),
                plan("rina", "10", 1, 3),
                plan("rina", "1", 4),
                plan("ps", "0", 4),
                plan("switchml", "1", 4),
                plan("ring", "000", 2, 1, 1)
            }) {
                assertSameBits(sumInPlace(plan, floats, divisor, FloatSumTest::first), ring);
            }
        }
    }

    /** Else a rank with nothing to sum would pass by ranks that wait for it. */
    @Test
    void shouldExchangeOneExponentWhereThereAreNoElements() {
        float[][] none = new float[3][0];
        sumInPlace(plan("rina", "10", 2, 1), none, 1, FloatSumTest::first);
        MemorySegment empty = MemorySegment.ofArray(new float[0]);
        FloatSum sum =
                new FloatSum(empty, empty, 0, BLOCK, 3, 1, NumberPolicy.FAIL, new Workspace(), 1);
        assertThat(sum.next()).isNotNull().satisfies(exponents -> {
            assertThat(exponents.vector().elements()).isEqualTo(1);
        });
        assertThat(sum.next()).isNotNull().satisfies(blocks -> {
            assertThat(blocks.vector().elements()).isEqualTo(0);
        });
        assertThat(sum.next()).isNull();
        assertThat(sum.failure()).isNull();
    }

    @Test
    void shouldGiveTheSameBitsInWhateverOrderFramesArrive() {
        float[][] floats = random(4, 101, 7);
        float[] expected = sumInPlace(plan("ring", "00", 2, 2), floats, 1, FloatSumTest::first);
        for (Plan plan : new Plan[] {
            plan("rina", "11", 2, 2),
            plan("ring", "00", 2, 2),
            plan("ps", "0", 4),
            plan("switchml", "1", 4)
        }) {
            for (int seed = 0; seed < 100; seed++) {
                Random random = new Random(seed);
                assertSameBits(sumInPlace(plan, floats, 1, random::nextInt), expected);
            }
        }
    }

    @Test
    void shouldTakeUnalignedOffHeapAndHeapMemoryInPlaceAndNot() {
        int elements = 37;
        float[][] floats = random(3, elements, 3);
        Plan plan = plan("rina", "10", 2, 1);
        float[] expected = sumInPlace(plan, floats, 1, FloatSumTest::first);
        int bytes = elements * Float.BYTES;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment[] sources = {
                arena.allocate(bytes + 8).asSlice(1, bytes),
                MemorySegment.ofArray(new byte[bytes + 8]).asSlice(3, bytes),
                MemorySegment.ofArray(new float[elements])
            };
            MemorySegment[] targets = {
                MemorySegment.ofArray(new float[elements + 2]).asSlice(4, bytes),
                sources[1],
                arena.allocate(bytes + 8).asSlice(2, bytes)
            };
            for (int rank = 0; rank < 3; rank++) {
                MemorySegment.copy(floats[rank], 0, sources[rank], FLOAT, 0, elements);
            }
            run(plan, sources, targets, 1, NumberPolicy.FAIL, FloatSumTest::first);
            for (MemorySegment target : targets) {
                assertSameBits(floats(target), expected);
            }
            assertSameBits(floats(sources[0]), floats[0]);
            assertSameBits(floats(sources[2]), floats[2]);
        }
    }

    @Test
    void shouldFailOnEveryRankAndChangeNothingWhenOneHasNaN() {
        for (float odd : new float[] {Float.NaN, Float.NEGATIVE_INFINITY}) {
            float[][] floats = random(3, 20, 1);
            floats[1][9] = odd;
            MemorySegment[] memory = segments(floats);
            FloatSum[] sums = run(
                    plan("rina", "10", 2, 1),
                    memory,
                    memory,
                    1,
                    NumberPolicy.FAIL,
                    FloatSumTest::first);
            for (int rank = 0; rank < 3; rank++) {
                assertThat(sums[rank].failure())
                        .isInstanceOf(NotFiniteException.class)
                        .hasMessageContaining("elements 8 to 11");
                assertSameBits(floats(memory[rank]), floats[rank]);
            }
            NumberReport report = sums[1].report();
            assertThat(report.nan() + report.infinite()).isEqualTo(1);
            assertThat(sums[0].report()).isEqualTo(NumberReport.CLEAN);
        }
    }

    @Test
    void shouldSaturateAndReport() {
        float inf = Float.POSITIVE_INFINITY;
        float[][] floats = {
            {Float.NaN, inf, inf, -inf, 1, 2, 3, 4},
            {0x1p127f, 0, inf, 0, 1, 2, 3, 4}
        };
        float[] sum = {0x1p127f, Float.MAX_VALUE, inf, -Float.MAX_VALUE, 2, 4, 6, 8};
        float[] average = {
            0x1p126f, Float.MAX_VALUE / 2, Float.MAX_VALUE, -Float.MAX_VALUE / 2, 1, 2, 3, 4
        };
        for (double divisor : new double[] {1, 2}) {
            MemorySegment[] memory = segments(floats);
            FloatSum[] sums = run(
                    plan("switchml", "1", 2),
                    memory,
                    memory,
                    divisor,
                    NumberPolicy.SATURATE,
                    FloatSumTest::first);
            for (int rank = 0; rank < 2; rank++) {
                assertSameBits(floats(memory[rank]), divisor == 1 ? sum : average);
                assertThat(sums[rank].failure()).isNull();
            }
            assertThat(sums[0].report()).isEqualTo(new NumberReport(1, 3, 0, 0));
            assertThat(sums[1].report()).isEqualTo(new NumberReport(0, 1, 0, 0));
        }
    }

    @Test
    void shouldGiveOneRankItsSaturatedNumbers() {
        MemorySegment[] memory = segments(new float[][] {{Float.NaN, Float.NEGATIVE_INFINITY}});
        run(plan("ring", "0", 1), memory, memory, 1, NumberPolicy.SATURATE, FloatSumTest::first);
        assertSameBits(floats(memory[0]), new float[] {0, -Float.MAX_VALUE});
    }

    @Test
    void shouldReportWhatIsTooSmallForItsBlock() {
        float[][] floats = {{0x1p40f, 1, 0, -1, 1, 1, 1, 1}, {0, 1, 0, 0, 1, 1, 1, 1}};
        MemorySegment[] memory = segments(floats);
        FloatSum[] sums = run(
                plan("ring", "0", 2), memory, memory, 1, NumberPolicy.FAIL, FloatSumTest::first);
        assertThat(sums[0].report()).isEqualTo(new NumberReport(0, 0, 0, 2));
        assertThat(sums[1].report()).isEqualTo(new NumberReport(0, 0, 0, 1));
        assertSameBits(floats(memory[0]), new float[] {0x1p40f, 0, 0, 0, 2, 2, 2, 2});
    }

    @Test
    void shouldHaveAContractOfAllThatRanksMustAgreeOn() {
        assertThat(contracts()).doesNotHaveDuplicates();
    }

    private static int[] contracts() {
        MemorySegment floats = MemorySegment.ofArray(new float[8]);
        return new int[] {
            contract(floats, 8, 1, NumberPolicy.FAIL, 0),
            contract(floats, 7, 1, NumberPolicy.FAIL, 0),
            contract(floats, 8, 2, NumberPolicy.FAIL, 0),
            contract(floats, 8, 1, NumberPolicy.SATURATE, 0),
            contract(floats, 8, 1, NumberPolicy.FAIL, 1)
        };
    }

    private static int contract(
            MemorySegment floats,
            int elements,
            double divisor,
            NumberPolicy policy,
            long sequence) {
        Reduction first = new FloatSum(
                        floats,
                        floats,
                        elements,
                        BLOCK,
                        2,
                        divisor,
                        policy,
                        new Workspace(),
                        sequence)
                .next();
        if (first == null) {
            throw new AssertionError("no exponents to reduce");
        }
        return first.contract();
    }
}
