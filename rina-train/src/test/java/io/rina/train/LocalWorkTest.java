package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks take turns on one network, since a process can collect gradients for one at a time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LocalWorkTest {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    private final Dataset data = Dataset.load(new DataSource.Embedded());
    private Network network;

    @BeforeAll
    void loadNetwork() {
        network = new Network(1);
    }

    @AfterAll
    void closeNetwork() {
        network.close();
    }

    @ParameterizedTest
    @CsvSource({"2, 128", "4, 128", "3, 61", "7, 5"})
    void shouldSumToTheGradientsOfASingleProcess(int ranks, int batchSize) {
        float[] single = sumOverRanks(1, batchSize);
        float[] sum = sumOverRanks(ranks, batchSize);

        for (int i = 0; i < single.length; i++) {
            assertThat(sum[i]).as("element %d", i).isCloseTo(single[i], within(1e-5f));
        }
    }

    @Test
    void shouldGiveTheGradientOfTheMeanLoss() {
        // Twice the same sample has the mean gradient of having it once.
        Bucket once = new Bucket(network.parameterCount());
        Bucket twice = new Bucket(network.parameterCount());
        new LocalWork(network, 1, 0, 1)
                .contribute(data.training(), new int[] {5}, new Share(0, 1), once);
        new LocalWork(network, 2, 0, 1)
                .contribute(data.training(), new int[] {5, 5}, new Share(0, 2), twice);

        float[] expected = once.floats().toArray(FLOAT);
        float[] actual = twice.floats().toArray(FLOAT);
        assertThat(Math.abs(expected[expected.length - 3])).isZero();
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).as("element %d", i).isCloseTo(expected[i], within(1e-5f));
        }
    }

    @Test
    void shouldNotCarryGradientsOverToTheNextBatch() {
        assertThat(sumOverRanks(1, 16)).isEqualTo(sumOverRanks(1, 16));
    }

    @Test
    void shouldExamineEveryImageOnce() {
        int single = new LocalWork(network, 128, 0, 1).examine(data.test());
        int sum = 0;
        for (int rank = 0; rank < 3; rank++) {
            sum += new LocalWork(network, 128, rank, 3).examine(data.test());
        }
        assertThat(sum).isEqualTo(single);
    }

    private float[] sumOverRanks(int ranks, int batchSize) {
        int[] order = new GlobalBatches(data.training().count(), batchSize, 1).order(0);
        Bucket bucket = new Bucket(network.parameterCount());
        float[] sum = new float[bucket.elements()];
        for (int rank = 0; rank < ranks; rank++) {
            LocalWork work = new LocalWork(network, batchSize, rank, ranks);
            work.contribute(data.training(), order, new Share(0, batchSize), bucket);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += bucket.floats().getAtIndex(FLOAT, i);
            }
        }
        return sum;
    }
}
