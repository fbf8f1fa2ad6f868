package io.rina.swarm;

import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.WireWidth;
import io.rina.plan.Plan;
import io.rina.swarm.OperationKind.Numbers;

import java.math.BigInteger;

/**
 * What an operation on numbers must yield, bit by bit, from its definition in {@code
 * docs/numbers.md}: with exact fractions, loops and a plan that is run on arrays, and with nothing
 * of the engine's code.
 */
final class NumberOracle {
    /** What must be counted of one rank's numbers. */
    record Counts(long nan, long infinite, long clipped, long flushed) {}

    private final Numbers numbers;
    private final DataType type;
    private final int segmentElements;
    private final int blockLanes;
    /** By rank. */
    private final long[][] given;

    private final int ranks;
    private final long[] expected;
    private final long[] clipped;
    private final long[] flushed;
    private final boolean isFinite;

    /**
     * @param given the elements of all segments, by rank
     * @param ordered the ring as it serves the operation's demand
     * @param pieceLanes of a piece, about
     */
    NumberOracle(
            Numbers numbers,
            long[][] given,
            int segmentElements,
            int blockLanes,
            int pieceLanes,
            Plan ordered) {
        this.numbers = numbers;
        this.given = given;
        this.segmentElements = segmentElements;
        this.blockLanes = blockLanes;
        type = numbers.type();
        ranks = given.length;
        clipped = new long[ranks];
        flushed = new long[ranks];
        expected = new long[given[0].length];
        isFinite = !type.isFloat() || areFinite();
        if (isInFloat()) {
            new RingSum(type, blockLanes, pieceLanes, ordered)
                    .run(given, segmentElements, divisor(), expected);
        } else if (numbers.isScaled()) {
            sumBlocks();
        } else {
            foldAll();
        }
    }

    private boolean areFinite() {
        for (int rank = 0; rank < ranks; rank++) {
            if (counts(rank).nan + counts(rank).infinite > 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the operation fails at all ranks. */
    boolean fails() {
        return numbers.isScaled() && !isFinite && numbers.options().policy() == NumberPolicy.FAIL;
    }

    boolean isInFloat() {
        boolean isFallback = !isFinite && numbers.options().policy() == NumberPolicy.FLOAT_RING;
        return numbers.isSum() && type.isFloat() && (!numbers.isScaled() || isFallback);
    }

    /** Of all segments; without meaning where it fails. */
    long[] expected() {
        return expected;
    }

    /** Clipped and flushed have a meaning for what is scaled, is finite or saturates. */
    Counts counts(int rank) {
        long nan = 0;
        long infinite = 0;
        for (long bits : given[rank]) {
            double value = type.isFloat() ? Element.toDouble(type, bits) : 0;
            nan += Double.isNaN(value) ? 1 : 0;
            infinite += Double.isInfinite(value) ? 1 : 0;
        }
        return new Counts(nan, infinite, clipped[rank], flushed[rank]);
    }

    private int divisor() {
        return numbers.kind() == ReduceKind.AVG ? ranks : 1;
    }

    private void foldAll() {
        for (int i = 0; i < expected.length; i++) {
            long result = given[0][i];
            for (int rank = 1; rank < ranks; rank++) {
                result = type.isFloat()
                        ? foldFloats(result, given[rank][i])
                        : foldIntegers(result, given[rank][i]);
            }
            // One rank's NaN may have a payload.
            expected[i] = type.isFloat() ? foldFloats(result, result) : result;
        }
    }

    private long foldFloats(long a, long b) {
        double left = Element.toDouble(type, a);
        double right = Element.toDouble(type, b);
        boolean isMax = numbers.kind() == ReduceKind.MAX;
        double result = isMax ? Math.max(left, right) : Math.min(left, right);
        return Element.ofDouble(type, result);
    }

    private long foldIntegers(long a, long b) {
        long result = switch (numbers.kind()) {
            case SUM, AVG -> a + b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
        };
        return type == DataType.I32 ? (int) result : result;
    }

    /** Elements that share an exponent. */
    private int blockElements() {
        if (type == DataType.F64) {
            return blockLanes / 3;
        }
        return numbers.options().wire() == WireWidth.BITS_16 ? 2 * blockLanes : blockLanes;
    }

    private void sumBlocks() {
        for (int segment = 0; segment < expected.length; segment += segmentElements) {
            int end = segment + segmentElements;
            for (int from = segment; from < end; from += blockElements()) {
                sumBlock(from, Math.min(end, from + blockElements()));
            }
        }
    }

    private void sumBlock(int from, int to) {
        int headroom = 0;
        while (1 << headroom < ranks) {
            headroom++;
        }
        int bits =
                type == DataType.F64 ? 64 : numbers.options().wire() == WireWidth.BITS_16 ? 16 : 32;
        int unit = exponent(from, to) + headroom - bits + 2;
        // The largest number below a power of two, in so many bits; 16 bits have one of their own.
        BigInteger most = BigInteger.ONE.shiftLeft(bits - 1);
        most = most.subtract(BigInteger.valueOf(bits == 64 ? 1 << 10 : bits == 32 ? 1 << 7 : 1));
        BigInteger limit = most.shiftRight(headroom);
        for (int i = from; i < to; i++) {
            BigInteger sum = BigInteger.ZERO;
            for (int rank = 0; rank < ranks; rank++) {
                sum = sum.add(contribution(rank, i, unit, limit));
            }
            double value = new Rational(sum, unit, divisor()).round(type);
            expected[i] = Element.ofDouble(type, value);
        }
    }

    /** Of the block's largest magnitude over all ranks. */
    private int exponent(int from, int to) {
        int exponent = type == DataType.F64 ? Double.MIN_EXPONENT : Float.MIN_EXPONENT;
        for (long[] own : given) {
            for (int i = from; i < to; i++) {
                double value = Element.toDouble(type, own[i]);
                boolean isNumber = Math.abs(value) <= Double.MAX_VALUE;
                exponent = Math.max(
                        exponent, isNumber ? Math.getExponent(value) : Element.mostExponent(type));
            }
        }
        return exponent;
    }

    private BigInteger contribution(int rank, int element, int unit, BigInteger limit) {
        double value = Element.toDouble(type, given[rank][element]);
        if (Double.isNaN(value)) {
            return BigInteger.ZERO;
        }
        double most = Element.most(type);
        BigInteger units = Rational.of(Math.clamp(value, -most, most)).inUnits(unit);
        boolean isOver = units.abs().compareTo(limit) > 0;
        clipped[rank] += isOver && !Double.isInfinite(value) ? 1 : 0;
        flushed[rank] += units.signum() == 0 && value != 0 ? 1 : 0;
        if (!isOver) {
            return units;
        }
        return units.signum() < 0 ? limit.negate() : limit;
    }
}
