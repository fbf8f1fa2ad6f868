package io.rina.sim.run;

import io.rina.plan.UnsupportedTopologyException;
import io.rina.sim.net.NetworkObserver;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;

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
        try {
            return switch (scenario.mode()) {
                case PACKETS -> PacketRun.of(scenario, observer);
                case FLOWS -> FlowRun.ofRounds(scenario, training(scenario));
                case LINKS -> FlowRun.ofLinks(scenario, training(scenario));
            };
        } catch (UnsupportedTopologyException e) {
            return new Outcome.Refused(String.valueOf(e.getMessage()));
        }
    }

    private static Workload.Training training(Scenario scenario) {
        if (scenario.workload() instanceof Workload.Training training) {
            return training;
        }
        throw new IllegalStateException(scenario.mode() + " of " + scenario.workload());
    }
}
