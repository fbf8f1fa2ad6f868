package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/**
 * Two 16-bit numbers a lane: the first half of a block's elements in the low halves of its lanes,
 * the other in the high halves. Each rank adds its limit to its units, so that none is negative,
 * and all ranks together stay below 2^16: no carry crosses, and plain int32 addition sums both.
 */
final class HalfLanes implements ScaledCoding {
    private final FixedFloats numbers;
    private final int ranks;
    private final int[] units;

    HalfLanes(FixedFloats numbers, int ranks, int mostElements) {
        this.numbers = numbers;
        this.ranks = ranks;
        units = new int[mostElements];
    }

    @Override
    public Packing packing() {
        return Packing.TWO_A_LANE;
    }

    @Override
    public int notFinite() {
        return numbers.notFinite();
    }

    @Override
    public int exponent(MemorySegment source, long offset, int count) {
        return numbers.exponent(source, offset, count);
    }

    @Override
    public void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at) {
        numbers.load(block, source, offset, count, units, 0);
        pack(units, count, numbers.limit(), lanes, at);
    }

    static void pack(int[] units, int count, int bias, int[] lanes, int at) {
        int low = Packing.TWO_A_LANE.lanes(count);
        for (int i = 0; i < low; i++) {
            lanes[at + i] = units[i] + bias;
        }
        for (int i = 0; i < count - low; i++) {
            lanes[at + i] += (units[low + i] + bias) << 16;
        }
    }

    @Override
    public void store(
            int block, int[] lanes, int at, int count, MemorySegment target, long offset) {
        unpack(lanes, at, ranks * numbers.limit(), units, count);
        numbers.store(block, units, 0, count, target, offset);
    }

    static void unpack(int[] lanes, int at, int bias, int[] units, int count) {
        int low = Packing.TWO_A_LANE.lanes(count);
        for (int i = 0; i < low; i++) {
            units[i] = (lanes[at + i] & 0xffff) - bias;
        }
        for (int i = 0; i < count - low; i++) {
            units[low + i] = (lanes[at + i] >>> 16) - bias;
        }
    }
}
