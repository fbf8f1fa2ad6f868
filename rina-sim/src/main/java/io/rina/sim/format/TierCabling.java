package io.rina.sim.format;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.LinkSpeed;

import java.util.List;

/**
 * The cables of a fat-tree of two or three tiers, some of them several in parallel. Switches are
 * numbered from the lowest tier up, in a tier pod by pod.
 *
 * <p>A switch of the middle tier leads to every lowest switch of its pod. Cores stand in rows, one
 * for each middle switch of a pod: number i of every pod leads to those of row i.
 */
final class TierCabling {
    private final String name;
    private final int hosts;
    private final int pods;
    private final List<Tier> tiers;
    /** Of the lowest tier, in a pod. */
    private final int tors;
    /** Of the middle tier, in a pod; with two tiers, the highest. */
    private final int middles;

    /**
     * A tier's switches and the links down from them.
     *
     * @param down ports of a switch that lead down
     * @param up ports that lead up; 0 in the highest tier
     * @param bundle parallel links to each node below
     * @param oversubscribed how much more leads down than up
     */
    record Tier(
            int down,
            int up,
            int bundle,
            int oversubscribed,
            long rateBitsPerSec,
            long linkPs,
            long switchPs) {}

    /** Throws IllegalArgumentException where the numbers contradict each other. */
    TierCabling(String name, int hosts, int podHosts, List<Tier> tiers) {
        this.name = name;
        this.hosts = hosts;
        this.tiers = tiers;
        require(hosts % podHosts == 0, "Podsize " + podHosts + " does not divide Nodes " + hosts);
        pods = hosts / podHosts;
        require(tiers.size() == 3 || pods == 1, "with 2 tiers Podsize must be Nodes, " + hosts);
        Tier low = tiers.getFirst();
        require(low.bundle() == 1, "Bundle of tier 0 is " + low.bundle() + ": a host has one link");
        requireDivides(low.down(), podHosts, "Radix_Down of tier 0", "Podsize");
        tors = podHosts / low.down();
        for (int i = 1; i < tiers.size(); i++) {
            requireFit(i);
        }
        middles = low.up() / tiers.get(1).bundle();
        requirePorts(1, tors);
        if (tiers.size() == 3) {
            requirePorts(2, pods);
        }
    }

    /** Tier {@code i} above the one below it. */
    private void requireFit(int i) {
        Tier below = tiers.get(i - 1);
        Tier above = tiers.get(i);
        requireDivides(
                above.bundle(), below.up(), "Bundle of tier " + i, "Radix_Up of tier " + (i - 1));
        double down = (double) below.down() * below.rateBitsPerSec();
        double up = (double) below.up() * above.rateBitsPerSec();
        require(
                down == up * below.oversubscribed(),
                "Oversubscribed of tier " + (i - 1) + " is " + below.oversubscribed()
                        + ", but its links down carry " + down / up + " times those up");
    }

    private void requirePorts(int i, int neighbours) {
        Tier tier = tiers.get(i);
        require(
                tier.down() == neighbours * tier.bundle(),
                "Radix_Down of tier " + i + " is " + tier.down() + ", but there are " + neighbours
                        + " below, with " + tier.bundle() + " links each");
    }

    private static void requireDivides(int part, int whole, String partName, String wholeName) {
        require(
                whole % part == 0,
                partName + ", " + part + ", does not divide " + wholeName + ", " + whole);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    Fabric build() {
        int middle = hosts + pods * tors;
        int core = middle + pods * middles;
        int rows = tiers.size() == 2 ? 0 : tiers.get(1).up() / tiers.get(2).bundle();
        Fabric.Builder builder =
                new Fabric.Builder(name, hosts, pods * (tors + middles) + rows * middles);
        for (int host = 0; host < hosts; host++) {
            join(builder, host, hosts + host / tiers.getFirst().down(), 0);
        }
        for (int pod = 0; pod < pods; pod++) {
            for (int i = 0; i < middles; i++) {
                int here = middle + pod * middles + i;
                for (int tor = 0; tor < tors; tor++) {
                    join(builder, hosts + pod * tors + tor, here, 1);
                }
                for (int row = 0; row < rows; row++) {
                    join(builder, here, core + i + middles * row, 2);
                }
            }
        }
        return builder.build();
    }

    /** A node and one above it, which is in {@code tier}. */
    private void join(Fabric.Builder builder, int below, int above, int tier) {
        Tier here = tiers.get(tier);
        long belowPs = tier == 0 ? 0 : tiers.get(tier - 1).switchPs();
        LinkSpeed up = new LinkSpeed(here.rateBitsPerSec(), here.linkPs() + here.switchPs());
        LinkSpeed down = new LinkSpeed(here.rateBitsPerSec(), here.linkPs() + belowPs);
        for (int i = 0; i < here.bundle(); i++) {
            builder.cable(below, above, up, down);
        }
    }
}
