package io.rina.train;

import java.util.List;

/**
 * What a run came to. Everything but the times is the same on every rank: a launcher that compares
 * the digests of all ranks knows whether the copies of the model stayed in step.
 *
 * @param losses the mean loss of the global batch, of each step
 * @param trainingAccuracy the share of training images that were classified rightly during the last
 *     epoch
 * @param testAccuracy the same of {@code testImages} held-out images, after training
 * @param parameters how many numbers the network has learnt
 * @param parameterDigest SHA-256 in hexadecimal over the raw bits of all parameters in order
 * @param samplesPerSecond training samples of all ranks over the time of the training steps
 * @param communicationShare the part of that time that this rank spent in the {@link
 *     GradientReducer}
 */
public record TrainingResult(
        List<Float> losses,
        double trainingAccuracy,
        double testAccuracy,
        int testImages,
        int parameters,
        String parameterDigest,
        double samplesPerSecond,
        double communicationShare,
        long trainingNs) {
    public TrainingResult {
        losses = List.copyOf(losses);
    }

    public int steps() {
        return losses.size();
    }
}
