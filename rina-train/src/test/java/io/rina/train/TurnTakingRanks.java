package io.rina.train;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Several ranks in one process. A rank holds the turn while it computes and gives it away while it
 * waits for the sum, because a process can collect gradients for one model at a time.
 */
final class TurnTakingRanks {
    private final int ranks;
    private final Semaphore turn = new Semaphore(1);
    private final List<float[]> contributions = new ArrayList<>();
    private final CyclicBarrier gathered;
    private final CyclicBarrier taken;

    private TurnTakingRanks(int ranks) {
        this.ranks = ranks;
        this.gathered = new CyclicBarrier(ranks);
        this.taken = new CyclicBarrier(ranks, contributions::clear);
    }

    static List<TrainingResult> run(TrainingConfig config, int ranks) throws Exception {
        TurnTakingRanks all = new TurnTakingRanks(ranks);
        try (ExecutorService threads = Executors.newFixedThreadPool(ranks)) {
            List<Callable<TrainingResult>> tasks = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                TrainingConfig own = config.withRank(rank, ranks);
                tasks.add(() -> all.train(own));
            }
            List<TrainingResult> results = new ArrayList<>();
            for (Future<TrainingResult> future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        }
    }

    private TrainingResult train(TrainingConfig config) throws InterruptedException {
        turn.acquire();
        try {
            return TrainingRun.run(
                    config,
                    (floats, elements) -> sum(config.rank(), floats, elements),
                    StepListener.none());
        } finally {
            turn.release();
        }
    }

    private void sum(int rank, MemorySegment floats, int elements) {
        float[] own = floats.asSlice(0, 4L * elements).toArray(ValueLayout.JAVA_FLOAT);
        synchronized (contributions) {
            contributions.add(own);
        }
        turn.release();
        try {
            gathered.await();
            for (int i = 0; i < elements; i++) {
                floats.setAtIndex(ValueLayout.JAVA_FLOAT, i, sumOf(i));
            }
            taken.await();
            turn.acquire();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("rank " + rank + " of " + ranks + " was left alone", e);
        }
    }

    private float sumOf(int element) {
        float sum = 0;
        for (float[] contribution : contributions) {
            sum += contribution[element];
        }
        return sum;
    }
}
