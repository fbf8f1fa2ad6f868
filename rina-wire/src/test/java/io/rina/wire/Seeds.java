package io.rina.wire;

import java.util.Random;
import java.util.function.Consumer;

/** Tests on random values: the same for the same seed, and a failure names its seed. */
final class Seeds {
    private static final long[] EDGES = {
        0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE
    };

    private Seeds() {}

    /** Runs {@code test} for the seeds from 0 to {@code count} - 1. */
    static void each(int count, Consumer<Random> test) {
        for (int seed = 0; seed < count; seed++) {
            try {
                test.accept(new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** Any long; one in four is at an edge of what ints or longs can hold. */
    static long anyLong(Random random) {
        return random.nextInt(4) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
    }

    /** Any int, with edges as often. */
    static int anyInt(Random random) {
        return (int) anyLong(random);
    }

    static int[] anyInts(Random random, int count) {
        int[] ints = new int[count];
        for (int i = 0; i < count; i++) {
            ints[i] = anyInt(random);
        }
        return ints;
    }

    static <E extends Enum<E>> E any(Random random, E[] values) {
        return values[random.nextInt(values.length)];
    }
}
