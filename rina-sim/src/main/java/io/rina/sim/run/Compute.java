package io.rina.sim.run;

import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;

/** How long the slowest rank computes. */
final class Compute {
    private Compute() {}

    /** In {@code iteration}, of the job whose ranks are the scenario's from {@code first} on. */
    static long ofIterationPs(
            Scenario scenario, Workload.Training workload, int first, int iteration) {
        return Math.round(workload.iteration().computePs() * slowest(scenario, first, iteration));
    }

    /** The factor by which that rank is slower than usual. */
    static double slowest(Scenario scenario, int first, int iteration) {
        double slowest = 0;
        for (int rank = 0; rank < scenario.jobs().workers(); rank++) {
            slowest = Math.max(slowest, scenario.stragglers().slowdown(first + rank, iteration));
        }
        return slowest;
    }

    /** Of all iterations. */
    static long meanPs(Scenario scenario, Workload.Training workload, int first) {
        long sumPs = 0;
        for (int i = 0; i < workload.iterations(); i++) {
            sumPs += ofIterationPs(scenario, workload, first, i);
        }
        return sumPs / workload.iterations();
    }
}
