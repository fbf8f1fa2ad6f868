package io.rina.engine.number;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time for a block of 352 elements, over 256 blocks: to fixed point among eight ranks, and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class QuantiseBenchmark {
    private static final int BLOCK = 352;
    private static final int BLOCKS = 256;
    private static final int RANKS = 8;

    @Param({"f32", "bf16"})
    String type = "f32";

    private final int[] lanes = new int[BLOCK * BLOCKS];
    private final int[] exponents = new int[BLOCKS];
    private MemorySegment memory = MemorySegment.NULL;
    private int blockBytes;

    @SuppressWarnings("NullAway.Init")
    private FixedFloats coding;

    @Setup
    public void fill() {
        DataType dataType = DataType.ofLabel(type);
        blockBytes = BLOCK * dataType.bytes();
        memory = Arena.ofAuto().allocate((long) BLOCKS * blockBytes, 64);
        Random random = new Random(1);
        for (long at = 0; at < memory.byteSize(); at += dataType.bytes()) {
            float value = 2 * random.nextFloat() - 1;
            if (dataType == DataType.F32) {
                memory.set(ValueLayout.JAVA_FLOAT, at, value);
            } else {
                int bits = Float.floatToRawIntBits(value) >>> Short.SIZE;
                memory.set(ValueLayout.JAVA_SHORT, at, (short) bits);
            }
        }
        Terms terms = new Terms(
                dataType,
                ReduceKind.SUM,
                NumberOptions.STANDARD,
                Route.ALL_REDUCE,
                (long) BLOCK * BLOCKS,
                RANKS,
                BLOCK,
                Terms.PIECE_LANES,
                0);
        coding = new FixedFloats(terms, exponents, BLOCK, new Tally());
        // What blocks of numbers below 1 nearly always have.
        Arrays.fill(exponents, Math.getExponent(0.5f) + Float.MAX_EXPONENT);
        encode();
    }

    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public int exponents() {
        int most = 0;
        for (int i = 0; i < BLOCKS; i++) {
            most = Math.max(most, coding.exponent(memory, (long) i * blockBytes, BLOCK));
        }
        return most;
    }

    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public final int[] encode() {
        for (int i = 0; i < BLOCKS; i++) {
            coding.load(i, memory, (long) i * blockBytes, BLOCK, lanes, i * BLOCK);
        }
        return lanes;
    }

    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public MemorySegment decode() {
        for (int i = 0; i < BLOCKS; i++) {
            coding.store(i, lanes, i * BLOCK, BLOCK, memory, (long) i * blockBytes);
        }
        return memory;
    }
}
