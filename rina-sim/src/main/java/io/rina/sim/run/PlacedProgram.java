package io.rina.sim.run;

import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Strategies;
import io.rina.sim.net.Placement;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.Activity;
import io.rina.sim.workload.CollectiveKind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plans of ranks that communicate with one another, and where these and their switches are.
 *
 * @param ranks of the job, of which rank r of the plans is the r-th
 */
record PlacedProgram(RankSet ranks, Placement placement, Program program) {
    /** The plan that moves between all pairs; only where ranks do so. The strategy's is plan 0. */
    static final int ALL_TO_ALL = 1;

    /** All that {@code job} needs: one for each set of ranks that does something together. */
    static List<PlacedProgram> of(Scenario scenario, int job) {
        return switch (scenario.workload()) {
            case Workload.Training _ -> List.of(ofAll(scenario, job));
            case Workload.Flows _ -> List.of();
            case Workload.Activities activities -> ofGroups(scenario, job, activities);
        };
    }

    private static PlacedProgram ofAll(Scenario scenario, int job) {
        return of(scenario, job, RankSet.firstOf(scenario.jobs().workers()), false);
    }

    private static List<PlacedProgram> ofGroups(
            Scenario scenario, int job, Workload.Activities activities) {
        Map<RankSet, Boolean> exchangesAll = new LinkedHashMap<>();
        for (Activity.Communicate operation : activities.operations()) {
            boolean isAllToAll = operation.kind() == CollectiveKind.ALL_TO_ALL;
            exchangesAll.merge(operation.ranks(), isAllToAll, Boolean::logicalOr);
        }
        List<PlacedProgram> programs = new ArrayList<>();
        exchangesAll.forEach((ranks, all) -> programs.add(of(scenario, job, ranks, all)));
        return programs;
    }

    private static PlacedProgram of(
            Scenario scenario, int job, RankSet ranks, boolean exchangesAll) {
        Placement placement = placement(scenario, job, ranks);
        List<Plan> plans = new ArrayList<>();
        plans.add(Strategies.named(scenario.strategy()).plan(placement.topology()));
        if (exchangesAll) {
            plans.add(AllToAll.plan(placement.topology()));
        }
        return new PlacedProgram(ranks, placement, new Program(plans));
    }

    /** Where all ranks of {@code job} are. */
    static Placement placementOfAll(Scenario scenario, int job) {
        return placement(scenario, job, RankSet.firstOf(scenario.jobs().workers()));
    }

    private static Placement placement(Scenario scenario, int job, RankSet ranks) {
        int[] hosts = scenario.jobs().hostsOf(job);
        return new Placement(
                scenario.fabric(),
                Arrays.stream(ranks.toArray()).map(rank -> hosts[rank]).toArray(),
                scenario.deployment().tors()::contains,
                scenario.deployment().core());
    }
}
