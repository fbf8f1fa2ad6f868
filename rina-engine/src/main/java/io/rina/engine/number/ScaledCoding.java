package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/**
 * Floats as integers in units of their block's exponent, which all ranks have agreed on before the
 * first load.
 */
interface ScaledCoding extends Coding {
    /** The biased exponent of a block in which a rank has NaN or an infinity; no other is more. */
    int notFinite();

    /**
     * The biased exponent of the block's largest magnitude. Counts NaN and infinities, so it must
     * be called once a block.
     */
    int exponent(MemorySegment source, long offset, int count);
}
