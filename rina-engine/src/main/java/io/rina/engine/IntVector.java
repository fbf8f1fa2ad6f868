package io.rina.engine;

/** Integers reduced in place. */
public final class IntVector implements Vector {
    private final int[] lanes;

    /** All of {@code lanes} is reduced. */
    public IntVector(int[] lanes) {
        this.lanes = lanes;
    }

    @Override
    public int elements() {
        return lanes.length;
    }

    @Override
    public int[] lanes() {
        return lanes;
    }

    @Override
    public void load(int from, int to) {
        // The lanes are the contribution.
    }

    @Override
    public void store(int from, int to) {
        // The lanes are the result.
    }
}
