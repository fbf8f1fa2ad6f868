package io.rina.cli.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.rina.plan.Group;
import io.rina.plan.Plan;
import io.rina.plan.Topology;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * As much of a plan as its picture needs.
 *
 * @param ring the members in order; empty where the strategy has no ring
 */
public record PlanShape(
        String strategy, List<RackShape> racks, List<Member> ring, int chunks, int exchanges) {

    /** A rack and the ranks in it. */
    public record RackShape(String name, boolean ina, List<Integer> ranks) {}

    /**
     * A member of the ring; {@code rack} is null for an autonomous worker. What is one member over
     * several racks is a member for each here, since its sums go from ToR to ToR.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Member(
            @Nullable String rack,
            List<Integer> ranks,
            @Nullable Integer agent) {}

    public static PlanShape of(Plan plan) {
        Topology topology = plan.topology();
        return new PlanShape(
                plan.strategy(),
                topology.racks().stream()
                        .map(rack -> new RackShape(
                                rack.name(), rack.aggregates(), rack.ranks().toList()))
                        .toList(),
                plan.groups().stream()
                        .flatMap(group -> members(topology, group))
                        .toList(),
                plan.chunks(),
                plan.exchanges().size());
    }

    private static Stream<Member> members(Topology topology, Group group) {
        if (!group.isAbstracted()) {
            return Stream.of(new Member(null, group.ranks().toList(), null));
        }
        Integer agent = group.hasAgent() ? group.agent() : null;
        return group.racks().stream()
                .map(topology.racks()::get)
                .map(rack -> new Member(rack.name(), rack.ranks().toList(), agent));
    }

    int workers() {
        return racks.stream().mapToInt(rack -> rack.ranks().size()).sum();
    }
}
