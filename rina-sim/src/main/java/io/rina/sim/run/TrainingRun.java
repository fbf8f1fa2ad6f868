package io.rina.sim.run;

import io.rina.sim.net.Bucket;
import io.rina.sim.net.Network;
import io.rina.sim.net.TrainingJob;
import io.rina.sim.run.Result.Durations;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;

import java.util.ArrayList;
import java.util.List;

/** Ranks that compute and sum. */
final class TrainingRun implements JobRun {
    private final Scenario scenario;
    private final Workload.Training workload;
    private final PlacedProgram placed;
    private final int firstWorker;
    private final TrainingJob job;

    TrainingRun(
            Network network,
            Scenario scenario,
            Workload.Training workload,
            int number,
            PlacedProgram placed,
            Machines machines) {
        this.scenario = scenario;
        this.workload = workload;
        this.placed = placed;
        firstWorker = number * scenario.jobs().workers();
        List<Bucket> buckets = workload.iteration().buckets().stream()
                .map(bucket -> new Bucket(bucket.readyPs(), machines.fragments(bucket.bytes())))
                .toList();
        job = new TrainingJob(
                network,
                placed.placement(),
                buckets,
                workload.iteration().computePs(),
                workload.iterations(),
                this::slowdown,
                listener -> machines.of(placed, listener));
    }

    private double slowdown(int rank, int iteration) {
        return scenario.stragglers().slowdown(firstWorker + rank, iteration);
    }

    @Override
    public boolean isDone() {
        return job.isDone();
    }

    @Override
    public Durations durations() {
        List<Long> durationsPs = new ArrayList<>();
        long startPs = 0;
        for (int i = 0; i < workload.iterations(); i++) {
            durationsPs.add(job.endPs(i) - startPs);
            startPs = job.endPs(i);
        }
        return new Durations(durationsPs);
    }

    @Override
    public long computePs() {
        return Compute.meanPs(scenario, workload, firstWorker);
    }

    @Override
    public long wrong() {
        return job.collective().wrong();
    }

    @Override
    public List<String> waiting() {
        List<String> waiting = new ArrayList<>();
        for (int rank = 0; rank < placed.placement().workers(); rank++) {
            String what = job.collective().waiting(rank, placed.program().topology());
            if (!what.isEmpty()) {
                waiting.add("rank " + rank + " " + what);
            }
        }
        return waiting;
    }
}
