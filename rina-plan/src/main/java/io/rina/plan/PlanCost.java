package io.rina.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What one collective costs by its plan: the bytes on every link, frames by sender, slots and
 * steps. The Bandwidth-Occupation Model of the Rina paper (doi:10.1109/ICNP61940.2024.10858570) is
 * this count.
 *
 * <p>For every fragment of an exchange's chunk each giver sends one DATA frame to the site and the
 * site one RESULT frame to each taker; a frame to the node itself crosses no link. In a tree a
 * branch does as a member of its parent: it sends one DATA frame if any giver is below it, and gets
 * one RESULT frame if any taker is. A relay sends one DATA frame where all under it give, and
 * replicates one RESULT frame where all take, as it does while no two positions want one of its
 * slots. The way leads up
 * to the ToR, over the core if the other end is in another rack, and down. Nothing is lost and
 * nothing sent twice. Control frames are not in the {@link Traffic}; {@link #creditsBound()} bounds
 * them.
 */
public final class PlanCost {
    private static final int ELEMENT_BYTES = 4;
    /** In place of a chunk: nothing goes that way. */
    private static final int NONE = -1;

    private final Plan plan;
    private final Topology topology;
    private final ChunkLayout layout;
    private final List<Channel> channels;
    /** From node a to node b: index a * nodes + b. */
    private final long[] pairFrames;

    private final long[] pairBytes;
    private final long[] credits;
    private final LinkLoads links;

    /**
     * For an operation over {@code segmentElements} int32 elements in each of its segments (an
     * all-reduce has one) in frames of {@code fragmentElements}.
     */
    public PlanCost(Plan plan, long segmentElements, int fragmentElements) {
        this(plan, segmentElements, ChunkLayout.BLOCK_ELEMENTS, fragmentElements);
    }

    /**
     * The same with blocks of {@code blockElements}, of which a fragment must be a whole number.
     */
    public PlanCost(Plan plan, long segmentElements, int blockElements, int fragmentElements) {
        this.plan = plan;
        topology = plan.topology();
        layout = new ChunkLayout(segmentElements, plan.cuts(), blockElements, fragmentElements);
        channels = List.copyOf(plan.channels());
        pairFrames = new long[topology.nodes() * topology.nodes()];
        pairBytes = new long[pairFrames.length];
        credits = new long[topology.nodes()];
        links = new LinkLoads(topology);
        channels.forEach(this::count);
        route();
    }

    /** Those of the plan. */
    public List<Channel> channels() {
        return channels;
    }

    private void count(Channel channel) {
        for (Exchange exchange : channel.exchanges()) {
            int chunk = exchange.chunk();
            for (int rank : channel.members().toArray()) {
                countMember(channel, exchange, rank);
            }
            for (Channel.Relay relay : channel.relays()) {
                int node = topology.nodeOf(relay.at());
                int site = topology.nodeOf(channel.at());
                countPair(node, site, relay.combines(exchange) ? chunk : NONE);
                countPair(site, node, relay.replicates(exchange) ? chunk : NONE);
            }
            if (!channel.isRoot()) {
                int node = topology.nodeOf(channel.at());
                int parent = topology.nodeOf(channels.get(channel.parent()).at());
                boolean gives = exchange.givers().intersects(channel.below());
                boolean takes = exchange.takers().intersects(channel.below());
                countUp(node, parent, gives, chunk);
                countDown(parent, parent, node, takes, chunk);
            }
        }
    }

    private void countMember(Channel channel, Exchange exchange, int rank) {
        int site = topology.nodeOf(channel.at());
        if (rank == site) {
            return;
        }
        Channel.Relay relay = channel.relayOf(rank);
        boolean up = relay != null && relay.combines(exchange);
        boolean down = relay != null && relay.replicates(exchange);
        int node = relay == null ? site : topology.nodeOf(relay.at());
        boolean gives = exchange.givers().contains(rank);
        boolean takes = exchange.takers().contains(rank);
        countUp(rank, up ? node : site, gives, exchange.chunk());
        countDown(site, down ? node : site, rank, takes, exchange.chunk());
    }

    /** Data to {@code via}, or a control frame in its place. */
    private void countUp(int member, int via, boolean gives, int chunk) {
        countPair(member, via, gives ? chunk : NONE);
        credits[member] += gives ? 0 : layout.fragments(chunk);
    }

    private void countDown(int site, int via, int member, boolean takes, int chunk) {
        countPair(via, member, takes ? chunk : NONE);
        credits[site] += takes ? 0 : layout.fragments(chunk);
    }

    private void countPair(int from, int to, int chunk) {
        if (chunk == NONE) {
            return;
        }
        pairFrames[from * topology.nodes() + to] += layout.fragments(chunk);
        pairBytes[from * topology.nodes() + to] += layout.size(chunk) * ELEMENT_BYTES;
    }

    private void route() {
        int nodes = topology.nodes();
        for (int pair = 0; pair < pairFrames.length; pair++) {
            if (pairFrames[pair] > 0) {
                links.carry(pair / nodes, pair % nodes, pairFrames[pair], pairBytes[pair]);
            }
        }
    }

    /**
     * What crosses the link between two neighbouring nodes, numbered as in {@link Topology}, in
     * this direction.
     */
    public Traffic link(int from, int to) {
        return links.link(from, to);
    }

    /** What the host of {@code rank} sends to its ToR. */
    public Traffic hostUp(int rank) {
        return link(rank, torOf(rank));
    }

    /** What the host of {@code rank} receives from its ToR. */
    public Traffic hostDown(int rank) {
        return link(torOf(rank), rank);
    }

    /** What the ToR of {@code rack} sends to the core. */
    public Traffic uplinkUp(int rack) {
        return link(topology.torNode(rack), topology.coreNode());
    }

    /** What the ToR of {@code rack} receives from the core. */
    public Traffic uplinkDown(int rack) {
        return link(topology.coreNode(), topology.torNode(rack));
    }

    /** The most bytes on the wire that a host's link carries, in its busier direction. */
    public Traffic busiestHostLink() {
        Traffic most = Traffic.NONE;
        for (int rank = 0; rank < topology.workers(); rank++) {
            most = most.orMore(hostUp(rank)).orMore(hostDown(rank));
        }
        return most;
    }

    /** The same of the links between ToRs and the core. */
    public Traffic busiestUplink() {
        Traffic most = Traffic.NONE;
        for (int rack = 0; rack < topology.racks().size(); rack++) {
            most = most.orMore(uplinkUp(rack)).orMore(uplinkDown(rack));
        }
        return most;
    }

    private int torOf(int rank) {
        return topology.torNode(topology.rackOf(rank));
    }

    /** What node {@code from} itself sends to node {@code to}, whatever lies between them. */
    public Traffic between(int from, int to) {
        int pair = from * topology.nodes() + to;
        return new Traffic(pairFrames[pair], pairBytes[pair]);
    }

    /**
     * Data frames that {@code node} itself sends: DATA to sites elsewhere, RESULT to takers
     * elsewhere.
     */
    public long sentFrames(int node) {
        long frames = 0;
        for (int to = 0; to < topology.nodes(); to++) {
            frames += between(node, to).frames();
        }
        return frames;
    }

    /**
     * The most control frames (CREDIT, RECEIPT) that {@code node} sends: one a fragment and member,
     * none batched.
     */
    public long creditsBound(int node) {
        return credits[node];
    }

    /** The most control frames that all nodes send. */
    public long creditsBound() {
        long sum = 0;
        for (long sent : credits) {
            sum += sent;
        }
        return sum;
    }

    /**
     * Positions that the operation takes on {@code channel}: one for every fragment of its
     * exchanges.
     */
    public long positions(Channel channel) {
        long positions = 0;
        for (Exchange exchange : channel.exchanges()) {
            positions += layout.fragments(exchange.chunk());
        }
        return positions;
    }

    /**
     * Slots in use at the node {@code at} with a pool of {@code pool} for each channel: no channel
     * uses more than it has positions.
     */
    public long slots(Site at, int pool) {
        long slots = 0;
        for (Channel channel : channels) {
            if (channel.nodes().contains(at)) {
                slots += Math.min(pool, positions(channel));
            }
        }
        return slots;
    }

    /** The nodes at which the plan sums, relays included. */
    public Set<Site> sites() {
        Set<Site> sites = new HashSet<>();
        channels.forEach(channel -> sites.addAll(channel.nodes()));
        return sites;
    }

    /** Frames that one giver sends in {@code exchange}, or one taker gets; 0 of an empty chunk. */
    public int fragments(Exchange exchange) {
        return layout.fragments(exchange.chunk());
    }

    /**
     * The length of the longest chain of exchanges each of which waits for the one before: 2(N-1)
     * for a ring of N. An exchange at a tree is one step, however deep the tree: its fragments
     * follow one another up and down it without waiting.
     */
    public int steps() {
        return (int) longestChain(exchange -> 1);
    }

    /** The same with each exchange counted as {@code length}, in any unit. */
    public double longestChain(ToDoubleFunction<Exchange> length) {
        double[] end = new double[plan.chunks() * topology.workers()];
        double longest = 0;
        for (Exchange exchange : plan.exchanges()) {
            int[] members = exchange.members().where(exchange::touches).toArray();
            double start = 0;
            for (int member : members) {
                start = Math.max(start, end[member * plan.chunks() + exchange.chunk()]);
            }
            double ended = start + length.applyAsDouble(exchange);
            for (int member : members) {
                end[member * plan.chunks() + exchange.chunk()] = ended;
            }
            longest = Math.max(longest, ended);
        }
        return longest;
    }
}
