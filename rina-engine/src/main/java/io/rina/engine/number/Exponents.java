package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/**
 * The biased exponents of the blocks of a fixed-point sum, first this rank's and then those agreed
 * on, and the coding that goes by them.
 */
final class Exponents {
    private final Blocks blocks;
    private final int[] biased;
    private final ScaledCoding coding;
    private final Tally tally;

    /** Reads the whole source. */
    Exponents(Terms terms, MemorySegment source, Tally tally) {
        this.tally = tally;
        blocks = terms.blocks(terms.packing());
        // Never none: ranks without elements meet the others' contract in one exponent, too.
        biased = new int[Math.max(1, blocks.all())];
        coding = coding(terms);
        for (int block = 0; block < blocks.all(); block++) {
            long offset = blocks.firstElement(block) * terms.type().bytes();
            biased[block] = coding.exponent(source, offset, blocks.size(block));
        }
    }

    private ScaledCoding coding(Terms terms) {
        int most = blocks.blockElements();
        if (terms.type() == DataType.F64) {
            return new FixedDoubles(terms.ranks(), terms.divisor(), biased, most, tally);
        }
        FixedFloats floats = new FixedFloats(terms, biased, most, tally);
        return switch (terms.options().wire()) {
            case BITS_32 -> floats;
            case BITS_16 -> new HalfLanes(floats, terms.ranks(), most);
        };
    }

    /** To be reduced in place. */
    int[] biased() {
        return biased;
    }

    ScaledCoding coding() {
        return coding;
    }

    /** The first block in which a rank has NaN or an infinity, or -1. */
    int firstNotFinite() {
        for (int block = 0; block < biased.length; block++) {
            if (biased[block] == coding.notFinite()) {
                return block;
            }
        }
        return -1;
    }

    NotFiniteException notFinite(int block) {
        long first = blocks.firstElement(block);
        return new NotFiniteException("NaN or an infinity among elements " + first + " to "
                + (first + blocks.size(block) - 1) + " on at least one rank (on this one, in all: "
                + tally.nan + " NaN, " + tally.infinite + " infinite); no rank's buffer was"
                + " changed. Find where it comes from, or choose policy SATURATE or FLOAT_RING");
    }
}
