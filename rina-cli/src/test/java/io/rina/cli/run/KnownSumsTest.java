package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSumsTest {
    private static final int RANKS = 5;

    /** Summed here, in the order of the ranks. */
    private static float[] sums(int elements, double factor) {
        float[] sums = new float[elements];
        for (int rank = 0; rank < RANKS; rank++) {
            float[] own = new float[elements];
            KnownSums.fill(MemorySegment.ofArray(own), rank, factor);
            for (int i = 0; i < elements; i++) {
                sums[i] += own[i];
            }
        }
        return sums;
    }

    private static long wrong(float[] data, double factor) {
        return KnownSums.wrong(MemorySegment.ofArray(data), RANKS, factor);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, KnownSums.PERIOD - 1, KnownSums.PERIOD, 3 * KnownSums.PERIOD + 7})
    void shouldAcceptTheSumOfWhatTheRanksGive(int elements) {
        assertThat(wrong(sums(elements, 0x1p-96), 0x1p-96)).isZero();
    }

    @Test
    void shouldCountEachElementThatIsNotTheSum() {
        float[] data = sums(10_000, 1);
        data[0] += 0.01f;
        data[5_000] = Float.NaN;
        data[9_999] = Float.POSITIVE_INFINITY;
        assertThat(wrong(data, 1)).isEqualTo(3);
    }

    @Test
    void shouldCountWhatStandsInAnotherChunksPlace() {
        int chunk = 64 * 352;
        float[] data = sums(2 * chunk, 1);
        float[] swapped = new float[2 * chunk];
        System.arraycopy(data, 0, swapped, chunk, chunk);
        System.arraycopy(data, chunk, swapped, 0, chunk);
        assertThat(wrong(swapped, 1)).isGreaterThan(chunk);
    }

    @Test
    void shouldCountWhatLacksARank() {
        float[] data = sums(10_000, 1);
        float[] missing = new float[10_000];
        KnownSums.fill(MemorySegment.ofArray(missing), 3, 1);
        for (int i = 0; i < data.length; i++) {
            data[i] -= missing[i];
        }
        assertThat(wrong(data, 1)).isGreaterThan(9_900);
    }
}
