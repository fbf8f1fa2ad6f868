package io.rina.sim.format;

import io.rina.sim.net.Fabric;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads htsim's fat-trees, {@code .topo} (csg-htsim, sim/datacenter/fat_tree_topology.cpp): a head
 * of {@code Nodes} (hosts), {@code Tiers} (2 or 3) and {@code Podsize} (hosts of a pod), and a
 * section {@code Tier N} for each tier from the hosts upwards:
 *
 * <pre>
 * Tier 0
 * Downlink_speed_Gbps 100
 * Radix_Down 8
 * Radix_Up 2
 * Downlink_Latency_ns 1000
 * Switch_Latency_ns 0
 * Oversubscribed 4
 * Bundle 1
 * </pre>
 *
 * <p>{@code Radix} counts ports, {@code Bundle} the parallel links from a switch to each of its
 * switches below. The numbers say many things twice; they must agree. A switch's latency is added
 * to the delay of the links that lead to it.
 */
public final class HtsimTopology {
    private static final List<String> HEAD = List.of("nodes", "tiers", "podsize", "tier");
    private static final List<String> TIER = List.of(
            "downlink_speed_gbps",
            "radix_down",
            "radix_up",
            "downlink_latency_ns",
            "switch_latency_ns",
            "oversubscribed",
            "bundle",
            "tier");

    private final FieldReader in;
    private final Map<String, String> head = new HashMap<>();
    private final Map<Integer, Map<String, String>> sections = new HashMap<>();

    private HtsimTopology(FieldReader in) {
        this.in = in;
    }

    /** {@code source} names the file in errors. */
    public static Fabric read(String source, Reader text) throws IOException {
        HtsimTopology topology = new HtsimTopology(new FieldReader(source, text, "#"));
        topology.readSections();
        return topology.build(source);
    }

    private void readSections() throws IOException {
        Map<String, String> section = head;
        List<String> known = HEAD;
        while (in.next()) {
            String key = in.field(0, "a key").toLowerCase(Locale.ROOT);
            in.requireCount(2, "a key and its value");
            if (key.equals("tier")) {
                section = new HashMap<>();
                known = TIER;
                int tier = in.integer(1, "the tier", 0);
                if (tier > 2 || sections.put(tier, section) != null) {
                    throw in.error("tier " + tier + " is over 2, or there twice");
                }
            } else if (!known.contains(key)) {
                throw in.error("unknown key " + in.field(0, "a key") + "; there are "
                        + String.join(", ", known));
            } else if (section.put(key, in.field(1, key)) != null) {
                throw in.error(in.field(0, "a key") + " is there twice");
            }
        }
    }

    private Fabric build(String source) {
        int tiers = positive(head, "Tiers", "the head");
        if (tiers < 2 || tiers > 3 || sections.size() != tiers) {
            throw in.error("Tiers is " + tiers + " and there are " + sections.size()
                    + " sections Tier: 2 or 3 are needed, and a section for each");
        }
        List<TierCabling.Tier> all = new ArrayList<>();
        for (int i = 0; i < tiers; i++) {
            all.add(tier(i, i == tiers - 1));
        }
        int hosts = positive(head, "Nodes", "the head");
        int podHosts = positive(head, "Podsize", "the head");
        try {
            return new TierCabling(source, hosts, podHosts, all).build();
        } catch (IllegalArgumentException e) {
            throw in.error(e);
        }
    }

    private TierCabling.Tier tier(int index, boolean isTop) {
        Map<String, String> section = sections.get(index);
        if (section == null) {
            throw in.error("there is no section Tier " + index);
        }
        String where = "tier " + index;
        if (isTop && section.containsKey("radix_up")) {
            throw in.error("Radix_Up of " + where + ": the highest tier has no uplinks");
        }
        return new TierCabling.Tier(
                positive(section, "Radix_Down", where),
                isTop ? 0 : positive(section, "Radix_Up", where),
                section.containsKey("bundle") ? positive(section, "Bundle", where) : 1,
                section.containsKey("oversubscribed")
                        ? positive(section, "Oversubscribed", where)
                        : 1,
                scaled(section, "Downlink_speed_Gbps", where, 1_000_000_000),
                scaled(section, "Downlink_Latency_ns", where, 1_000),
                section.containsKey("switch_latency_ns")
                        ? scaled(section, "Switch_Latency_ns", where, 1_000)
                        : 0);
    }

    private int positive(Map<String, String> section, String key, String where) {
        return in.integer(value(section, key, where), key + " of " + where, 1);
    }

    private long scaled(Map<String, String> section, String key, String where, long unit) {
        return in.scaled(value(section, key, where), key + " of " + where, unit);
    }

    private String value(Map<String, String> section, String key, String where) {
        String value = section.get(key.toLowerCase(Locale.ROOT));
        if (value == null) {
            throw in.error("there is no " + key + " in " + where);
        }
        return value;
    }
}
