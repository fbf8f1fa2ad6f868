package io.rina.cli.run;

import io.rina.engine.number.NumberReport;
import io.rina.runtime.Communicator;
import io.rina.train.TorchEngine;
import io.rina.train.TrainingConfig;
import io.rina.train.TrainingResult;
import io.rina.train.TrainingRun;

import java.util.function.Consumer;

/** Training at one rank, its gradients summed by a communicator. */
record TrainWorkload(TrainingConfig config) implements Workload {
    @Override
    public void prepare() {
        TorchEngine.prepare();
    }

    @Override
    public void run(Communicator job, Consumer<Event> events) {
        Tally tally = new Tally();
        TrainingResult result = TrainingRun.run(
                config.withRank(job.rank(), job.ranks()),
                (floats, elements) ->
                        tally.add(job.allReduce(floats.asSlice(0, (long) elements * Float.BYTES))),
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
                tally.total()));
    }

    /** Adds up number reports. */
    private static final class Tally {
        private long nan;
        private long infinite;
        private long clipped;
        private long flushed;

        void add(NumberReport report) {
            nan += report.nan();
            infinite += report.infinite();
            clipped += report.clipped();
            flushed += report.flushed();
        }

        Event.Numbers total() {
            return new Event.Numbers(nan, infinite, clipped, flushed);
        }
    }
}
