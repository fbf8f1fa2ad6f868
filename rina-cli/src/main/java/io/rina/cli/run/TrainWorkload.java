package io.rina.cli.run;

import io.rina.engine.number.NumberReport;
import io.rina.runtime.Communicator;
import io.rina.train.TorchEngine;
import io.rina.train.TrainingConfig;
import io.rina.train.TrainingResult;
import io.rina.train.TrainingRun;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Training at one rank, its gradients summed by a communicator. */
record TrainWorkload(TrainingConfig config) implements Workload {
    @Override
    public void prepare() {
        TrainingRun.check(config);
        TorchEngine.prepare();
    }

    @Override
    public void run(Communicator job, Consumer<Event> events) {
        Tally tally = new Tally();
        TrainingResult result = TrainingRun.run(
                config.withRank(job.rank(), job.ranks()),
                (floats, elements) -> tally.add(
                        elements, job.allReduce(floats.asSlice(0, (long) elements * Float.BYTES))),
                (step, epoch, loss, samples, computeNs, communicateNs, updateNs) ->
                        events.accept(new Event.Step(
                                job.rank(),
                                step,
                                epoch,
                                loss,
                                samples,
                                computeNs,
                                communicateNs,
                                updateNs)));
        events.accept(new Event.Trained(
                job.rank(),
                result.losses(),
                result.testAccuracy(),
                result.parameterDigest(),
                result.samplesPerSecond(),
                result.communicationShare(),
                result.trainingNs() / 1e9,
                result.testImages(),
                tally.numbers(),
                tally.operations()));
    }

    /** Adds up operations and what became of their numbers. */
    private static final class Tally {
        private final Map<Integer, Long> timesOfElements = new TreeMap<>();
        private NumberReport sum = NumberReport.CLEAN;

        void add(int elements, NumberReport report) {
            timesOfElements.merge(elements, 1L, Long::sum);
            sum = sum.plus(report);
        }

        NumberReport numbers() {
            return sum;
        }

        List<Event.Operations> operations() {
            return timesOfElements.entrySet().stream()
                    .map(entry -> new Event.Operations(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }
}
