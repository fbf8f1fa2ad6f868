package io.rina.train;

/**
 * Sees the progress of a run, on the thread that trains: what takes long here slows all ranks down.
 */
@FunctionalInterface
public interface StepListener {
    /**
     * After each step.
     *
     * @param step counts from 0 over the whole run
     * @param epoch counts from 0
     * @param globalLoss the mean loss of the samples of all ranks, before this step's update
     * @param samples the samples of all ranks
     * @param computeNs forward and backward pass of this rank's share, and packing the gradients
     * @param communicateNs the sum over all ranks, with the wait for the slowest of them
     * @param updateNs the new parameters
     */
    void onStep(
            int step,
            int epoch,
            float globalLoss,
            int samples,
            long computeNs,
            long communicateNs,
            long updateNs);

    static StepListener none() {
        return (step, epoch, globalLoss, samples, computeNs, communicateNs, updateNs) -> {};
    }
}
