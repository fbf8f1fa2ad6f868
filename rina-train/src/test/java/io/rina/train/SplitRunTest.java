package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run split over ranks takes the steps of a run in one process, but for rounding. */
final class SplitRunTest {
    private static final int STEPS = 50;
    private static final int BATCH = 128;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    /** With rectifiers and maxima the same runs were up to 2.6e-2 apart. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldStayTogetherForFiftySteps(long seed) {
        List<Float> single = losses(seed, 1);
        List<Float> split = losses(seed, 4);
        for (int step = 0; step < STEPS; step++) {
            assertThat(split.get(step))
                    .as("loss of step %d", step)
                    .isCloseTo(single.get(step), within(1e-4f));
        }
    }

    private static List<Float> losses(long seed, int ranks) {
        Dataset data = Dataset.load(new DataSource.Embedded());
        List<Float> losses = new ArrayList<>();
        try (Network network = new Network(seed)) {
            GlobalBatches batches = new GlobalBatches(data.training().count(), BATCH, seed);
            Bucket sum = new Bucket(network.parameterCount());
            Bucket part = new Bucket(network.parameterCount());
            MomentumDescent descent = new MomentumDescent(network.parameterCount(), 0.9f);
            for (int step = 0; step < STEPS; step++) {
                int[] order = batches.order(step / batches.perEpoch());
                Share batch = batches.batch(step % batches.perEpoch());
                sum.clear();
                for (int rank = 0; rank < ranks; rank++) {
                    new LocalWork(network, BATCH, rank, ranks)
                            .contribute(data.training(), order, batch, part);
                    add(part.floats(), sum.floats(), sum.elements());
                }
                losses.add(sum.loss());
                descent.update(network.parameters(), sum.floats(), 0.05f);
            }
        }
        return losses;
    }

    private static void add(MemorySegment part, MemorySegment sum, int elements) {
        for (int i = 0; i < elements; i++) {
            float added = sum.getAtIndex(FLOAT, i) + part.getAtIndex(FLOAT, i);
            sum.setAtIndex(FLOAT, i, added);
        }
    }
}
