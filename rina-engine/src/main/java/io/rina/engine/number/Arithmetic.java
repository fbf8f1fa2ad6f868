package io.rina.engine.number;

/** How floats are added. */
public enum Arithmetic {
    /**
     * As integers, after conversion to fixed point with one exponent a block. Works on every data
     * plane.
     */
    FIXED,
    /**
     * As floats, in the order of a ring by rank whatever the strategy: float addition depends on
     * the order, and only hosts can do it. NaN and infinities come out as IEEE 754 says.
     */
    FLOAT
}
