package io.rina.sim.flow;

import io.rina.plan.Channel;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;
import io.rina.plan.Topology;
import io.rina.sim.net.Link;
import io.rina.sim.net.Payload;
import io.rina.sim.net.Placement;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The least time that a plan can take on a fabric: no link can carry its bytes faster than its rate,
 * and no chain of exchanges is faster than the ways of one fragment along it. The greater counts and
 * not the sum, since the fragments of a chunk follow one another through the plan.
 *
 * <p>The bytes are those of {@link io.rina.plan.PlanCost}, the Bandwidth-Occupation Model of the
 * Rina paper (doi:10.1109/ICNP61940.2024.10858570), laid on the fabric's links. Credits and receipts
 * are left out: one speaks for many fragments. docs/model.md derives it.
 */
public final class LinkTime {
    private final Plan plan;
    private final Placement placement;
    private final Payload payload;
    private final PlanBytes planBytes;
    private final FluidRun ways;
    private final List<Channel> channels;
    private final Map<Exchange.Meeting, List<Channel>> meetings;
    private final double chainSeconds;

    public LinkTime(Plan plan, Placement placement, Payload payload) {
        this.plan = plan;
        this.placement = placement;
        this.payload = payload;
        ways = new FluidRun(placement.fabric());
        channels = plan.channels();
        meetings = Channel.byMeeting(channels);
        planBytes = new PlanBytes(plan, channels, placement, payload);
        chainSeconds = longestChain();
    }

    /** Of exchanges that each wait for the one before on the same chunk at a member of both. */
    private double longestChain() {
        int chunks = plan.chunks();
        double[] end = new double[chunks * plan.topology().workers()];
        double longest = 0;
        for (Exchange exchange : plan.exchanges()) {
            double start = 0;
            for (int member : exchange.members().toArray()) {
                if (exchange.touches(member)) {
                    start = Math.max(start, end[member * chunks + exchange.chunk()]);
                }
            }
            double ended = start + waySeconds(exchange);
            for (int member : exchange.members().toArray()) {
                if (exchange.touches(member)) {
                    end[member * chunks + exchange.chunk()] = ended;
                }
            }
            longest = Math.max(longest, ended);
        }
        return longest;
    }

    /** Seconds of one operation over {@code bytes} of payload. */
    public double seconds(long bytes) {
        double[] onLinks = linkBytes(bytes);
        double seconds = chainSeconds;
        List<Link> links = placement.fabric().links();
        for (int i = 0; i < onLinks.length; i++) {
            seconds = Math.max(seconds, onLinks[i] * 8 / links.get(i).speed().rateBitsPerSec());
        }
        return seconds;
    }

    /** Of the longest chain of exchanges, with one fragment in each. */
    public double chainSeconds() {
        return chainSeconds;
    }

    /** What one operation puts on each link of the fabric, headers and gaps included. */
    public double[] linkBytes(long bytes) {
        return planBytes.onLinks(bytes);
    }

    private Flow flow(int from, int to, double bytes) {
        return new Flow(placement.nodeOf(from), placement.nodeOf(to), bytes);
    }

    /** From the farthest giver to the site, and on to the farthest taker. */
    private double waySeconds(Exchange exchange) {
        double up = 0;
        double down = 0;
        for (Channel channel : Objects.requireNonNull(meetings.get(exchange.meeting()))) {
            up = Math.max(up, toRoot(channel, exchange.givers(), true));
            down = Math.max(down, toRoot(channel, exchange.takers(), false));
        }
        return up + down;
    }

    private double toRoot(Channel channel, RankSet ranks, boolean up) {
        if (!ranks.intersects(channel.members())) {
            return 0;
        }
        Topology topology = plan.topology();
        int node = topology.nodeOf(channel.at());
        double seconds = 0;
        for (int rank : channel.members().toArray()) {
            if (ranks.contains(rank)) {
                seconds = Math.max(seconds, leg(rank, node, up));
            }
        }
        for (Channel at = channel; !at.isRoot(); at = channels.get(at.parent())) {
            int parent = topology.nodeOf(channels.get(at.parent()).at());
            seconds += leg(topology.nodeOf(at.at()), parent, up);
        }
        return seconds;
    }

    private double leg(int below, int above, boolean up) {
        return below == above
                ? 0
                : ways.waySeconds(
                        up ? flow(below, above, 0) : flow(above, below, 0),
                        payload.fragmentWireBytes());
    }
}
