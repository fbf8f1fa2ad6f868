package io.rina.cli.run;

import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Route;
import io.rina.engine.number.Terms;
import io.rina.engine.number.WireWidth;
import io.rina.plan.ChunkLayout;
import io.rina.runtime.Communicator;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a benchmark reduces. Contributions are a function of rank and index, so that every rank can
 * reduce all of them itself, in double precision or in 64-bit integers.
 */
record BenchNumbers(DataType type, ReduceKind kind, NumberOptions options) {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

    /** An all-reduce over so many ranks; throws IllegalArgumentException where there is none. */
    Terms terms(int elements, int ranks) {
        return new Terms(
                type,
                kind,
                options,
                Route.ALL_REDUCE,
                elements,
                ranks,
                ChunkLayout.BLOCK_ELEMENTS,
                Terms.PIECE_LANES,
                0);
    }

    /**
     * What is timed in place, again and again on its own result: a repeated sum of floats would grow
     * without bound, the average of equal vectors stays.
     */
    BenchNumbers repeatable() {
        boolean grows = type.isFloat() && kind == ReduceKind.SUM;
        return grows ? new BenchNumbers(type, ReduceKind.AVG, options) : this;
    }

    /** One all-reduce, from start to end. */
    void reduce(Communicator job, MemorySegment source, MemorySegment target) {
        job.allReduceAsync(source, target, type, kind, options).await();
    }

    /** Writes the contribution of {@code rank}. */
    void fill(MemorySegment memory, int count, int rank) {
        for (int i = 0; i < count; i++) {
            switch (type) {
                case F32 -> memory.setAtIndex(FLOAT, i, contribution(rank, i));
                case F64 -> memory.setAtIndex(DOUBLE, i, contribution(rank, i));
                case I32 -> memory.setAtIndex(INT, i, hash(rank, i));
                case I64 -> memory.setAtIndex(LONG, i, integer(rank, i));
                case BF16 -> memory.setAtIndex(SHORT, i, bf16(contribution(rank, i)));
                case F16 ->
                    memory.setAtIndex(SHORT, i, Float.floatToFloat16(contribution(rank, i)));
            }
        }
    }

    private static int hash(int rank, int index) {
        int hash = (index * 0x9e37_79b9 ^ rank * 0x85eb_ca6b) * 0xc2b2_ae35;
        return hash ^ hash >>> 15;
    }

    /** A float in [-1, 1) that looks random. */
    static float contribution(int rank, int index) {
        return hash(rank, index) * 0x1p-31f;
    }

    private static long integer(int rank, int index) {
        int hash = hash(rank, index);
        return (long) hash << Integer.SIZE | Integer.toUnsignedLong(~hash);
    }

    /** Toward zero, which is a number of the type as good as any. */
    private static short bf16(float value) {
        return (short) (Float.floatToRawIntBits(value) >>> Short.SIZE);
    }

    /** Counts results that are further from the exact one than docs/numbers.md allows. */
    long wrong(MemorySegment results, int count, int ranks) {
        double bound = bound(ranks);
        long wrong = 0;
        for (int i = 0; i < count; i++) {
            boolean isRight = type.isFloat()
                    ? isClose(floatAt(results, i), exactly(i, ranks), bound)
                    : integerAt(results, i) == integerExactly(i, ranks);
            wrong += isRight ? 0 : 1;
        }
        return wrong;
    }

    /**
     * Of a sum or average before it is rounded to the type, for blocks whose largest magnitude is
     * below 1.
     */
    private double bound(int ranks) {
        if (kind == ReduceKind.MIN || kind == ReduceKind.MAX) {
            return 0;
        }
        double n = ranks;
        boolean isWide = type == DataType.F64;
        double ofSum;
        if (options.arithmetic() == Arithmetic.FLOAT) {
            // Each of n - 1 partial sums is below n and rounded once.
            ofSum = n * n * (isWide ? 0x1p-53 : 0x1p-24);
        } else if (options.wire() == WireWidth.BITS_16) {
            ofSum = 1.02 * n * n * 0x1p-14;
        } else {
            ofSum = n * n * (isWide ? 0x1p-62 : 0x1p-30);
        }
        // Summing doubles here is not exact either.
        return (ofSum + (isWide ? n * n * 0x1p-53 : 0)) / (kind == ReduceKind.AVG ? n : 1);
    }

    private boolean isClose(double result, double exact, double bound) {
        double rounding = switch (type) {
            case F32 -> 0x1p-24;
            case BF16 -> 0x1p-8;
            case F16 -> 0x1p-11;
            case F64, I32, I64 -> 0x1p-53;
        };
        boolean isSum = kind == ReduceKind.SUM || kind == ReduceKind.AVG;
        // Subnormal f16 are multiples of 2^-24.
        double least = type == DataType.F16 ? 0x1p-25 : 0;
        double last = isSum ? Math.max(least, (Math.abs(exact) + bound) * rounding) : 0;
        return Math.abs(result - exact) <= bound + last;
    }

    private double floatAt(MemorySegment memory, int index) {
        return switch (type) {
            case F32 -> memory.getAtIndex(FLOAT, index);
            case F64 -> memory.getAtIndex(DOUBLE, index);
            case BF16 -> Float.intBitsToFloat(memory.getAtIndex(SHORT, index) << Short.SIZE);
            case F16 -> Float.float16ToFloat(memory.getAtIndex(SHORT, index));
            case I32, I64 -> integerAt(memory, index);
        };
    }

    private double floatOf(int rank, int index) {
        float value = contribution(rank, index);
        return switch (type) {
            case BF16 -> Float.intBitsToFloat(bf16(value) << Short.SIZE);
            case F16 -> Float.float16ToFloat(Float.floatToFloat16(value));
            case F32, F64, I32, I64 -> value;
        };
    }

    private double exactly(int index, int ranks) {
        double result = floatOf(0, index);
        for (int rank = 1; rank < ranks; rank++) {
            double own = floatOf(rank, index);
            result = switch (kind) {
                case SUM, AVG -> result + own;
                case MIN -> Math.min(result, own);
                case MAX -> Math.max(result, own);
            };
        }
        return kind == ReduceKind.AVG ? result / ranks : result;
    }

    private long integerAt(MemorySegment memory, int index) {
        return type == DataType.I32
                ? memory.getAtIndex(INT, index)
                : memory.getAtIndex(LONG, index);
    }

    private long integerExactly(int index, int ranks) {
        long result = integerOf(0, index);
        for (int rank = 1; rank < ranks; rank++) {
            long own = integerOf(rank, index);
            result = switch (kind) {
                case SUM, AVG -> result + own;
                case MIN -> Math.min(result, own);
                case MAX -> Math.max(result, own);
            };
        }
        return type == DataType.I32 ? (int) result : result;
    }

    private long integerOf(int rank, int index) {
        return type == DataType.I32 ? hash(rank, index) : integer(rank, index);
    }
}
