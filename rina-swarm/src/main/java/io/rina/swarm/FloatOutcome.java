package io.rina.swarm;

import java.util.Arrays;

/**
 * One sum or average of floats in a world: what each rank gave and what all got. Enough to do the
 * same elsewhere, over real sockets say, and to compare the bits.
 */
public final class FloatOutcome {
    private final float[][] given;
    private final float[] result;

    FloatOutcome(float[][] given, float[] result) {
        this.given = given;
        this.result = result;
    }

    /** A copy of what {@code rank} gave. */
    public float[] given(int rank) {
        return given[rank].clone();
    }

    /** A copy of what every rank got. */
    public float[] result() {
        return result.clone();
    }

    /** By the bits, so that the results of two equal worlds are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof FloatOutcome that
                && Arrays.deepEquals(given, that.given)
                && Arrays.equals(result, that.result);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.deepHashCode(given) + Arrays.hashCode(result);
    }
}
