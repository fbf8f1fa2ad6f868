package io.rina.cli.run;

import io.rina.cli.input.InputException;
import io.rina.train.DataSource;
import io.rina.train.TrainingConfig;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * How to train; the same words on {@code train}, {@code launch ... train} and
 * {@code worker ... train}.
 */
final class TrainOptions {
    @Option(
            names = "--epochs",
            paramLabel = "N",
            defaultValue = "" + TrainingConfig.DEFAULT_EPOCHS,
            description = "Passes over the training images. Default: ${DEFAULT-VALUE}.")
    private int epochs;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "" + TrainingConfig.DEFAULT_GLOBAL_BATCH,
            description = "Images a step over all workers together. Default: ${DEFAULT-VALUE}.")
    private int batch;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the first parameters and the order of images. Default:"
                    + " ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--learning-rate",
            paramLabel = "X",
            defaultValue = "" + TrainingConfig.DEFAULT_LEARNING_RATE,
            description = "The rate of the first step; it falls to 0. Default: ${DEFAULT-VALUE}.")
    private float learningRate;

    @Option(
            names = "--data",
            paramLabel = "WHAT",
            defaultValue = "embedded",
            description = "Where the images come from: embedded (6,000 of Fashion-MNIST), full"
                    + " (Debian's dataset-fashion-mnist) or a folder with its four files."
                    + " Default: ${DEFAULT-VALUE}.")
    private String data = "embedded";

    /** Throws InputException, naming the option, for what cannot be used. */
    TrainingConfig config() {
        TrainingConfig seeded = TrainingConfig.defaults().withSeed(seed);
        TrainingConfig limited = InputException.check("--epochs", () -> seeded.withEpochs(epochs));
        TrainingConfig batched =
                InputException.check("--batch", () -> limited.withGlobalBatch(batch));
        TrainingConfig paced = InputException.check(
                "--learning-rate", () -> batched.withLearningRate(learningRate));
        return InputException.check("--data", () -> paced.withData(DataSource.parse(data)));
    }

    /** The words that give another process the same options. */
    List<String> words() {
        List<String> words = new ArrayList<>(List.of("train"));
        words.addAll(List.of("--epochs", Integer.toString(epochs)));
        words.addAll(List.of("--batch", Integer.toString(batch)));
        words.addAll(List.of("--seed", Long.toString(seed)));
        words.addAll(List.of("--learning-rate", Float.toString(learningRate)));
        words.addAll(List.of("--data", data));
        return words;
    }
}
