package io.rina.train;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;

/**
 * The first values of the parameters. They come from Java's generator and not from PyTorch's, whose
 * state is the process's and whose stream is not promised to stay the same: the ranks start from
 * the same bits because they were given the same seed.
 */
final class Initialisation {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    private Initialisation() {}

    /**
     * Uniform between +-sqrt(6 / fanIn), which keeps the variance through layers with rectifiers:
     * He et al., "Delving Deep into Rectifiers", 2015, equation 10. {@code fanIn} is the number of
     * inputs that one output sums.
     */
    static void weights(MemorySegment floats, int fanIn, RandomGenerator random) {
        double bound = Math.sqrt(6.0 / fanIn);
        long elements = floats.byteSize() / Float.BYTES;
        for (long i = 0; i < elements; i++) {
            floats.setAtIndex(FLOAT, i, (float) ((2 * random.nextDouble() - 1) * bound));
        }
    }
}
