package io.rina.cli.run;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Contributions whose sums are known, the same as in testbed/allreduce/orders.h. They repeat after a
 * prime number of elements, so that no chunk can pass for another.
 */
final class KnownSums {
    static final int PERIOD = 4093;

    /** A part of the largest sum that there can be; the sums of 64 float32 all-reduces stay within. */
    private static final double TOLERANCE = 0x1p-13;

    private KnownSums() {}

    /** In [-1, 1), a multiple of 2^-15: sums of a thousand of them are exact in float32. */
    private static float contribution(int rank, int index) {
        return (rank * 7_919 + index * 104_729) % 65_536 * 0x1p-15f - 1;
    }

    /** Float32 contributions of {@code rank}, times {@code factor}. */
    static void fill(MemorySegment data, int rank, double factor) {
        float[] period = new float[PERIOD];
        for (int i = 0; i < PERIOD; i++) {
            period[i] = (float) (contribution(rank, i) * factor);
        }
        MemorySegment source = MemorySegment.ofArray(period);
        for (long at = 0; at < data.byteSize(); at += source.byteSize()) {
            long bytes = Math.min(source.byteSize(), data.byteSize() - at);
            MemorySegment.copy(source, 0, data, at, bytes);
        }
    }

    /** How many elements are not the sum over all ranks times {@code factor}. */
    static long wrong(MemorySegment data, int ranks, double factor) {
        double[] period = new double[PERIOD];
        for (int i = 0; i < PERIOD; i++) {
            for (int rank = 0; rank < ranks; rank++) {
                period[i] += contribution(rank, i);
            }
            period[i] *= factor;
        }
        double tolerance = ranks * TOLERANCE * factor;
        long elements = data.byteSize() / Float.BYTES;
        long wrong = 0;
        for (long i = 0, at = 0; i < elements; i++) {
            double off = data.getAtIndex(ValueLayout.JAVA_FLOAT, i) - period[(int) at];
            wrong += Math.abs(off) <= tolerance ? 0 : 1;
            at = at + 1 == PERIOD ? 0 : at + 1;
        }
        return wrong;
    }
}
