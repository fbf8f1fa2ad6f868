package io.rina.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A full frame of 352 lanes in native memory: written, checked, read, and its lanes added. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FrameBenchmark {
    private static final int LANES = 352;
    private static final int BYTES = Frame.HEADER_BYTES + LANES * Integer.BYTES;

    private final Frame frame = new Frame().wrap(Arena.ofAuto().allocate(BYTES, 64), 0, BYTES);
    private final int[] lanes = new Random(1).ints(LANES).toArray();
    private final int[] sums = new int[LANES];
    private long position;

    /** Before anything is measured: the frame must be one. */
    public FrameBenchmark() {
        encode();
    }

    @Benchmark
    public final Frame encodeHeader() {
        return frame.header(FrameType.DATA, 1, 2, 3, 4, position++)
                .flags(true, false, ReduceOp.SUM)
                .contract(5)
                .payload(lanes, 0, 0);
    }

    @Benchmark
    public final Frame encode() {
        return frame.header(FrameType.DATA, 1, 2, 3, 4, position++)
                .flags(true, false, ReduceOp.SUM)
                .contract(5)
                .payload(lanes, 0, LANES);
    }

    @Benchmark
    public FrameCheck.Result check() {
        return FrameCheck.check(frame);
    }

    @Benchmark
    public int[] decode() {
        frame.copyPayload(sums, 0);
        return sums;
    }

    @Benchmark
    public int[] sum() {
        frame.foldPayload(ReduceOp.SUM, sums, 0);
        return sums;
    }

    @Benchmark
    public int[] max() {
        frame.foldPayload(ReduceOp.MAX, sums, 0);
        return sums;
    }

    /** What the memory system does at best: a copy of as many bytes. */
    @Benchmark
    public int[] copyForComparison() {
        MemorySegment.copy(
                frame.segment(),
                Frame.HEADER_BYTES,
                MemorySegment.ofArray(sums),
                0,
                LANES * (long) Integer.BYTES);
        return sums;
    }
}
