package io.rina.sim.net;

/** The usual data-centre topologies. */
public final class Fabrics {
    private Fabrics() {}

    /**
     * Leaves and spines, every leaf joined to every spine. Hosts are numbered leaf by leaf; switches
     * are the leaves, then the spines.
     */
    public static Fabric leafSpine(
            int leaves, int hostsPerLeaf, int spines, LinkSpeed access, LinkSpeed up) {
        requirePositive("leaves", leaves);
        requirePositive("hosts per leaf", hostsPerLeaf);
        requirePositive("spines", spines);
        int hosts = leaves * hostsPerLeaf;
        Fabric.Builder builder = new Fabric.Builder(
                "leaf-spine(" + leaves + "x" + hostsPerLeaf + "," + spines + ")",
                hosts,
                leaves + spines);
        for (int host = 0; host < hosts; host++) {
            builder.cable(host, hosts + host / hostsPerLeaf, access);
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int spine = 0; spine < spines; spine++) {
                builder.cable(hosts + leaf, hosts + leaves + spine, up);
            }
        }
        return builder.build();
    }

    /**
     * The fat-tree of Al-Fares et al. (SIGCOMM 2008): k pods of k/2 edge and k/2 aggregation
     * switches, (k/2)^2 core switches, k/2 hosts an edge switch. Switches are the edges pod by pod,
     * then the aggregations pod by pod, then the cores. Edge switches are racks.
     */
    public static Fabric fatTree(int k, LinkSpeed access, LinkSpeed up) {
        if (k < 2 || k % 2 != 0) {
            throw new IllegalArgumentException(
                    "a fat-tree has an even number of ports a switch, at least 2, not " + k);
        }
        int half = k / 2;
        int edges = k * half;
        int hosts = edges * half;
        Fabric.Builder builder =
                new Fabric.Builder("fat-tree(" + k + ")", hosts, 2 * edges + half * half);
        for (int host = 0; host < hosts; host++) {
            builder.cable(host, hosts + host / half, access);
        }
        int aggregation = hosts + edges;
        int core = aggregation + edges;
        for (int pod = 0; pod < k; pod++) {
            for (int a = 0; a < half; a++) {
                for (int other = 0; other < half; other++) {
                    builder.cable(hosts + pod * half + other, aggregation + pod * half + a, up);
                    builder.cable(aggregation + pod * half + a, core + a * half + other, up);
                }
            }
        }
        return builder.build();
    }

    /**
     * The dragonfly of Kim et al. (ISCA 2008): groups of a switches, each with p hosts, a link to
     * each other switch of its group, and h links to other groups; a h + 1 groups, one link between
     * any two. Switches are numbered group by group.
     */
    public static Fabric dragonfly(
            int p, int a, int h, LinkSpeed access, LinkSpeed local, LinkSpeed global) {
        requirePositive("p", p);
        requirePositive("a", a);
        requirePositive("h", h);
        int groups = a * h + 1;
        int hosts = groups * a * p;
        Fabric.Builder builder =
                new Fabric.Builder("dragonfly(" + p + "," + a + "," + h + ")", hosts, groups * a);
        for (int host = 0; host < hosts; host++) {
            builder.cable(host, hosts + host / p, access);
        }
        for (int group = 0; group < groups; group++) {
            for (int from = 0; from < a; from++) {
                for (int to = from + 1; to < a; to++) {
                    builder.cable(hosts + group * a + from, hosts + group * a + to, local);
                }
            }
            // Port q of a group, of a h in all, leads to the group q + 1 further on; seen from
            // there it is the port that leads back.
            for (int port = 0; port < a * h; port++) {
                int other = (group + port + 1) % groups;
                int back = a * h - 1 - port;
                if (group < other) {
                    builder.cable(
                            hosts + group * a + port / h, hosts + other * a + back / h, global);
                }
            }
        }
        return builder.build();
    }

    private static void requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be 1 or more, not " + value);
        }
    }
}
