package io.rina.train;

import io.rina.train.TrainingException.Category;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * One rank of a synchronous data-parallel run. All ranks start from the same parameters and take
 * the same steps:
 *
 * <ol>
 *   <li>compute: the gradients of this rank's share of the global batch;
 *   <li>communicate: their sum over all ranks, which is the gradient of the whole batch;
 *   <li>update: the same change to the same parameters, so that the copies never part.
 * </ol>
 *
 * <p>A process can have one run at a time: PyTorch collects gradients for one model only.
 */
public final class TrainingRun {
    private final TrainingConfig config;
    private final GradientReducer reducer;
    private final StepListener listener;
    private final Samples samples;
    private final Samples test;
    private final GlobalBatches batches;
    private final Network network;
    private final LocalWork work;
    private final Bucket bucket;
    private final MomentumDescent descent;

    private final List<Float> losses = new ArrayList<>();
    private double correctOfEpoch;
    private long computeNs;
    private long communicateNs;
    private long updateNs;

    private TrainingRun(
            TrainingConfig config,
            Dataset data,
            Network network,
            GradientReducer reducer,
            StepListener listener) {
        this.config = config;
        this.reducer = reducer;
        this.listener = listener;
        this.samples = data.training();
        this.test = data.test();
        this.batches = new GlobalBatches(samples.count(), config.globalBatch(), config.seed());
        this.network = network;
        // No batch is larger than the whole set, whatever was asked for.
        int largestBatch = Math.min(config.globalBatch(), samples.count());
        this.work = new LocalWork(network, largestBatch, config.rank(), config.ranks());
        this.bucket = new Bucket(network.parameterCount());
        this.descent = new MomentumDescent(network.parameterCount(), config.momentum());
    }

    /**
     * Trains to the end.
     *
     * @throws TrainingException if the data or PyTorch cannot be used, or if the loss is no longer
     *     a number
     */
    public static TrainingResult run(
            TrainingConfig config, GradientReducer reducer, StepListener listener) {
        Dataset data = Dataset.load(config.data());
        try (Network network = new Network(config.seed())) {
            return new TrainingRun(config, data, network, reducer, listener).train();
        }
    }

    /**
     * Throws TrainingException if the data cannot be used, which is good to know before others wait
     * for this run.
     */
    public static void check(TrainingConfig config) {
        Dataset _ = Dataset.load(config.data());
    }

    /**
     * How many steps a run of {@code config} takes.
     *
     * @throws TrainingException if the data cannot be used, which is good to know before processes
     *     are started
     */
    public static long steps(TrainingConfig config) {
        int images = Dataset.load(config.data()).training().count();
        return (long) config.epochs()
                * new GlobalBatches(images, config.globalBatch(), config.seed()).perEpoch();
    }

    private TrainingResult train() {
        long start = System.nanoTime();
        for (int epoch = 0; epoch < config.epochs(); epoch++) {
            correctOfEpoch = 0;
            int[] order = batches.order(epoch);
            for (int batch = 0; batch < batches.perEpoch(); batch++) {
                step(epoch, order, batches.batch(batch));
            }
        }
        return result(System.nanoTime() - start);
    }

    private void step(int epoch, int[] order, Share batch) {
        int step = losses.size();
        long start = System.nanoTime();
        work.contribute(samples, order, batch, bucket);
        long computed = System.nanoTime();
        reducer.sum(bucket.floats(), bucket.elements());
        long communicated = System.nanoTime();
        float loss = checked(bucket.loss(), step);
        descent.update(network.parameters(), bucket.floats(), learningRate(step));
        long updated = System.nanoTime();

        losses.add(loss);
        correctOfEpoch += bucket.accuracy() * batch.size();
        computeNs += computed - start;
        communicateNs += communicated - computed;
        updateNs += updated - communicated;
        listener.onStep(
                step,
                epoch,
                loss,
                batch.size(),
                computed - start,
                communicated - computed,
                updated - communicated);
    }

    /** All ranks see the same loss, and so they stop at the same step. */
    private float checked(float loss, int step) {
        if (!Float.isFinite(loss)) {
            throw new TrainingException(
                    Category.DIVERGED,
                    "Rank " + config.rank() + ": the loss is " + loss + " at step " + step
                            + ". Lower the learning rate (now " + config.learningRate() + ").");
        }
        return loss;
    }

    private float learningRate(int step) {
        int steps = config.epochs() * batches.perEpoch();
        return config.learningRate() * (steps - step) / steps;
    }

    private TrainingResult result(long trainingNs) {
        long trained = (long) config.epochs() * samples.count();
        double accuracy = examine();
        return new TrainingResult(
                losses,
                correctOfEpoch / samples.count(),
                accuracy,
                test.count(),
                network.parameterCount(),
                ParameterDigest.of(network.parameters()),
                trained / (trainingNs / 1e9),
                (double) communicateNs / (computeNs + communicateNs + updateNs),
                trainingNs);
    }

    private double examine() {
        // Not a confined arena: the reducer may hand the memory to a thread of its own.
        MemorySegment correct = Arena.ofAuto().allocate(ValueLayout.JAVA_FLOAT);
        correct.set(ValueLayout.JAVA_FLOAT, 0, work.examine(test));
        reducer.sum(correct, 1);
        return (double) Math.round(correct.get(ValueLayout.JAVA_FLOAT, 0)) / test.count();
    }
}
