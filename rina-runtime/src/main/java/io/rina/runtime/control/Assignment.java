package io.rina.runtime.control;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.engine.number.Route;
import io.rina.plan.Demand;
import io.rina.plan.Plan;
import io.rina.plan.PlanVerifier;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Strategies;
import io.rina.plan.Subtopology;
import io.rina.plan.Topology;
import io.rina.plan.time.Choice;
import io.rina.runtime.control.proto.SizeRange;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A member's part in the job or in a rank group.
 *
 * @param part the ranks and racks that it is about, in its own numbers and in the job's
 * @param choice which of its plans an operation runs on
 * @param program its plans, in the part's own numbers
 * @param switches where the switches are that take part, by node of the whole job
 */
public record Assignment(
        Job job,
        Subtopology part,
        Choice choice,
        Program program,
        Limits limits,
        Map<Integer, InetSocketAddress> switches) {

    /** The program's first plan. */
    public Plan plan() {
        return program.plans().getFirst();
    }

    /**
     * The plans that a job or a rank group holds: those of its strategies, and last a ring, which
     * gives sums of floats the same order whatever the strategy. Throws UnsupportedTopologyException
     * where a strategy does not serve the topology.
     */
    static Program program(Topology topology, Choice choice) {
        List<Plan> plans = new ArrayList<>(choice.plans(topology));
        plans.add(Strategies.named("ring").plan(topology));
        return new Program(plans);
    }

    /** Whether it goes on in another epoch where a switch is lost. */
    public boolean usesSwitches() {
        return !switches.isEmpty();
    }

    /** Of an operation on plan number {@code plan}. */
    public Route route(int plan, Demand demand) {
        return new Route(plan, choice.strategies().size(), demand);
    }

    /**
     * The message for it.
     *
     * @param ordinary nodes of the job whose switches have no part in it
     * @param switches where those are that have
     */
    static io.rina.runtime.control.proto.Assignment encode(
            Job job,
            RankSet ranks,
            Set<Integer> ordinary,
            Choice choice,
            Program program,
            Map<Integer, InetSocketAddress> switches) {
        return io.rina.runtime.control.proto.Assignment.newBuilder()
                .setFrameKey(job.key())
                .setEpoch(job.epoch())
                .addAllStrategies(choice.strategies())
                .addAllRanges(choice.ranges().stream()
                        .map(range -> SizeRange.newBuilder()
                                .setFromElements(range.fromElements())
                                .setStrategy(range.strategy())
                                .build())
                        .toList())
                .addAllRanks(ranks.toList())
                .addAllOrdinaryNodes(ordinary)
                .setPlanDigest(program.digest())
                .addAllSwitches(Layout.encode(switches))
                .build();
    }

    /** Makes the plan from what the coordinator sent, and verifies that it is the coordinator's. */
    static Assignment decode(io.rina.runtime.control.proto.Assignment message, Layout layout) {
        RankSet ranks = RankSet.of(
                message.getRanksList().stream().mapToInt(Integer::intValue).toArray());
        Subtopology part = Subtopology.of(layout.topology(), ranks)
                .withOrdinary(message.getOrdinaryNodesList());
        Choice choice = choice(message);
        Program program = program(part.topology(), choice);
        if (program.digest() != message.getPlanDigest()) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "the plan made here for " + String.join(", ", choice.strategies())
                            + " differs from the coordinator's: run the same version of Rina on all hosts");
        }
        program.plans().forEach(PlanVerifier::verify);
        return new Assignment(
                new Job(message.getFrameKey(), message.getEpoch()),
                part,
                choice,
                program,
                layout.limits(),
                Layout.decode(message.getSwitchesList()));
    }

    private static Choice choice(io.rina.runtime.control.proto.Assignment message) {
        return new Choice(
                message.getStrategiesList(),
                message.getRangesList().stream()
                        .map(range ->
                                new Choice.Range(range.getFromElements(), range.getStrategy()))
                        .toList());
    }
}
