package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.cli.cluster.ClusterFile;
import io.rina.train.GradientReducer;
import io.rina.train.StepListener;
import io.rina.train.TrainingConfig;
import io.rina.train.TrainingResult;
import io.rina.train.TrainingRun;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The main job, with separate processes over real sockets. */
class TrainingJobTest {
    /** One epoch of 60 steps. */
    private static final String[] OPTIONS = {"--epochs", "1", "--batch", "100", "--seed", "5"};

    private static TrainOutcome train(ClusterFile cluster) {
        TrainOptions options = new TrainOptions();
        new CommandLine(new Holder(options)).parseArgs(OPTIONS);
        TrainMonitor monitor = new TrainMonitor(
                options.config(),
                cluster.workers(),
                new PrintStream(PrintStream.nullOutputStream()));
        try (monitor) {
            LocalRun.run(cluster, Placement.HERE, options.words(), List.of("-Xmx256m"), monitor);
        }
        return monitor.outcome();
    }

    @CommandLine.Command
    private record Holder(@CommandLine.Mixin TrainOptions options) {}

    @Test
    void shouldTrainToTheSameBitsByEveryStrategy() {
        List<TrainOutcome> outcomes = new ArrayList<>();
        outcomes.add(train(ClusterFile.local(2, 2, "none", "ring")));
        outcomes.add(train(ClusterFile.local(2, 2, "all", "rina")));
        outcomes.add(train(ClusterFile.local(2, 2, "rack1", "rina")));
        outcomes.add(train(ClusterFile.local(1, 4, "all", "switchml")));
        outcomes.add(train(ClusterFile.local(2, 2, "none", "ps")));
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.trained()).hasSize(4);
            assertThat(outcome.isIdentical()).isTrue();
        });
        Set<String> digests = Set.copyOf(outcomes.stream()
                .map(outcome -> outcome.first().parameterDigest())
                .toList());
        assertThat(digests).hasSize(1);
        shouldFollowASingleProcess(outcomes.getFirst().first().losses());
    }

    /**
     * The independent source: the same global batches in one process, without any of Rina's sums.
     */
    private static void shouldFollowASingleProcess(List<Float> losses) {
        TrainingConfig config =
                TrainingConfig.defaults().withEpochs(1).withGlobalBatch(100).withSeed(5);
        TrainingResult single =
                TrainingRun.run(config, GradientReducer.singleProcess(), StepListener.none());
        for (int step = 0; step < 50; step++) {
            assertThat(losses.get(step))
                    .as("loss of step %d", step)
                    .isCloseTo(single.losses().get(step), within(1e-3f));
        }
    }
}
