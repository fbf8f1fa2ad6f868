package io.rina.runtime.control;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.plan.Plan;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Program;
import io.rina.plan.Rack;
import io.rina.plan.RankSet;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.runtime.control.proto.Peer;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * A member's part in a job.
 *
 * @param addresses where each node's frames go, by node number
 */
public record Assignment(
        Job job, Program program, Limits limits, Map<Integer, InetSocketAddress> addresses) {

    /** The program's first plan: that of the strategy that the job was started with. */
    public Plan plan() {
        return program.plans().getFirst();
    }

    /**
     * The plans that a job holds. Throws UnsupportedTopologyException where the strategy does not
     * serve the topology.
     */
    static Program program(Topology topology, String strategy) {
        return Program.of(Strategies.named(strategy).plan(topology));
    }

    /** What goes to every member of {@code spec}. */
    static io.rina.runtime.control.proto.Assignment encode(
            JobSpec spec,
            Program program,
            long frameKey,
            Map<Integer, InetSocketAddress> addresses) {
        var message = io.rina.runtime.control.proto.Assignment.newBuilder()
                .setFrameKey(frameKey)
                .setEpoch(1)
                .setStrategy(spec.strategy())
                .setPlanDigest(program.digest())
                .setFragmentElements(spec.fragmentElements())
                .setPool(spec.pool());
        for (Rack rack : spec.topology().racks()) {
            var part =
                    message.addRacksBuilder().setName(rack.name()).setAggregates(rack.aggregates());
            for (int rank : rack.ranks().toArray()) {
                part.addRanks(rank);
            }
        }
        addresses.forEach((node, address) -> message.addPeers(Peer.newBuilder()
                .setNode(node)
                .setHost(address.getHostString())
                .setPort(address.getPort())));
        return message.build();
    }

    /** Makes the plan from what the coordinator sent, and verifies that it is the coordinator's. */
    static Assignment decode(io.rina.runtime.control.proto.Assignment message) {
        Topology topology = new Topology(message.getRacksList().stream()
                .map(rack -> new Rack(
                        rack.getName(),
                        rack.getAggregates(),
                        RankSet.of(rack.getRanksList().stream()
                                .mapToInt(Integer::intValue)
                                .toArray())))
                .toList());
        Program program = program(topology, message.getStrategy());
        if (program.digest() != message.getPlanDigest()) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "the plan made here for " + message.getStrategy()
                            + " differs from the coordinator's: run the same version of Rina on all hosts");
        }
        program.plans().forEach(PlanVerifier::verify);
        Map<Integer, InetSocketAddress> addresses = new HashMap<>();
        for (Peer peer : message.getPeersList()) {
            addresses.put(peer.getNode(), new InetSocketAddress(peer.getHost(), peer.getPort()));
        }
        return new Assignment(
                new Job(message.getFrameKey(), message.getEpoch()),
                program,
                limits(message.getFragmentElements(), message.getPool()),
                addresses);
    }

    private static Limits limits(int fragmentElements, int pool) {
        Limits standard = Limits.standard();
        return new Limits(
                standard.blockElements(),
                fragmentElements,
                pool,
                standard.creditSpan(),
                standard.initialRtoNs(),
                standard.minRtoNs(),
                standard.maxRtoNs());
    }
}
