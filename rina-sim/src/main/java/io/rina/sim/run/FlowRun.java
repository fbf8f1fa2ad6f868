package io.rina.sim.run;

import io.rina.sim.flow.LinkTime;
import io.rina.sim.flow.PlanTime;
import io.rina.sim.net.Payload;
import io.rina.sim.run.Result.Durations;
import io.rina.sim.run.Result.Traffic;
import io.rina.sim.run.Simulation.PlacedPlan;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.workload.Bucket;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongToDoubleFunction;

/**
 * A run without packets: a bucket's sum starts when its slowest rank is ready and the bucket before
 * is summed, and takes what {@link PlanTime} or {@link LinkTime} says.
 */
final class FlowRun {
    private static final double PS = 1e12;

    private final Scenario scenario;
    private final LinkTime links;
    private final LongToDoubleFunction seconds;
    private final Map<Long, Long> sumPs = new HashMap<>();

    private FlowRun(Scenario scenario, LinkTime links, LongToDoubleFunction seconds) {
        this.scenario = scenario;
        this.links = links;
        this.seconds = seconds;
    }

    /** Round by round, the transfers of a round sharing the links. */
    static Outcome ofRounds(Scenario scenario, PlacedPlan placed) {
        PlanTime time = new PlanTime(placed.plan(), placed.placement(), Payload.standard());
        return of(scenario, links(placed), time::seconds);
    }

    /** As fast as the busiest link and the longest chain allow. */
    static Outcome ofLinks(Scenario scenario, PlacedPlan placed) {
        LinkTime links = links(placed);
        return of(scenario, links, links::seconds);
    }

    private static LinkTime links(PlacedPlan placed) {
        return new LinkTime(placed.plan(), placed.placement(), Payload.standard());
    }

    private static Outcome of(Scenario scenario, LinkTime links, LongToDoubleFunction seconds) {
        FlowRun run = new FlowRun(scenario, links, seconds);
        List<Long> durations = new ArrayList<>();
        long totalPs = 0;
        for (int i = 0; i < scenario.workload().iterations(); i++) {
            durations.add(run.iterationPs(i));
            totalPs += durations.getLast();
            if (totalPs > scenario.limitPs()) {
                return new Outcome.Unfinished(PacketRun.limit(scenario));
            }
        }
        return new Outcome.Done(new Result(
                List.of(new Durations(durations)), scenario.hosts().window(), run.traffic()));
    }

    private long iterationPs(int iteration) {
        double slowest = 0;
        for (int rank = 0; rank < scenario.jobs().workers(); rank++) {
            slowest = Math.max(slowest, scenario.stragglers().slowdown(rank, iteration));
        }
        long endPs = 0;
        for (Bucket bucket : scenario.workload().iteration().buckets()) {
            long readyPs = Math.round(bucket.readyPs() * slowest);
            endPs = Math.max(endPs, readyPs) + sumPs(bucket.bytes());
        }
        return Math.max(endPs, Math.round(scenario.workload().iteration().computePs() * slowest));
    }

    private long sumPs(long bytes) {
        return sumPs.computeIfAbsent(bytes, any -> Math.round(seconds.applyAsDouble(any) * PS));
    }

    private Traffic traffic() {
        double all = 0;
        double most = 0;
        for (Bucket bucket : scenario.workload().iteration().buckets()) {
            all += links.wireBytes(bucket.bytes());
            most += links.busiestLinkBytes(bucket.bytes());
        }
        int iterations = scenario.workload().iterations();
        return new Traffic(
                Math.round(all * iterations), Math.round(most * iterations), 0, 0, 0, 0, 0);
    }
}
