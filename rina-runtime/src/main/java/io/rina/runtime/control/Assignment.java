package io.rina.runtime.control;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.plan.Plan;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Strategies;
import io.rina.plan.Subtopology;
import io.rina.plan.Topology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;

import java.util.Set;

/**
 * A member's part in the job or in a rank group.
 *
 * @param part the ranks and racks that it is about, in its own numbers and in the job's
 * @param program its plans, in the part's own numbers
 */
public record Assignment(Job job, Subtopology part, Program program, Limits limits) {

    /** The program's first plan: that of the strategy that was asked for. */
    public Plan plan() {
        return program.plans().getFirst();
    }

    /**
     * The plans that a job or a rank group holds: that of its strategy, and a ring, which gives sums
     * of floats the same order whatever the strategy. Throws UnsupportedTopologyException where the
     * strategy does not serve the topology.
     */
    static Program program(Topology topology, String strategy) {
        return Program.of(
                Strategies.named(strategy).plan(topology),
                Strategies.named("ring").plan(topology));
    }

    /** {@code ordinary}: nodes of the job whose switches have no part in it. */
    static io.rina.runtime.control.proto.Assignment encode(
            long frameKey, RankSet ranks, Set<Integer> ordinary, String strategy, Program program) {
        return io.rina.runtime.control.proto.Assignment.newBuilder()
                .setFrameKey(frameKey)
                .setEpoch(1)
                .setStrategy(strategy)
                .addAllRanks(ranks.toList())
                .addAllOrdinaryNodes(ordinary)
                .setPlanDigest(program.digest())
                .build();
    }

    /** Makes the plan from what the coordinator sent, and verifies that it is the coordinator's. */
    static Assignment decode(io.rina.runtime.control.proto.Assignment message, Layout layout) {
        RankSet ranks = RankSet.of(
                message.getRanksList().stream().mapToInt(Integer::intValue).toArray());
        Subtopology part = Subtopology.of(layout.topology(), ranks)
                .withOrdinary(message.getOrdinaryNodesList());
        Program program = program(part.topology(), message.getStrategy());
        if (program.digest() != message.getPlanDigest()) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "the plan made here for " + message.getStrategy()
                            + " differs from the coordinator's: run the same version of Rina on all hosts");
        }
        program.plans().forEach(PlanVerifier::verify);
        return new Assignment(
                new Job(message.getFrameKey(), message.getEpoch()), part, program, layout.limits());
    }
}
