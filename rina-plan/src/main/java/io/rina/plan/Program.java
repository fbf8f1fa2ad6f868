package io.rina.plan;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The plans that one job holds at once, all on one topology, and the channels that they use. Each
 * operation says which plan it runs on.
 *
 * <p>Channels are those of all exchanges of all plans together: where two plans meet at one site
 * with the same members, they share the channel. A demand takes no channel beyond those of its
 * plan. A channel costs {@code 2 * pool} slots at its site, whether it is used or not.
 *
 * <p>Plans for demands are made at first use and kept. From any thread.
 */
public final class Program {
    private record Use(int plan, Demand demand) {}

    private final List<Plan> plans;
    private final List<Channel> channels;
    private final Map<Use, Plan> served = new HashMap<>();

    /** Throws IllegalArgumentException unless there is a plan, and all are of one topology. */
    public Program(List<Plan> plans) {
        this.plans = List.copyOf(plans);
        if (plans.isEmpty()) {
            throw new IllegalArgumentException("a program needs a plan");
        }
        for (Plan plan : plans) {
            if (!plan.topology().equals(topology())) {
                throw new IllegalArgumentException("the plans of a program are of one topology: "
                        + plan.strategy() + " is of " + plan.topology() + ", not " + topology());
            }
        }
        channels = List.copyOf(ChannelList.of(
                topology(),
                plans.stream().flatMap(plan -> plan.exchanges().stream()).toList()));
    }

    public static Program of(Plan... plans) {
        return new Program(List.of(plans));
    }

    public Topology topology() {
        return plans.getFirst().topology();
    }

    /** The all-reduces, as given. */
    public List<Plan> plans() {
        return plans;
    }

    /** Plan number {@code index} as it serves {@code demand}. */
    public synchronized Plan plan(int index, Demand demand) {
        return served.computeIfAbsent(
                new Use(index, demand), use -> plans.get(use.plan).serving(use.demand));
    }

    /** A channel's index here is its id in frames. */
    public List<Channel> channels() {
        return channels;
    }

    /** A checksum of the plans, equal where two nodes have made the same ones. */
    public int digest() {
        CRC32C crc = new CRC32C();
        ByteBuffer digests = ByteBuffer.allocate(plans.size() * Integer.BYTES);
        plans.forEach(plan -> digests.putInt(plan.digest()));
        crc.update(digests.flip());
        return (int) crc.getValue();
    }
}
