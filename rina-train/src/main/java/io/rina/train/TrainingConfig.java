package io.rina.train;

/**
 * Everything that decides the outcome of a run. All but {@code rank} must be the same in every
 * process.
 *
 * @param globalBatch samples a step over all ranks together, so that the run learns the same
 *     whatever the number of ranks
 * @param learningRate at the first step; it falls in a straight line, to nothing after the last
 * @param momentum the part of the last step's velocity that goes on, 0 for plain gradient descent
 */
public record TrainingConfig(
        long seed,
        int epochs,
        int globalBatch,
        float learningRate,
        float momentum,
        int rank,
        int ranks,
        DataSource data) {
    public static final int DEFAULT_EPOCHS = 10;
    public static final int DEFAULT_GLOBAL_BATCH = 128;
    public static final float DEFAULT_LEARNING_RATE = 0.05f;
    public static final float DEFAULT_MOMENTUM = 0.9f;

    public TrainingConfig {
        if (epochs < 1) {
            throw new IllegalArgumentException("there must be at least 1 epoch, not " + epochs);
        }
        if (globalBatch < 1) {
            throw new IllegalArgumentException(
                    "the global batch must be at least 1 image, not " + globalBatch);
        }
        if (!(learningRate > 0) || !Float.isFinite(learningRate)) {
            throw new IllegalArgumentException(
                    "the learning rate must be above 0, not " + learningRate);
        }
        if (!(momentum >= 0 && momentum < 1)) {
            throw new IllegalArgumentException(
                    "the momentum must be at least 0 and below 1, not " + momentum);
        }
        if (ranks < 1 || rank < 0 || rank >= ranks) {
            throw new IllegalArgumentException("there is no rank " + rank + " of " + ranks);
        }
    }

    /**
     * The demo: one process, the embedded images, settings that reach their accuracy in well under
     * a minute.
     */
    public static TrainingConfig defaults() {
        return new TrainingConfig(
                1,
                DEFAULT_EPOCHS,
                DEFAULT_GLOBAL_BATCH,
                DEFAULT_LEARNING_RATE,
                DEFAULT_MOMENTUM,
                0,
                1,
                new DataSource.Embedded());
    }

    public TrainingConfig withSeed(long seed) {
        return new TrainingConfig(
                seed, epochs, globalBatch, learningRate, momentum, rank, ranks, data);
    }

    public TrainingConfig withEpochs(int epochs) {
        return new TrainingConfig(
                seed, epochs, globalBatch, learningRate, momentum, rank, ranks, data);
    }

    public TrainingConfig withGlobalBatch(int globalBatch) {
        return new TrainingConfig(
                seed, epochs, globalBatch, learningRate, momentum, rank, ranks, data);
    }

    public TrainingConfig withLearningRate(float learningRate) {
        return new TrainingConfig(
                seed, epochs, globalBatch, learningRate, momentum, rank, ranks, data);
    }

    public TrainingConfig withMomentum(float momentum) {
        return new TrainingConfig(
                seed, epochs, globalBatch, learningRate, momentum, rank, ranks, data);
    }

    public TrainingConfig withRank(int rank, int ranks) {
        return new TrainingConfig(
                seed, epochs, globalBatch, learningRate, momentum, rank, ranks, data);
    }

    public TrainingConfig withData(DataSource data) {
        return new TrainingConfig(
                seed, epochs, globalBatch, learningRate, momentum, rank, ranks, data);
    }
}
