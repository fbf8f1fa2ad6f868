package io.rina.sim.run;

import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.sim.flow.LinkTime;
import io.rina.sim.flow.PlanTime;
import io.rina.sim.net.Payload;
import io.rina.sim.net.Placement;
import io.rina.sim.run.Result.Durations;
import io.rina.sim.run.Result.Traffic;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.Bucket;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;

/**
 * A run without packets: a bucket's sum starts when its slowest rank is ready and the bucket before
 * is summed, and takes what {@link PlanTime} or {@link LinkTime} says.
 */
final class FlowRun {
    private static final double PS = 1e12;

    private final Scenario scenario;
    private final Workload.Training workload;
    private final LongToDoubleFunction seconds;
    private final LongFunction<double[]> linkBytes;
    private final Map<Long, Long> sumPs = new HashMap<>();

    private FlowRun(
            Scenario scenario,
            Workload.Training workload,
            LongToDoubleFunction seconds,
            LongFunction<double[]> linkBytes) {
        this.scenario = scenario;
        this.workload = workload;
        this.seconds = seconds;
        this.linkBytes = linkBytes;
    }

    /** Round by round, the transfers of a round sharing the links. */
    static Outcome ofRounds(Scenario scenario, Workload.Training workload) {
        Placement placement = PlacedProgram.placementOfAll(scenario, 0);
        PlanTime time = new PlanTime(plan(scenario, placement), placement, Payload.standard());
        return of(new FlowRun(scenario, workload, time::seconds, time::linkBytes));
    }

    /** As fast as the busiest link and the longest chain allow. */
    static Outcome ofLinks(Scenario scenario, Workload.Training workload) {
        Placement placement = PlacedProgram.placementOfAll(scenario, 0);
        LinkTime time = new LinkTime(plan(scenario, placement), placement, Payload.standard());
        return of(new FlowRun(scenario, workload, time::seconds, time::linkBytes));
    }

    private static Plan plan(Scenario scenario, Placement placement) {
        return Strategies.named(scenario.strategy()).plan(placement.topology());
    }

    private static Outcome of(FlowRun run) {
        Scenario scenario = run.scenario;
        List<Long> durations = new ArrayList<>();
        long totalPs = 0;
        for (int i = 0; i < run.workload.iterations(); i++) {
            durations.add(run.iterationPs(i));
            totalPs += durations.getLast();
            if (totalPs > scenario.limitPs()) {
                return new Outcome.Unfinished(PacketRun.limit(scenario));
            }
        }
        return new Outcome.Done(new Result(
                List.of(new Durations(durations)),
                Compute.meanPs(scenario, run.workload, 0),
                scenario.hosts().window(),
                run.traffic(),
                List.of()));
    }

    private long iterationPs(int iteration) {
        double slowest = Compute.slowest(scenario, 0, iteration);
        long endPs = 0;
        for (Bucket bucket : workload.iteration().buckets()) {
            long readyPs = Math.round(bucket.readyPs() * slowest);
            endPs = Math.max(endPs, readyPs) + sumPs(bucket.bytes());
        }
        return Math.max(endPs, Compute.ofIterationPs(scenario, workload, 0, iteration));
    }

    private long sumPs(long bytes) {
        return sumPs.computeIfAbsent(bytes, any -> Math.round(seconds.applyAsDouble(any) * PS));
    }

    private Traffic traffic() {
        double[] onLinks = new double[scenario.fabric().links().size()];
        for (Bucket bucket : workload.iteration().buckets()) {
            double[] ofBucket = linkBytes.apply(bucket.bytes());
            Arrays.setAll(onLinks, link -> onLinks[link] + ofBucket[link]);
        }
        double all = Arrays.stream(onLinks).sum() * workload.iterations();
        double most = Arrays.stream(onLinks).max().orElse(0) * workload.iterations();
        return new Traffic(Math.round(all), Math.round(most), 0, 0, 0, 0, 0, 0, 0);
    }
}
