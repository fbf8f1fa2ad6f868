package io.rina.sim.scenario;

import io.rina.sim.workload.Bucket;
import io.rina.sim.workload.Buckets;
import io.rina.sim.workload.Iteration;
import io.rina.sim.workload.Model;

import java.util.List;

/**
 * What each worker does, again and again.
 *
 * @param samples that a worker trains with in an iteration; 0 where nothing is trained
 */
public record Workload(Iteration iteration, int iterations, int samples) {
    public Workload {
        if (iterations < 1) {
            throw new IllegalArgumentException(
                    "a workload of " + iterations + " iterations: there must be one at least");
        }
    }

    /** All-reduces of {@code bytes}, one after the other, and nothing to compute. */
    public static Workload allReduce(long bytes, int iterations) {
        if (bytes < 1) {
            throw new IllegalArgumentException("an all-reduce of " + bytes + " bytes");
        }
        Bucket all = new Bucket("all-reduce", 0, bytes);
        return new Workload(new Iteration("all-reduce", 0, 0, List.of(all)), iterations, 0);
    }

    /**
     * Training of {@code model}.
     *
     * @param stepPs of compute in an iteration
     * @param overlap whether gradients are summed while others are computed; if not, all wait for
     *     the end of the backward pass
     */
    public static Workload training(
            Model model,
            long stepPs,
            Buckets buckets,
            int bytesPerParameter,
            boolean overlap,
            int iterations) {
        Iteration step = Iteration.of(model, stepPs, buckets, bytesPerParameter);
        return new Workload(overlap ? step : atTheEnd(step), iterations, model.batch());
    }

    /**
     * The same with a fraction of the samples, and so of compute, and of the gradients: the ratio of
     * both stays, and packets can be followed where there would be too many.
     *
     * @param by a divisor of the samples
     */
    public Workload shrunk(int by) {
        if (by < 1 || samples % by != 0) {
            throw new IllegalArgumentException(by + " is no divisor of the " + samples
                    + " samples that a worker trains with in an iteration");
        }
        List<Bucket> smaller = iteration.buckets().stream()
                .map(bucket -> new Bucket(
                        bucket.name(), bucket.readyPs() / by, Math.ceilDiv(bucket.bytes(), by)))
                .toList();
        Iteration part = new Iteration(
                iteration.name(), iteration.forwardPs() / by, iteration.computePs() / by, smaller);
        return new Workload(part, iterations, samples / by);
    }

    private static Iteration atTheEnd(Iteration step) {
        List<Bucket> late = step.buckets().stream()
                .map(bucket -> new Bucket(bucket.name(), step.computePs(), bucket.bytes()))
                .toList();
        return new Iteration(step.name(), step.forwardPs(), step.computePs(), late);
    }
}
