package io.rina.sim.workload;

import io.rina.plan.RankSet;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of data-parallel training at one rank: the forward pass, then the backward pass from the
 * last layer to the first, and meanwhile the gradients to be summed.
 *
 * <p>A layer's part of either pass is its part of the multiply-adds. The backward pass makes the
 * gradient of a layer's input and that of its parameters, each as much work as the forward pass, so
 * it takes two thirds of the time.
 *
 * @param forwardPs of the forward pass
 * @param computePs of both passes
 * @param buckets in the order in which they get ready
 */
public record Iteration(String name, long forwardPs, long computePs, List<Bucket> buckets) {
    public Iteration {
        buckets = List.copyOf(buckets);
    }

    /**
     * @param stepPs of compute, as {@link Model#stepPs()} has by default
     * @param bytesPerParameter on the wire: 4 for float32, 2 for half precision
     */
    public static Iteration of(Model model, long stepPs, Buckets buckets, int bytesPerParameter) {
        if (stepPs < 0 || bytesPerParameter < 1) {
            throw new IllegalArgumentException("a step of " + stepPs + " ps with "
                    + bytesPerParameter + " bytes a parameter: 0 or more, and over 0, are needed");
        }
        long forwardPs = Math.round(stepPs / 3.0);
        double backwardPs = stepPs - forwardPs;
        long total = Math.max(1, model.multiplyAdds());
        List<Bucket> filled = new ArrayList<>();
        long doneAdds = 0;
        long bytes = 0;
        for (int i = model.layers().size() - 1; i >= 0; i--) {
            Layer layer = model.layers().get(i);
            doneAdds += layer.multiplyAdds();
            bytes += layer.parameters() * bytesPerParameter;
            if (bytes > 0 && (i == 0 || buckets.isFull(filled.size(), bytes))) {
                long readyPs = forwardPs + Math.round(backwardPs * doneAdds / total);
                filled.add(new Bucket(layer.name(), readyPs, bytes));
                bytes = 0;
            }
        }
        return new Iteration(model.name(), forwardPs, stepPs, filled);
    }

    /** To be summed in all. */
    public long bytes() {
        return buckets.stream().mapToLong(Bucket::bytes).sum();
    }

    /** As activities: compute from bucket to bucket, and a sum over {@code ranks} behind each. */
    public ActivityGraph graph(RankSet ranks) {
        ActivityGraph.Builder builder = new ActivityGraph.Builder(name);
        int compute = builder.compute("forward", forwardPs);
        long nowPs = forwardPs;
        for (Bucket bucket : buckets) {
            compute =
                    builder.compute("backward " + bucket.name(), bucket.readyPs() - nowPs, compute);
            builder.communicate(
                    bucket.name(), CollectiveKind.ALL_REDUCE, ranks, bucket.bytes(), compute);
            nowPs = bucket.readyPs();
        }
        if (nowPs < computePs) {
            builder.compute("backward", computePs - nowPs, compute);
        }
        return builder.build();
    }
}
