package io.rina.engine.number;

/** Bits that an element of a fixed-point sum has on the wire. */
public enum WireWidth {
    /** A lane an element. */
    BITS_32(32, Integer.MAX_VALUE - 127),
    /** Two elements a lane: half the bytes, and an error that the report tells. */
    BITS_16(16, 0x7fff);

    private final int bits;
    private final int mostUnits;

    WireWidth(int bits, int mostUnits) {
        this.bits = bits;
        this.mostUnits = mostUnits;
    }

    public int bits() {
        return bits;
    }

    /**
     * What all ranks together may contribute to an element, in units. With 32 bits that is the
     * largest float below a power of two, when that is 2^31: a float has 24 bits.
     */
    int mostUnits() {
        return mostUnits;
    }
}
