package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/** The sum of f32, bf16 or f16 in fixed point, an element a lane. */
final class FixedFloats implements ScaledCoding {
    private final DataType type;
    private final WireWidth wire;
    private final int ranks;
    private final int divisor;
    private final int[] exponents;
    private final Tally tally;
    private final FloatBlock block;
    private final int limit;
    private final boolean mayClip;

    /**
     * @param exponents biased, of each block of the operation
     * @param mostElements of a block
     */
    FixedFloats(Terms terms, int[] exponents, int mostElements, Tally tally) {
        this.exponents = exponents;
        this.tally = tally;
        type = terms.type();
        wire = terms.options().wire();
        ranks = terms.ranks();
        divisor = terms.divisor();
        block = new FloatBlock(type, mostElements);
        limit = FixedPoint.limit(ranks, wire);
        mayClip = FixedPoint.mayClip(ranks, wire);
    }

    @Override
    public Packing packing() {
        return Packing.ONE_LANE;
    }

    @Override
    public int notFinite() {
        return FixedPoint.NOT_FINITE;
    }

    /** The most units that a rank contributes. */
    int limit() {
        return limit;
    }

    @Override
    public int exponent(MemorySegment source, long offset, int count) {
        int exponent = FixedPoint.exponent(block.readBits(source, offset, count), count);
        if (exponent == FixedPoint.NOT_FINITE) {
            float[] floats = block.read(source, offset, count);
            tally.nan += FixedPoint.count(floats, count, false);
            tally.infinite += FixedPoint.count(floats, count, true);
        }
        return exponent;
    }

    /** Of the block's largest magnitude over all ranks; of infinities, as of the largest number. */
    private int binaryExponent(int block) {
        return exponents[block] == FixedPoint.NOT_FINITE
                ? type.mostExponent()
                : FixedPoint.unbiased(exponents[block]);
    }

    private double unitsInOne(int block) {
        int exponent = FixedPoint.unitsExponent(binaryExponent(block), ranks, wire);
        return Math.scalb(1.0, exponent);
    }

    @Override
    public void load(
            int number, MemorySegment source, long offset, int count, int[] lanes, int at) {
        float[] floats = block.read(source, offset, count);
        double units = unitsInOne(number);
        // An infinity becomes the largest number of the type, which may be less than the limit.
        int most = (int) Math.min(limit, type.most() * units);
        FixedPoint.quantise(floats, lanes, at, count, units, most);
        tally.flushed += FixedPoint.flushed(floats, lanes, at, count);
        if (mayClip) {
            tally.clipped += FixedPoint.clipped(floats, count, units, most);
        }
        if (wire == WireWidth.BITS_16) {
            double unit = Math.scalb(1 / units, -binaryExponent(number));
            tally.measure(floats, lanes, at, count, units, unit);
        }
    }

    @Override
    public void store(
            int number, int[] lanes, int at, int count, MemorySegment target, long offset) {
        double denominator = unitsInOne(number) * divisor;
        block.divide(lanes, at, count, denominator, target, offset);
        int most = binaryExponent(number) + FixedPoint.headroom(ranks);
        if (divisor < ranks && most >= type.mostExponent()) {
            tally.overflowed +=
                    FixedPoint.overflowing(lanes, at, count, denominator, type.overflow());
        }
    }
}
