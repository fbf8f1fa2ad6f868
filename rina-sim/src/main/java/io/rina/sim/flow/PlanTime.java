package io.rina.sim.flow;

import io.rina.plan.Channel;
import io.rina.plan.Plan;
import io.rina.sim.net.Payload;
import io.rina.sim.net.Placement;

import java.util.ArrayList;
import java.util.List;

/**
 * How long an operation of a plan takes on a fabric, without following packets: round by round, the
 * transfers of a round share the links max-min fairly.
 *
 * <p>Fragments flow on from round to round, so a round begins when the first fragment of the one
 * before has arrived, and not before its own links are free: it takes the longer of the time for
 * its bytes and the way of one fragment. The way of the last fragment comes on top, once.
 */
public final class PlanTime {
    private final Plan plan;
    private final Placement placement;
    private final Payload payload;
    private final FluidRun fluid;
    private final Rounds rounds;
    private final PlanBytes planBytes;

    public PlanTime(Plan plan, Placement placement, Payload payload) {
        this.plan = plan;
        this.placement = placement;
        this.payload = payload;
        fluid = new FluidRun(placement.fabric());
        List<Channel> channels = plan.channels();
        rounds = Rounds.of(plan, channels);
        planBytes = new PlanBytes(plan, channels, placement, payload);
    }

    /** What one operation puts on each link of the fabric, headers and gaps included. */
    public double[] linkBytes(long bytes) {
        return planBytes.onLinks(bytes);
    }

    /** Seconds of one operation over {@code bytes} of payload. */
    public double seconds(long bytes) {
        double chunkWireBytes = payload.wireBytesOf((double) bytes / plan.chunks());
        double total = 0;
        double way = 0;
        for (Rounds.Round round : rounds.rounds()) {
            List<Flow> flows = new ArrayList<>();
            way = 0;
            for (Rounds.Transfer transfer : round.transfers()) {
                Flow flow = new Flow(
                        placement.nodeOf(transfer.from()),
                        placement.nodeOf(transfer.to()),
                        chunkWireBytes);
                flows.add(flow);
                way = Math.max(way, fluid.waySeconds(flow, payload.fragmentWireBytes()));
            }
            total += round.times() * Math.max(way, fluid.seconds(flows));
        }
        return total + way;
    }
}
