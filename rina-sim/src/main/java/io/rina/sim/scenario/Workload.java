package io.rina.sim.scenario;

import io.rina.sim.workload.Activity;
import io.rina.sim.workload.ActivityGraph;
import io.rina.sim.workload.ActivityMatch;
import io.rina.sim.workload.Bucket;
import io.rina.sim.workload.Buckets;
import io.rina.sim.workload.FlowSchedule;
import io.rina.sim.workload.Iteration;
import io.rina.sim.workload.Model;
import io.rina.sim.workload.TimedFlow;

import java.util.List;

/** What the workers of a job do. */
public sealed interface Workload {
    /** Payload of an iteration, as the workload itself counts it. */
    long bytes();

    /** Throws IllegalArgumentException where {@code workers} cannot do it. */
    void requireFit(int workers);

    /**
     * Each worker computes and takes part in the sums of all, again and again.
     *
     * @param samples that a worker trains with in an iteration; 0 where nothing is trained
     */
    record Training(Iteration iteration, int iterations, int samples) implements Workload {
        public Training {
            if (iterations < 1) {
                throw new IllegalArgumentException(
                        "a workload of " + iterations + " iterations: there must be one at least");
            }
        }

        @Override
        public long bytes() {
            return iteration.bytes();
        }

        @Override
        public void requireFit(int workers) {
            // Any number of workers sums.
        }

        /**
         * The same with a fraction of the samples, and so of compute, and of the gradients: the ratio of
         * both stays, and packets can be followed where there would be too many.
         *
         * @param by a divisor of the samples
         */
        public Training shrunk(int by) {
            if (by < 1 || samples % by != 0) {
                throw new IllegalArgumentException(by + " is no divisor of the " + samples
                        + " samples that a worker trains with in an iteration");
            }
            List<Bucket> smaller = iteration.buckets().stream()
                    .map(bucket -> new Bucket(
                            bucket.name(), bucket.readyPs() / by, Math.ceilDiv(bucket.bytes(), by)))
                    .toList();
            Iteration part = new Iteration(
                    iteration.name(),
                    iteration.forwardPs() / by,
                    iteration.computePs() / by,
                    smaller);
            return new Training(part, iterations, samples / by);
        }
    }

    /** Plain flows from worker to worker, without a collective operation. */
    record Flows(FlowSchedule schedule) implements Workload {
        @Override
        public long bytes() {
            return schedule.flows().stream().mapToLong(TimedFlow::bytes).sum();
        }

        @Override
        public void requireFit(int workers) {
            if (schedule.hosts() > workers) {
                throw new IllegalArgumentException("the flows are between " + schedule.hosts()
                        + " hosts, and a job has " + workers + " workers");
            }
        }
    }

    /** What each rank computes and communicates, by rank; what ranks do together must match. */
    record Activities(List<ActivityGraph> graphs) implements Workload {
        public Activities {
            graphs = List.copyOf(graphs);
            ActivityMatch.require(graphs);
        }

        /** Of a rank on average. */
        @Override
        public long bytes() {
            return graphs.stream().mapToLong(ActivityGraph::bytes).sum() / graphs.size();
        }

        @Override
        public void requireFit(int workers) {
            if (graphs.size() != workers) {
                throw new IllegalArgumentException("there are activities of " + graphs.size()
                        + " ranks, and a job has " + workers + " workers");
            }
        }

        /** The operations of all ranks. */
        public List<Activity.Communicate> operations() {
            return graphs.stream()
                    .flatMap(graph -> graph.activities().stream())
                    .filter(Activity.Communicate.class::isInstance)
                    .map(Activity.Communicate.class::cast)
                    .toList();
        }
    }

    /** All-reduces of {@code bytes}, one after the other, and nothing to compute. */
    static Training allReduce(long bytes, int iterations) {
        if (bytes < 1) {
            throw new IllegalArgumentException("an all-reduce of " + bytes + " bytes");
        }
        Bucket all = new Bucket("all-reduce", 0, bytes);
        return new Training(new Iteration("all-reduce", 0, 0, List.of(all)), iterations, 0);
    }

    /**
     * Training of {@code model}.
     *
     * @param stepPs of compute in an iteration
     * @param overlap whether gradients are summed while others are computed; if not, all wait for
     *     the end of the backward pass
     */
    static Training training(
            Model model,
            long stepPs,
            Buckets buckets,
            int bytesPerParameter,
            boolean overlap,
            int iterations) {
        Iteration step = Iteration.of(model, stepPs, buckets, bytesPerParameter);
        return new Training(overlap ? step : atTheEnd(step), iterations, model.batch());
    }

    private static Iteration atTheEnd(Iteration step) {
        List<Bucket> late = step.buckets().stream()
                .map(bucket -> new Bucket(bucket.name(), step.computePs(), bucket.bytes()))
                .toList();
        return new Iteration(step.name(), step.forwardPs(), step.computePs(), late);
    }
}
