package io.rina.swarm;

import io.rina.engine.HostEndpoint;
import io.rina.engine.Worker;
import io.rina.plan.Topology;

import java.util.List;

/** Says who waits where, and for how long. */
final class StallReport {
    private StallReport() {}

    static String of(
            Scenario scenario,
            Topology topology,
            List<HostEndpoint> hosts,
            Workload workload,
            long nowNs) {
        StringBuilder text =
                new StringBuilder("the faults ended at " + scenario.timing().healNs() + " ns, but");
        for (int rank = 0; rank < hosts.size(); rank++) {
            if (workload.completed(rank) == scenario.operations().size()) {
                continue;
            }
            text.append(" rank ")
                    .append(rank)
                    .append(" has not completed operation ")
                    .append(workload.completed(rank));
            Worker worker = hosts.get(rank).worker();
            for (Worker.Stall stall : worker.stalls()) {
                text.append(", waits at ")
                        .append(topology.nodeName(stall.siteNode()))
                        .append(" among ")
                        .append(stall.members())
                        .append(" at position ")
                        .append(stall.position())
                        .append(", last sent ")
                        .append(nowNs - stall.sinceNs())
                        .append(" ns ago");
            }
            text.append(';');
        }
        return text.toString();
    }
}
