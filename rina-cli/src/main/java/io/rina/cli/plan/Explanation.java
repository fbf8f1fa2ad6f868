package io.rina.cli.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.rina.cli.cluster.ClusterFile;
import io.rina.plan.Framing;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Rack;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.plan.Traffic;
import io.rina.plan.time.Candidate;
import io.rina.plan.time.Choice;
import io.rina.plan.time.CostModel;
import io.rina.plan.time.OperationTime;
import io.rina.plan.time.Selection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is explained of the strategies on a cluster, as text and as JSON.
 *
 * @param costs by which times are predicted; rates are null where there is no wire
 * @param strategies those that serve the cluster, the fastest at this size first
 * @param refusals the others
 * @param auto what {@code --strategy auto} takes, by size
 * @param chosen the plan that an operation of this size runs on
 */
record Explanation(
        String cluster,
        List<RackView> racks,
        int elements,
        long payloadBytes,
        CostsView costs,
        List<StrategyView> strategies,
        List<Refusal> refusals,
        List<AutoView> auto,
        ChosenView chosen) {

    /** {@code remark}: what its switch does in the chosen plan, or why nothing. */
    record RackView(String name, boolean ina, List<Integer> ranks, String remark) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CostsView(
            @Nullable Double hostBitsPerSec,
            @Nullable Double uplinkBitsPerSec,
            double hopNs,
            double operationNs,
            double messageNs,
            double frameNs,
            double byteNs,
            double elementNs,
            int sharedCores) {
        static CostsView of(CostModel model) {
            return new CostsView(
                    finite(model.hostBitsPerSec()),
                    finite(model.uplinkBitsPerSec()),
                    model.hopNs(),
                    model.operationNs(),
                    model.messageNs(),
                    model.frameNs(),
                    model.byteNs(),
                    model.elementNs(),
                    model.sharedCores());
        }

        private static @Nullable Double finite(double rate) {
            return Double.isInfinite(rate) ? null : rate;
        }
    }

    /**
     * A strategy at this size.
     *
     * @param hostLink on the busiest link of a host, in its busier direction, data frames alone
     * @param uplink the same of the links between ToRs and the core
     * @param boundBy what the predicted time is that of, in words
     */
    record StrategyView(
            String strategy,
            int steps,
            LoadView hostLink,
            LoadView uplink,
            double predictedUs,
            String boundBy) {}

    record LoadView(long payloadBytes, long wireBytes) {
        static LoadView of(Traffic traffic) {
            return new LoadView(traffic.payloadBytes(), traffic.bytes(Framing.WIRE));
        }
    }

    record Refusal(String strategy, String reason) {}

    /** From so many elements on. */
    record AutoView(int fromElements, String strategy) {}

    /** {@code automatic}: whether {@code auto} chose it, or the user did. */
    record ChosenView(String strategy, boolean automatic, List<PlanView.MemberView> ring) {}

    static Explanation of(ClusterFile cluster, int elements) {
        Topology topology = cluster.toTopology();
        Choice auto = Choice.best(topology, cluster.fragmentElements(), cluster.costs());
        List<StrategyView> strategies = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        for (Candidate candidate : Candidate.all(topology)) {
            switch (candidate) {
                case Candidate.Serves serves -> strategies.add(strategy(cluster, serves, elements));
                case Candidate.Refuses refuses ->
                    refusals.add(new Refusal(refuses.strategy(), refuses.reason()));
            }
        }
        strategies.sort(Comparator.comparingDouble(StrategyView::predictedUs));
        Plan plan = cluster.chosen().plan(elements);
        return new Explanation(
                cluster.name(),
                racks(plan),
                elements,
                (long) elements * Float.BYTES,
                CostsView.of(cluster.costs()),
                strategies,
                refusals,
                auto.ranges().stream()
                        .map(range -> new AutoView(range.fromElements(), range.strategy()))
                        .toList(),
                new ChosenView(
                        plan.strategy(),
                        cluster.selection() instanceof Selection.Auto,
                        PlanView.ring(plan)));
    }

    private static StrategyView strategy(
            ClusterFile cluster, Candidate.Serves candidate, int elements) {
        Plan plan = candidate.plan();
        PlanCost cost = new PlanCost(plan, elements, cluster.fragmentElements());
        OperationTime time =
                OperationTime.ofFloats(plan, elements, cluster.fragmentElements(), cluster.costs());
        return new StrategyView(
                candidate.strategy(),
                cost.steps(),
                LoadView.of(cost.busiestHostLink()),
                LoadView.of(cost.busiestUplink()),
                time.totalNs() / 1e3,
                time.bound().words());
    }

    private static List<RackView> racks(Plan plan) {
        List<RackView> views = new ArrayList<>();
        for (int i = 0; i < plan.topology().racks().size(); i++) {
            Rack rack = plan.topology().racks().get(i);
            views.add(new RackView(
                    rack.name(), rack.aggregates(), rack.ranks().toList(), remark(plan, i)));
        }
        return views;
    }

    private static String remark(Plan plan, int rack) {
        if (!plan.topology().racks().get(rack).aggregates()) {
            return "ordinary: it is not marked ina, so its switch only forwards";
        }
        Site tor = new Site.Tor(rack);
        boolean sums =
                plan.channels().stream().anyMatch(channel -> channel.nodes().contains(tor));
        return sums
                ? "its switch aggregates"
                : "its switch could aggregate, but " + plan.strategy() + " gives it nothing to sum";
    }
}
