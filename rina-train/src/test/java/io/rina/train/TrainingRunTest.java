package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TrainingRunTest {
    private static final TrainingConfig ONE_EPOCH = TrainingConfig.defaults().withEpochs(1);

    @TempDir
    Path folder;

    @Test
    void shouldLearnWithinAnEpoch() {
        TrainingResult result = run(ONE_EPOCH);

        assertThat(result.testAccuracy()).isGreaterThan(0.60);
        assertThat(result.testImages()).isEqualTo(1000);
        assertThat(result.steps()).isEqualTo(47);
        assertThat(result.losses().getLast()).isLessThan(result.losses().getFirst());
        assertThat(result.trainingAccuracy()).isBetween(0.3, 1.0);
    }

    @Test
    void shouldRepeatBitByBit() {
        TrainingConfig config = small();
        TrainingResult first = run(config);
        TrainingResult second = run(config);

        assertThat(second.parameterDigest()).isEqualTo(first.parameterDigest());
        assertThat(second.losses()).isEqualTo(first.losses());
        assertThat(run(config.withSeed(2)).parameterDigest()).isNotEqualTo(first.parameterDigest());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldKeepAllRanksInStep(int ranks) throws Exception {
        TrainingResult alone = run(small());
        List<TrainingResult> results = TurnTakingRanks.run(small(), ranks);

        assertThat(results)
                .extracting(TrainingResult::parameterDigest)
                .containsOnly(results.getFirst().parameterDigest());
        assertThat(results)
                .extracting(TrainingResult::losses)
                .containsOnly(results.getFirst().losses());
        assertThat(results)
                .extracting(TrainingResult::testAccuracy)
                .containsOnly(results.getFirst().testAccuracy());
        for (int step = 0; step < alone.steps(); step++) {
            assertThat(results.getFirst().losses().get(step))
                    .isCloseTo(alone.losses().get(step), within(1e-2f));
        }
    }

    @Test
    void shouldTellTheListenerAboutEveryStep() {
        List<String> steps = new ArrayList<>();
        TrainingConfig config = small().withEpochs(2).withGlobalBatch(250);
        TrainingRun.run(
                config,
                GradientReducer.singleProcess(),
                (step, epoch, loss, samples, compute, communicate, update) -> {
                    assertThat(compute).isPositive();
                    steps.add(step + " " + epoch + " " + samples);
                });

        assertThat(steps)
                .containsExactly("0 0 250", "1 0 250", "2 0 100", "3 1 250", "4 1 250", "5 1 100");
    }

    @Test
    void shouldStopWhenTheLossIsNoLongerANumber() {
        assertThatThrownBy(() -> run(small().withLearningRate(1e30f)))
                .isInstanceOfSatisfying(
                        TrainingException.class,
                        e -> assertThat(e.category())
                                .isEqualTo(TrainingException.Category.DIVERGED))
                .hasMessageContaining("Lower the learning rate");
    }

    @Test
    void shouldNotGrowOverFiveHundredSteps() throws IOException {
        // Each step makes about 1 MB of tensors, which would be half a gigabyte if they stayed.
        long allowedKb = 200_000;
        TrainingConfig config = small().withGlobalBatch(12).withEpochs(11);
        List<Long> residentKb = new ArrayList<>();
        TrainingResult result = TrainingRun.run(
                config,
                GradientReducer.singleProcess(),
                (step, epoch, loss, samples, compute, communicate, update) -> {
                    if (step == 50 || step == 549) {
                        residentKb.add(residentKb());
                    }
                });

        assertThat(result.steps()).isEqualTo(550);
        assertThat(residentKb.getLast() - residentKb.getFirst()).isLessThan(allowedKb);
    }

    private static TrainingResult run(TrainingConfig config) {
        return TrainingRun.run(config, GradientReducer.singleProcess(), StepListener.none());
    }

    /** Ten steps. */
    private TrainingConfig small() {
        DataSource data =
                IdxBytes.folder(folder, Dataset.load(new DataSource.Embedded()), 600, 100);
        return ONE_EPOCH.withGlobalBatch(60).withData(data);
    }

    private static long residentKb() {
        try {
            String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(l -> l.startsWith("VmRSS:"))
                    .findFirst()
                    .orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
