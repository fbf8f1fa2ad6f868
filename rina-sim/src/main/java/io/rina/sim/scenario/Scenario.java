package io.rina.sim.scenario;

import io.rina.plan.Strategies;
import io.rina.sim.net.BufferOptions;
import io.rina.sim.net.Fabric;
import io.rina.sim.workload.Stragglers;

/**
 * One simulation: everything that decides on its result. Nothing in it changes, so that many runs,
 * side by side too, may have one.
 *
 * @param buffers of every port of a switch; a host's own port loses nothing, and marks only where
 *     there are flows
 * @param limitPs of virtual time, after which a run is given up
 */
public record Scenario(
        Fabric fabric,
        BufferOptions buffers,
        Deployment deployment,
        String strategy,
        Jobs jobs,
        Workload workload,
        Stragglers stragglers,
        Background background,
        Hosts hosts,
        Mode mode,
        long limitPs) {
    /** How closely a network is looked at. */
    public enum Mode {
        /** Every frame, and the protocol's machines. */
        PACKETS,
        /** The plan round by round, as fluids that share the links. */
        FLOWS,
        /** The plan's bytes on the busiest link, or its longest chain. */
        LINKS
    }

    public Scenario {
        Strategies.named(strategy);
        jobs.requireFit(fabric);
        workload.requireFit(jobs.workers());
        deployment.requireFit(fabric);
        if (limitPs < 1) {
            throw new IllegalArgumentException(
                    "a limit of " + limitPs + " ps leaves no time to run");
        }
        if (background.flows() > 0 && fabric.hosts() < 2) {
            throw new IllegalArgumentException(
                    fabric.name() + " has one host, and background flows need two");
        }
        if (mode != Mode.PACKETS && (background.flows() > 0 || jobs.count() > 1)) {
            throw new IllegalArgumentException("several jobs and background flows meet on links,"
                    + " which only the mode packets follows");
        }
        if (mode != Mode.PACKETS && !(workload instanceof Workload.Training)) {
            throw new IllegalArgumentException(
                    "flows, traces and workload texts need the mode packets");
        }
        if (hasFlows(background, workload) && !buffers.marks()) {
            throw new IllegalArgumentException("flows slow down where buffers mark packets, and"
                    + " these never do: say above how many bytes they mark");
        }
    }

    private static boolean hasFlows(Background background, Workload workload) {
        return background.flows() > 0 || workload instanceof Workload.Flows;
    }

    /** Whether hosts send streams of DCTCP. */
    public boolean hasFlows() {
        return hasFlows(background, workload);
    }
}
