package io.rina.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Proves a plan right without running it, in three steps that each rely on those before:
 *
 * <ol>
 *   <li>it is well formed: every rank, rack, chunk and site that it names exists and can do what is
 *       asked;
 *   <li>at its end every sink of a segment holds it with every source counted exactly once, which
 *       in an all-reduce means every rank ({@link ExactlyOnce});
 *   <li>the protocol completes it even if each channel has a single slot ({@link ProgressRun}).
 * </ol>
 */
public final class PlanVerifier {
    private PlanVerifier() {}

    /** Throws {@link PlanException}, naming an offending exchange, unless {@code plan} is right. */
    public static void verify(Plan plan) {
        checkForm(plan);
        List<Channel> channels = plan.channels();
        checkMembers(plan, channels);
        ExactlyOnce.check(plan);
        ProgressRun.check(plan, channels);
    }

    private static void checkForm(Plan plan) {
        for (int i = 0; i < plan.exchanges().size(); i++) {
            Exchange exchange = plan.exchanges().get(i);
            if (exchange.chunk() < 0 || exchange.chunk() >= plan.chunks()) {
                throw wrong(
                        plan, i, "names a chunk that is not one of the plan's " + plan.chunks());
            }
            checkRanks(plan, i, exchange.members());
            checkSite(plan, i, exchange);
        }
    }

    private static void checkRanks(Plan plan, int index, RankSet ranks) {
        int workers = plan.topology().workers();
        if (ranks.first() < 0 || ranks.get(ranks.size() - 1) >= workers) {
            throw wrong(plan, index, "names a rank that is not one of the " + workers);
        }
    }

    private static void checkSite(Plan plan, int index, Exchange exchange) {
        Site root = exchange.site().root();
        // A host sums when its own worker is ready, which that worker says by being a member.
        if (root instanceof Site.Host(int rank) && !exchange.members().contains(rank)) {
            throw wrong(plan, index, "is sited at a host that is no member");
        }
        Set<Site> nodes = new HashSet<>();
        checkNode(plan, index, root, nodes);
        exchange.site().branches().forEach(branch -> checkBranch(plan, index, branch, nodes));
        if (exchange.site() instanceof Site.Relayed relayed) {
            relayed.relays().forEach(relay -> checkNode(plan, index, relay, nodes));
        }
    }

    private static void checkBranch(Plan plan, int index, Site branch, Set<Site> nodes) {
        if (branch.root() instanceof Site.Host host) {
            throw wrong(plan, index, "has " + host + " as a branch, and only switches can be one");
        }
        checkNode(plan, index, branch.root(), nodes);
        branch.branches().forEach(deeper -> checkBranch(plan, index, deeper, nodes));
    }

    private static void checkNode(Plan plan, int index, Site node, Set<Site> nodes) {
        if (!nodes.add(node)) {
            throw wrong(plan, index, "is sited at a tree that has " + node + " twice");
        }
        switch (node) {
            case Site.Host _ -> {}
            case Site.Tor(int rack) -> checkTor(plan, index, rack);
            case Site.Core _ -> {
                if (!plan.topology().coreAggregates()) {
                    throw wrong(plan, index, "is sited at a core that cannot aggregate");
                }
            }
            case Site.Tree tree ->
                throw wrong(plan, index, "has the tree " + tree + " where a tree needs one node");
            case Site.Relayed relayed ->
                throw wrong(
                        plan, index, "has the site " + relayed + " where a tree needs one node");
        }
    }

    private static void checkTor(Plan plan, int index, int rack) {
        List<Rack> racks = plan.topology().racks();
        if (rack < 0 || rack >= racks.size()) {
            throw wrong(plan, index, "is sited at a rack that is not one of the " + racks.size());
        }
        if (!racks.get(rack).aggregates()) {
            throw wrong(plan, index, "is sited at a ToR that cannot aggregate");
        }
    }

    private static void checkMembers(Plan plan, List<Channel> channels) {
        for (Channel channel : channels) {
            if (channel.size() > Site.MAX_MEMBERS) {
                throw wrong(
                        plan,
                        channel,
                        "has " + channel.size() + " members at " + channel.at()
                                + " where a site has room for " + Site.MAX_MEMBERS);
            }
            if (channel.size() == 0) {
                // It would never have anything to pass on, and its parent would wait for it.
                throw wrong(plan, channel, "has a branch at which nobody meets: " + channel.at());
            }
            for (Channel.Relay relay : channel.relays()) {
                int ranks = relay.ranks().size();
                if (ranks > Site.Relayed.MAX_RANKS_UNDER_A_RELAY) {
                    throw wrong(
                            plan,
                            channel,
                            "has " + ranks + " members under " + relay.at()
                                    + " where a relay has room for "
                                    + Site.Relayed.MAX_RANKS_UNDER_A_RELAY);
                }
            }
        }
    }

    private static PlanException wrong(Plan plan, Channel channel, String fault) {
        int index = plan.exchanges().indexOf(channel.exchanges().getFirst());
        return wrong(plan, index, fault);
    }

    /** "exchange 7 (chunk 2: {0,1} at ToR 0 +> {2}) of rina ...". */
    static PlanException wrong(Plan plan, int index, String fault) {
        return new PlanException("exchange " + index + " (" + plan.exchanges().get(index) + ") of "
                + plan.strategy() + " " + fault);
    }
}
