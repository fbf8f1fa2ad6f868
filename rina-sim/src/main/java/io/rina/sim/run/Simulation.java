package io.rina.sim.run;

import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.UnsupportedTopologyException;
import io.rina.sim.net.NetworkObserver;
import io.rina.sim.net.Placement;
import io.rina.sim.scenario.Jobs;
import io.rina.sim.scenario.Scenario;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs scenarios. A run owns all that it changes and draws from the scenario's seeds alone: it
 * repeats to the picosecond, and any number may run side by side.
 */
public final class Simulation {
    private Simulation() {}

    public static Outcome run(Scenario scenario) {
        return run(scenario, NetworkObserver.NONE);
    }

    /** {@code observer} sees the packets; other modes than PACKETS have none. */
    public static Outcome run(Scenario scenario, NetworkObserver observer) {
        List<PlacedPlan> plans = new ArrayList<>();
        try {
            for (int job = 0; job < scenario.jobs().count(); job++) {
                plans.add(PlacedPlan.of(scenario, job));
            }
        } catch (UnsupportedTopologyException e) {
            return new Outcome.Refused(String.valueOf(e.getMessage()));
        }
        return switch (scenario.mode()) {
            case PACKETS -> PacketRun.of(scenario, plans, observer);
            case FLOWS -> FlowRun.ofRounds(scenario, plans.getFirst());
            case LINKS -> FlowRun.ofLinks(scenario, plans.getFirst());
        };
    }

    /** A job's plan, and where its ranks and switches are. */
    record PlacedPlan(Placement placement, Plan plan) {
        static PlacedPlan of(Scenario scenario, int job) {
            Jobs jobs = scenario.jobs();
            Placement placement = new Placement(
                    scenario.fabric(),
                    jobs.hostsOf(job),
                    scenario.deployment().tors()::contains,
                    scenario.deployment().core());
            Plan plan = Strategies.named(scenario.strategy()).plan(placement.topology());
            return new PlacedPlan(placement, plan);
        }
    }
}
