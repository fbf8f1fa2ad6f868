package io.rina.cli.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.rina.cli.cluster.ClusterFile;
import io.rina.plan.Channel;
import io.rina.plan.ChunkLayout;
import io.rina.plan.Exchange;
import io.rina.plan.Group;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All that is shown of a plan, as text and as JSON.
 *
 * @param frameElements elements that a full frame carries
 * @param ring its members in order; empty where the strategy has no ring
 * @param steps exchanges in the longest chain of which each waits for the one before
 * @param controlFramesBound control frames at most, which are not in the links' figures
 * @param exchanges null unless they were asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PlanView(
        String cluster,
        String strategy,
        int workers,
        List<RackView> racks,
        int elements,
        long payloadBytes,
        int blockElements,
        int frameElements,
        List<MemberView> ring,
        List<ChunkView> chunks,
        int exchangeCount,
        int steps,
        int pool,
        List<SiteView> sites,
        List<LinkView> links,
        long controlFramesBound,
        @Nullable List<ExchangeView> exchanges) {

    record RackView(String name, boolean ina, List<Integer> ranks) {}

    /**
     * Rack is null for an autonomous worker, "rack0+rack1" for a member of several racks. Agent is
     * null where no single rank speaks for the member.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record MemberView(
            String kind,
            @Nullable String rack,
            List<Integer> ranks,
            @Nullable Integer agent) {}

    /** Elements from {@code start} to before {@code end}. */
    record ChunkView(int chunk, long start, long end, int frames) {}

    record SiteView(String site, int channels, long slots) {}

    record ExchangeView(
            int number,
            int chunk,
            String site,
            List<Integer> givers,
            List<Integer> takers,
            String combine) {}

    static PlanView of(ClusterFile cluster, Plan plan, int elements, boolean withExchanges) {
        PlanCost cost = new PlanCost(plan, elements, cluster.fragmentElements());
        Topology topology = plan.topology();
        return new PlanView(
                cluster.name(),
                plan.strategy(),
                topology.workers(),
                topology.racks().stream()
                        .map(rack -> new RackView(
                                rack.name(), rack.aggregates(), rack.ranks().toList()))
                        .toList(),
                elements,
                (long) elements * Integer.BYTES,
                ChunkLayout.BLOCK_ELEMENTS,
                cluster.fragmentElements(),
                ring(plan),
                chunks(plan, elements, cluster.fragmentElements()),
                plan.exchanges().size(),
                cost.steps(),
                cluster.pool(),
                sites(plan, cost, cluster.pool()),
                LinkView.of(topology, List.of(new Operations(cost, 1))),
                cost.creditsBound(),
                withExchanges ? exchanges(plan) : null);
    }

    static List<MemberView> ring(Plan plan) {
        return plan.groups().stream()
                .map(group -> member(plan.topology(), group))
                .toList();
    }

    private static MemberView member(Topology topology, Group group) {
        return new MemberView(
                group.isAbstracted() ? "abstracted worker" : "autonomous worker",
                group.isAbstracted() ? topology.rackNames(group.racks()) : null,
                group.ranks().toList(),
                group.isAbstracted() && !group.hasAgent() ? null : group.agent());
    }

    private static List<ChunkView> chunks(Plan plan, int elements, int frameElements) {
        ChunkLayout layout =
                new ChunkLayout(elements, plan.cuts(), ChunkLayout.BLOCK_ELEMENTS, frameElements);
        return IntStream.range(0, plan.chunks())
                .mapToObj(chunk -> new ChunkView(
                        chunk,
                        layout.start(chunk),
                        layout.start(chunk + 1),
                        layout.fragments(chunk)))
                .toList();
    }

    /** Hosts by rank, then ToRs by rack, then the core. */
    private static List<SiteView> sites(Plan plan, PlanCost cost, int pool) {
        Topology topology = plan.topology();
        List<Channel> channels = plan.channels();
        return cost.sites().stream()
                .sorted((a, b) -> Integer.compare(topology.nodeOf(a), topology.nodeOf(b)))
                .map(site -> new SiteView(
                        topology.nodeName(topology.nodeOf(site)),
                        (int) channels.stream()
                                .filter(channel -> channel.nodes().contains(site))
                                .count(),
                        cost.slots(site, pool)))
                .toList();
    }

    private static List<ExchangeView> exchanges(Plan plan) {
        List<ExchangeView> views = new ArrayList<>();
        for (Exchange exchange : plan.exchanges()) {
            views.add(new ExchangeView(
                    views.size(),
                    exchange.chunk(),
                    plan.topology().siteName(exchange.site()),
                    exchange.givers().toList(),
                    exchange.takers().toList(),
                    exchange.combine().name()));
        }
        return views;
    }
}
