package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.ChunkLayout;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BucketTest {
    @ParameterizedTest
    @CsvSource({"1, 352", "351, 352", "352, 352", "353, 704", "108618, 108768"})
    void shouldStartStatisticsAtABlocksEdge(int gradients, int statisticsStart) {
        Bucket bucket = new Bucket(gradients);
        bucket.statistics(2.5f, 0.25f);

        assertThat(statisticsStart % ChunkLayout.BLOCK_ELEMENTS).isZero();
        assertThat(bucket.elements()).isEqualTo(statisticsStart + 2);
        assertThat(bucket.floats().byteSize()).isEqualTo(4L * bucket.elements());
        assertThat(element(bucket, statisticsStart)).isEqualTo(2.5f);
        assertThat(element(bucket, statisticsStart + 1)).isEqualTo(0.25f);
    }

    @Test
    void shouldKeepThePaddingZero() {
        Bucket bucket = new Bucket(300);
        bucket.statistics(1, 1);
        for (int i = 300; i < 352; i++) {
            assertThat(element(bucket, i)).isZero();
        }
    }

    @Test
    void shouldContributeNothingWhenCleared() {
        Bucket bucket = new Bucket(10);
        bucket.statistics(1, 1);
        bucket.floats().fill((byte) 77);
        bucket.clear();
        for (int i = 0; i < bucket.elements(); i++) {
            assertThat(element(bucket, i)).isZero();
        }
        assertThat(bucket.loss()).isZero();
        assertThat(bucket.accuracy()).isZero();
    }

    private static float element(Bucket bucket, int index) {
        return bucket.floats().getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }
}
